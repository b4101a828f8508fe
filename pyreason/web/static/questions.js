// The questions: those that make sense for what is selected first, each with the fields it has.
import * as api from "./api.js";
import { abilities, info, isAura, makesMana } from "./cards.js";
import { h, replace } from "./dom.js";
import { check, choice, field } from "./inspector.js";
import { withMana } from "./mana.js";
import { ZONES, change, everything, find, label, state } from "./state.js";

let known = [];

export async function load() {
  known = await api.questions();
}

export const kindOf = (ask) => known.find((question) => ask && question.kind in ask);

export function draw() {
  const place = document.getElementById("questions");
  const current = kindOf(state.doc.ask);
  const [fit, more, board] = sorted();
  const button = (question) => h("button", { type: "button", class: "question", "data-key": `q-${question.kind}`,
    "aria-pressed": String(isCurrent(question, current)), title: question.about, onclick: () => put(question) }, question.title);
  const name = state.selected ? (state.selected.kind === "player" ? state.selected.id : label(state.selected.id)) : null;
  replace(place,
    h("h2", {}, name ? `Ask about ${name}` : "Ask"),
    fit.length > 0 && h("div", { class: "questions" }, fit.map(button)),
    more.length > 0 && h("details", { open: more.some((q) => isCurrent(q, current)) }, h("summary", {}, "More about it"), h("div", { class: "questions" }, more.map(button))),
    board.length > 0 && [h("h3", {}, "About the whole board"), h("div", { class: "questions" }, board.map(button))],
    current && form(current));
}

function isCurrent(question, current) {
  return question === current && (question.subject === "board" || question.subject === "cards" || state.doc.ask[question.kind] === state.selected?.id);
}

/** [questions that make sense, further ones that can be asked, those about the board]. */
function sorted() {
  const fit = [];
  const more = [];
  const board = [];
  const found = state.selected?.kind === "object" ? find(state.selected.id) : null;
  const card = found && info(found.row.card ?? "");
  for (const question of known) {
    const { subject, kind } = question;
    if (subject === "board" || subject === "cards") {
      if (kind !== "resolves_next" || state.doc.stack?.length) board.push(question);
    } else if (state.selected?.kind === "player") {
      if (subject === "player" || subject === "target") fit.push(question);
    } else if (!found || subject === "player" || found.zone === "effects") continue;
    else if (subject === "stack") {
      if (found.zone === "stack") fit.push(question);
    } else if (subject === "aura") {
      if (isAura(card)) fit.push(question);
    } else if (["could_produce", "tap_for_mana"].includes(kind)) {
      if (found.zone === "battlefield") (makesMana(card) ? fit : more).push(question);
    } else if (["can_activate", "is_mana_ability", "ability_mana"].includes(kind)) {
      if (found.zone !== "stack") {
        const wanted = kind === "ability_mana" ? "mana" : "activated";
        (abilities(card, wanted).length && kind !== "ability_mana" ? fit : more).push(question);
      }
    } else if (found.zone === "battlefield" && ["characteristics", "can_target"].includes(kind)) fit.push(question);
    else more.push(question);
  }
  return [fit, more, board];
}

// ------------------------------------------------------------------------------------------ asking

function put(question) {
  const subject = state.selected?.id;
  const ask = {};
  if (question.subject !== "board" && question.subject !== "cards") ask[question.kind] = subject;
  else if (!question.fields.some((f) => f.name === question.kind)) ask[question.kind] = true;
  for (const each of question.fields) {
    if (each.required) ask[each.name] = first(each, subject);
  }
  if (question.kind === "aura_hosts") {
    const zone = find(subject)?.zone;
    ask.how = zone === "battlefield" ? "move" : zone === "hand" || zone === "stack" ? "cast" : "enter";
  }
  state.follow = true;
  change((doc) => { doc.ask = ask; delete doc.expect; });
}

const objects = () => [...everything()].filter((e) => e.zone !== "effects").map((e) => e.row.id);

/** The value that a field has at first. */
function first(each, subject) {
  const stack = (state.doc.stack ?? []).map((row) => row.id);
  const others = [...stack, ...objects()].filter((id) => id !== subject);
  if (each.name === "event") return stack.length ? { cast: stack.at(-1) } : { tapped_for_mana: others[0] ?? subject };
  if (each.type === "ability") return 1;
  if (each.type === "player") return state.doc.players[0];
  const zone = ZONES.find((z) => Object.keys(state.doc[z] ?? {}).length);
  if (each.type === "choice") return each.options.includes(zone) ? zone : each.options[0];
  if (each.type === "flag") return true;
  if (each.type === "objects") {
    return zone ? Object.values(state.doc[zone]).flat().map((row) => row.id) : [];
  }
  if (each.type === "group") return Object.fromEntries(each.fields.filter((f) => f.required).map((f) => [f.name, first(f, subject)]));
  if (each.type === "text") return "+1/+1";
  return (each.type === "object" && subject) || others[0] || "";
}

