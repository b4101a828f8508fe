// The ruling: every outcome, where it comes from, what it rests on, and what was not taken into account.
import { h, replace } from "./dom.js";
import { because } from "./hosts.js";
import { withMana } from "./mana.js";
import { headline } from "./questions.js";
import { choose, find, label, state } from "./state.js";

const ORDER = ["W", "U", "B", "R", "G", "C"];

export function draw() {
  const place = document.getElementById("ruling");
  place.setAttribute("aria-busy", String(state.asking));
  place.hidden = !state.doc.ask;
  if (!state.doc.ask) return replace(place);
  if (state.problem) return replace(place, h("h2", {}, headline(state.doc.ask)), problem(state.problem));
  if (!state.ruling) return replace(place, h("h2", {}, headline(state.doc.ask)), h("p", { class: "quiet" }, "Working it out…"));
  const { ruling } = state;
  replace(place,
    h("h2", { "data-key": "ruling-head" }, headline(ruling.ask)),
    h("div", { class: "answer", "data-answer": JSON.stringify(ruling.answer) }, answer(ruling)),
    !ruling.complete && h("p", { class: "warn" }, "Incomplete: a limit cut the answer; there may be more."),
    ruling.caveats.map((caveat) => h("p", { class: "warn caveat" }, h("strong", {}, "Caveat: "), withMana(caveatText(caveat)))),
    ruling.notes.map((note) => h("p", { class: "note" }, withMana(note))),
    reasons(ruling), refused(ruling), layers(ruling), proof(ruling),
    ruling.rules.length > 0 && h("p", { class: "rules" }, h("strong", {}, "Rules: "), `CR ${ruling.rules.join(", ")}`));
}

function problem(document) {
  const places = (document.errors ?? []).filter((error) => error.path && !/^battlefield\[\d+\]/.test(error.path));
  return [
    h("div", { class: "error", role: "alert" }, h("strong", {}, document.title ?? "No answer"), h("p", {}, document.detail)),
    places.length > 1 && h("ul", {}, places.map((error) => h("li", {}, `${error.path}: ${error.message}`))),
  ];
}

const caveatText = (caveat) =>
  `${caveat.card} (${caveat.object})${caveat.line ? `, line ${caveat.line}` : ""}${caveat.text ? ` “${caveat.text}”` : ""}: ${caveat.why}`;

// ------------------------------------------------------------------------------------------ answers by shape

const thing = (id) => (find(id) || state.doc.players.includes(id)
  ? h("button", { type: "button", class: "chip", onclick: () => choose(id) }, label(id)) : h("span", {}, String(id)));
const nothing = (text = "nothing") => h("p", { class: "big" }, text);

function answer(ruling) {
  const { answer: value } = ruling;
  const list = (items) => h("ul", { class: "outcomes" }, items.map((item) => h("li", {}, item)));
  if (typeof value === "boolean") return h("p", { class: `big ${value ? "yes" : "no"}` }, value ? "Yes" : "No");
  switch (ruling.shape) {
    case "mana_types":
      return value.length ? h("p", { class: "big" }, withMana(value.map((t) => `{${t}}`).join(" "))) : nothing("No mana");
    case "mana_outcomes":
      return value.length ? list(value.map((outcome) => Object.entries(outcome).map(([player, mana], i) =>
        [i ? ", " : "", `${player}: `, mana ? withMana(mana) : "no mana"]))) : nothing("It can't be activated");
    case "pools":
      return list(value.map((pool) => (pool ? withMana(pool) : "no mana")));
    case "ids": case "ordered_ids":
      return value.length ? h("p", { class: "chips" }, value.map(thing)) : nothing("Nothing");
    case "id":
      return value ? h("p", {}, thing(value)) : nothing();
    case "host_maps":
      return value.length ? list(value.map((outcome) => Object.entries(outcome).map(([aura, host], i) =>
        [i ? "; " : "", label(aura), host.startsWith("stays in ") ? ` ${host}` : ` on ${label(host)}`]))) : nothing("In no way");
    case "target_slots":
      return value.length ? h("ol", { class: "outcomes" }, value.map((slot) => h("li", { class: "chips" }, slot.length ? slot.map(thing) : "nothing"))) : nothing("It has no targets");
    case "actions":
      return value.length ? list(value.map((action) => Object.entries(action).map(([what, id]) => [`${what.replaceAll("_", " ")}: `, thing(id)]))) : nothing("Nothing");
    case "traits":
      return h("dl", { class: "traits" }, Object.entries(value).map(([key, each]) => [h("dt", {}, key),
        h("dd", {}, each === "" || each?.length === 0 ? "none" : trait(key, each))]));
    default:
      return h("p", { class: "big" }, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
}

function trait(key, value) {
  if (key === "abilities") return h("ul", {}, value.map((text) => h("li", {}, withMana(text))));
  if (key === "colors") return withMana([value].flat().map((letter) => `{${letter}}`).join(" "));
  return withMana(Array.isArray(value) ? value.join(", ") : String(value));
}

// ------------------------------------------------------------------------------------------ what it rests on

function reasons(ruling) {
  const parts = new Map();
  for (const reason of ruling.reasons) {
    const text = `${label(reason.object)}: ${reason.text || `ability ${reason.ability}`}`;
    if (!parts.has(reason.part)) parts.set(reason.part, new Set());
    parts.get(reason.part).add(text);
  }
  if (!parts.size) return null;
  const braced = ruling.shape === "mana_types";
  const sorted = [...parts].sort(([a], [b]) => (braced ? ORDER.indexOf(a) - ORDER.indexOf(b) : 0));
  return h("details", { open: true }, h("summary", {}, "Where it comes from"), h("dl", { class: "reasons" },
    sorted.map(([part, texts]) => [h("dt", {}, withMana(braced ? `{${part}}` : part || "all")),
      [...texts].map((text) => h("dd", {}, withMana(text)))])));
}

function refused(ruling) {
  const entries = Object.entries(ruling.refused ?? {});
  return entries.length > 0 && h("details", {}, h("summary", {}, `What is barred, and why (${entries.length})`),
    h("ul", { class: "refused" }, entries.map(([id, rules]) => h("li", {}, thing(id), " ", because(ruling, id, rules)))));
}

function layers(ruling) {
  if (!ruling.layers?.length) return null;
  return h("details", { open: true }, h("summary", {}, "Layer by layer"),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Layers" }, h("table", {},
      h("thead", {}, h("tr", {}, ["Layer", "Effect of", "Gained", "Lost"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ruling.layers.map((step) => h("tr", {}, h("th", { scope: "row" }, step.layer), h("td", {}, step.card),
        h("td", {}, withMana(step.gained.join(", ") || "–")), h("td", {}, withMana(step.lost.join(", ") || "–"))))))));
}

/** The proof as a tree that folds; a step that stands there already is only named again. */
function proof(ruling) {
  const graph = ruling.proof;
  if (!graph?.roots?.length) return null;
  const shown = new Set();
  const item = (place, level) => {
    const node = graph.nodes[place];
    const text = [node.rule && h("b", {}, `${node.rule} `), node.chosen && h("em", {}, "chosen: "), withMana(node.text)];
    const below = [...(node.premises ?? []), ...(node.absent ?? [])];
    if (node.kind !== "step" || !below.length) return h("li", { class: node.kind }, text);
    if (shown.has(place)) return h("li", {}, text, h("em", { class: "quiet" }, " (see above)"));
    shown.add(place);
    const open = level < 2;
    const list = h("ul", {});
    const fill = () => {
      if (list.childElementCount) return;
      list.append(...node.premises.map((each) => item(each, level + 1)),
        ...(node.absent ?? []).map((each) => h("li", { class: "absent" }, h("em", {}, withMana(each)))));
    };
    fill();
    return h("li", {}, h("details", { open }, h("summary", {}, text), list));
  };
  return h("details", { class: "proof", open: true }, h("summary", {}, "Proof"),
    h("ul", {}, graph.roots.map((root) => item(root.node, 0))));
}