function form(question) {
  const row = (each) => input(each, question, state.doc.ask[each.name], (value) => change((doc) => {
    if (value === null || value === "" || (typeof value === "object" && !Array.isArray(value) && !Object.keys(value).length)) delete doc.ask[each.name];
    else doc.ask[each.name] = value;
  }));
  const needed = question.fields.filter((each) => each.required || each.type === "ability");
  const rest = question.fields.filter((each) => !needed.includes(each));
  return h("div", { class: "form" },
    h("p", { class: "quiet" }, question.about.replaceAll("`", "")),
    needed.length > 0 && h("div", { class: "row" }, needed.map(row)),
    rest.length > 0 && h("details", { open: rest.some((each) => each.name in state.doc.ask) },
      h("summary", {}, "Options"), h("div", { class: "row" }, rest.map(row))));
}

const LABELS = { by: "By (an id, or a card)", how: "How", from: "From", to: "To", kind: "Kind", for: "For", another: "Another host",
  only: "Only these", copied: "Copied", cast: "Cast", tapped_for_mana: "Tapped for mana", within: "Within", event: "Event" };

function input(each, question, now, put, prefix = "") {
  const key = `f-${prefix}${each.name}`;
  const text = LABELS[each.name] ?? each.name[0].toUpperCase() + each.name.slice(1).replaceAll("_", " ");
  const none = each.required ? [] : [""];
  if (each.type === "group") {
    return h("fieldset", { class: "group-field" }, h("legend", {}, text), each.fields.map((inner) =>
      input(inner, question, now?.[inner.name], (value) => {
        const next = { ...now, [inner.name]: value };
        if (value === null || value === "") delete next[inner.name];
        put(next);
      }, `${each.name}-`)));
  }
  if (each.type === "flag") return check(text, now, () => put(!now || null), key);
  if (each.type === "ability") return ability(each, now, put, key, none);
  if (each.type === "choice") return field(text, choice(now ?? "", [...none, ...each.options], key, put, (v) => v || "any"));
  if (each.type === "player") {
    const same = prefix === "within-" ? ["same"] : [];
    return field(text, choice(now ?? "", [...none, ...same, ...state.doc.players], key, put, (v) => v || "as the board says"));
  }
  if (each.type === "object") {
    const ids = objects();
    return field(text, choice(now ?? "", [...none, ...ids, ...state.doc.players], key, put, (v) => (v ? label(v) : "none")));
  }
  const list = Array.isArray(now) ? now.join(", ") : now ?? "";
  const split = (value) => value.split(",").map((part) => part.trim()).filter(Boolean);
  return field(text, h("input", { type: "text", value: list, list: "ids", "data-key": key,
    onchange: (event) => put(each.type === "objects" ? split(event.target.value) : event.target.value.trim()) }));
}

function ability(each, now, put, key, none) {
  const subject = state.doc.ask[kindOf(state.doc.ask)?.kind];
  const source = state.doc.ask.by && find(state.doc.ask.by) ? state.doc.ask.by : subject;
  const row = typeof source === "string" ? find(source)?.row : null;
  const texts = row ? abilities(info(row.card ?? ""), each.counts) : [];
  const numbers = Array.from({ length: Math.max(texts.length + 1, now ?? 1) }, (_, i) => i + 1);
  const shown = (value) => {
    if (value === "") return "any";
    const text = texts.find((t) => String(t.number) === String(value))?.text;
    return text ? `${value}: ${text.length > 60 ? `${text.slice(0, 59)}…` : text}` : `${value} (granted, or not printed)`;
  };
  return field("Ability", choice(now === undefined ? "" : String(now), [...none, ...numbers.map(String)], key,
    (value) => put(value === "" ? null : Number(value)), shown));
}

/** The question in words. */
export function headline(ask) {
  const question = kindOf(ask);
  if (!question) return Object.keys(ask)[0]?.replaceAll("_", " ") ?? "";
  const subject = ask[question.kind];
  return [typeof subject === "string" ? `${label(subject)}: ` : "", question.title];
}

export { withMana };
