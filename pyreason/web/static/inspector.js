// What can be said of the selected object: everything a scenario's row can hold.
import { count, duplicate, move, remove, toggle } from "./board.js";
import { abilities, attaches, info, typeLine } from "./cards.js";
import { h, replace } from "./dom.js";
import * as hosts from "./hosts.js";
import { withMana } from "./mana.js";
import * as own from "./own.js";
import { change, commanders, everything, find, label, state, timeline, toggleCommander } from "./state.js";

export function draw() {
  const place = document.getElementById("inspector");
  const { selected } = state;
  if (!selected) return replace(place, h("p", { class: "quiet" }, "Add cards, then choose one to say more of it and to ask about it."));
  replace(place, selected.kind === "player" ? player(selected.id) : object(selected.id));
}

function player(name) {
  const active = (state.doc.active ?? state.doc.players[0]) === name;
  return [
    h("h2", {}, name),
    h("div", { class: "row" },
      field("Name", h("input", { type: "text", value: name, "data-key": "player-name", maxlength: "30",
        onchange: (event) => rename(name, event.target.value.trim()) })),
      field("Mana pool", h("input", { type: "text", value: state.doc.mana_pool?.[name] ?? "", "data-key": "pool",
        placeholder: "{G}{G}", onchange: (event) => setPool(name, event.target.value) }))),
    h("div", { class: "row" },
      check("It is this player's turn", active, () => change((doc) => { doc.active = name; }), "active"),
      h("button", { type: "button", disabled: state.doc.players.length > 7, onclick: addPlayer }, "Add a player")),
  ];
}

function addPlayer() {
  change((doc) => {
    let n = doc.players.length + 1;
    while (doc.players.includes(`player ${n}`)) n += 1;
    doc.players.push(`player ${n}`);
  });
}

function rename(old, name) {
  if (!name || state.doc.players.includes(name) || find(name)) return draw();
  change((doc) => {
    const text = (value) => (value === old ? name : value);
    const walk = (value) => {
      if (Array.isArray(value)) return value.map(walk);
      if (value && typeof value === "object") {
        return Object.fromEntries(Object.entries(value).map(([key, each]) =>
          [text(key), ["card", "id", "text", "title", "why"].includes(key) ? each : walk(each)]));
      }
      return text(value);
    };
    Object.assign(doc, walk(doc));
  });
  state.selected = { kind: "player", id: name };
  return draw();
}

function setPool(name, text) {
  const mana = (text.toUpperCase().match(/[WUBRGC]/g) ?? []).map((letter) => `{${letter}}`).join("");
  change((doc) => {
    doc.mana_pool = { ...doc.mana_pool, [name]: mana };
    if (!mana) delete doc.mana_pool[name];
    if (!Object.keys(doc.mana_pool).length) delete doc.mana_pool;
  });
}

// ------------------------------------------------------------------------------------------ objects

function object(id) {
  const { row, zone, player: holder } = find(id);
  const card = info(row.card ?? "");
  return [
    h("h2", {}, label(id), " ", h("span", { class: "cost" }, withMana(card.mana_cost ?? ""))),
    h("p", { class: "quiet" }, [typeLine(card), card.power != null && `${card.power}/${card.toughness}`,
      zone === "effects" ? `an effect of ${holder}'s that lasts` : zone !== "battlefield" && `${holder}'s ${zone}`].filter(Boolean).join(" · ")),
    card.error && h("p", { class: "error" }, card.error),
    lines(card),
    zone === "battlefield" && permanent(id, row, card),
    zone === "stack" && spell(id, row),
    zone === "effects" && effect(id, row, card),
    !["stack", "effects"].includes(zone) && commander(row, row.owner ?? holder),
    h("div", { class: "row" },
      zone !== "stack" && h("button", { type: "button", onclick: () => duplicate(id) }, "Duplicate"),
      own.isOwn(row.card) && h("button", { type: "button", onclick: () => own.edit(row.card) }, "Change the card…"),
      h("button", { type: "button", class: "danger", onclick: () => remove(id) }, "Remove")),
  ];
}

function lines(card) {
  return card.lines.length > 0 && h("details", {}, h("summary", {}, "How its text is understood"),
    h("ul", { class: "lines" }, card.lines.map((line) => h("li", { class: line.reads ? "" : "warn" },
      line.reads ? withMana(line.reads) : `line ${line.number}: not understood`))));
}

function permanent(id, row, card) {
  const targets = [...state.doc.players, ...state.doc.battlefield.map((other) => other.id)].filter((other) => other !== id);
  return [
    h("div", { class: "row" },
      check("Tapped", row.tapped, () => toggle(id, "tapped"), "tapped"),
      check("Summoning sick", row.sick, () => toggle(id, "sick"), "sick"),
      check("Token", row.token, () => toggle(id, "token"), "token"),
      check("Face down", row.face_down, () => toggle(id, "face_down"), "face-down")),
    h("div", { class: "row" },
      field("Controller", choice(row.controller, state.doc.players, "controller", (value) => set(id, "controller", value))),
      field("Owner", choice(row.owner ?? row.controller, state.doc.players, "owner",
        (value) => set(id, "owner", value === row.controller ? null : value)))),
    (attaches(card) || row.attached_to) && h("div", { class: "row" },
      field("Attached to", choice(row.attached_to ?? "", ["", ...targets], "attached",
        (value) => hosts.attach(id, value || null), (value) => (value ? label(value) : "nothing"))),
      h("button", { type: "button", "data-key": "attach", onclick: () => hosts.start(id) }, "Choose on the board…")),
    counters(id, row),
    order(id),
    chosen(id, row),
    h("details", { open: Boolean(row.granted?.length || row.x != null || row.copy_of) }, h("summary", {}, "More"),
      field("What effects gave it (a line each, in Oracle wording)", h("textarea", { rows: "2", "data-key": "granted",
        onchange: (event) => set(id, "granted", event.target.value.split("\n").map((t) => t.trim()).filter(Boolean)) },
        (row.granted ?? []).join("\n"))),
      h("div", { class: "row" },
        field("X", number(row.x, "x", (value) => set(id, "x", value))),
        field("Copy of", h("input", { type: "text", value: row.copy_of ?? "", "data-key": "copy", list: "ids",
          onchange: (event) => set(id, "copy_of", event.target.value.trim() || null) })),
        field("Id", h("input", { type: "text", value: id, "data-key": "id", onchange: (event) => newId(id, event.target.value.trim()) })))),
  ];
}

function spell(id, row) {
  return [
    h("div", { class: "row" },
      field("Controller", choice(row.controller, state.doc.players, "controller", (value) => set(id, "controller", value))),
      field("X", number(row.x, "x", (value) => set(id, "x", value)))),
    targets(id, row),
    field("Modes (numbers)", h("input", { type: "text", value: (row.modes ?? []).join(", "), "data-key": "modes",
      onchange: (event) => set(id, "modes", words(event.target.value).map(Number).filter(Boolean)) })),
  ];
}

/** A spell or ability that has resolved. */
function effect(id, row, card) {
  const texts = abilities(card, "any");
  const numbers = [...new Set([...texts.map((each) => each.number), row.ability].filter(Boolean))];
  const cut = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
  return [
    h("div", { class: "row" },
      field("Controller", choice(row.controller, state.doc.players, "controller", (value) => set(id, "controller", value))),
      field("What resolved", choice(String(row.ability ?? ""), ["", ...numbers.map(String)], "ability",
        (value) => set(id, "ability", Number(value) || null),
        (value) => (value ? `${value}: ${cut(texts[value - 1]?.text ?? "ability")}` : "the spell")))),
    targets(id, row),
    order(id),
    chosen(id, row, true),
  ];
}

/** Where it stands in the order in time, which decides between effects of one layer. */
function order(id) {
  const all = timeline();
  const at = all.indexOf(id);
  const button = (text, by, off) => h("button", { type: "button", "data-key": `time${by}`, disabled: off, onclick: () => move(id, by) }, text);
  return all.length > 1 && h("div", { class: "row", role: "group", "aria-label": "Order in time" },
    button("Earlier", -1, at === 0), button("Later", 1, at === all.length - 1),
    h("span", { class: "quiet" }, `${at + 1} of ${all.length} in time${at === 0 ? ", the oldest" : ""}`));
}

function commander(row, owner) {
  return h("div", { class: "row" }, check(`It is ${owner}'s commander`, commanders(owner).includes(row.card),
    () => change((doc) => toggleCommander(doc, row.card, owner)), "commander"));
}

const targets = (id, row) => field("Targets (ids and players, parted by commas)", h("input", { type: "text", value: (row.targets ?? []).join(", "),
  "data-key": "targets", list: "ids", onchange: (event) => set(id, "targets", words(event.target.value)) }));

const words = (text) => text.split(",").map((each) => each.trim()).filter(Boolean);

function counters(id, row) {
  const kinds = Object.entries(row.counters ?? {});
  const fresh = h("input", { type: "text", placeholder: "charge", "aria-label": "Kind of counter", "data-key": "counter-kind", maxlength: "30" });
  return h("div", { class: "row counters" },
    (kinds.length ? kinds : [["+1/+1", 0]]).map(([kind, n]) => h("span", { class: "stepper" },
      h("button", { type: "button", "aria-label": `One ${kind} counter less`, "data-key": `less-${kind}`, disabled: !n, onclick: () => count(id, -1, kind) }, "−"),
      h("span", {}, `${n} × ${kind}`),
      h("button", { type: "button", "aria-label": `One more ${kind} counter`, "data-key": `more-${kind}`, onclick: () => count(id, 1, kind) }, "+"))),
    fresh, h("button", { type: "button", onclick: () => fresh.value.trim() && count(id, 1, fresh.value.trim()) }, "Add counter"));
}

function chosen(id, row, changesWords = false) {
  const now = row.chosen ?? {};
  const put = (key, value) => change((doc) => {
    const { row: mine } = find(id, doc);
    mine.chosen = { ...mine.chosen, [key]: value };
    if (!value) delete mine.chosen[key];
    if (!Object.keys(mine.chosen).length) delete mine.chosen;
  });
  const colors = { "": "none", W: "white", U: "blue", B: "black", R: "red", G: "green" };
  const text = (name, key) => field(name, h("input", { type: "text", value: [now[key] ?? ""].flat().join(", "),
    "data-key": `c-${key}`, onchange: (event) => put(key, event.target.value.trim()) }));
  return h("details", { open: Object.keys(now).length > 0 }, h("summary", {}, "Choices made for it"),
    h("div", { class: "row" },
      field("Colour", choice(String([now.color ?? ""].flat()[0]), Object.keys(colors), "c-color", (value) => put("color", value), (value) => colors[value])),
      text("Type", "type"), changesWords && [text("Word changed", "from"), text("into", "to")],
      field("Player", choice(String([now.player ?? ""].flat()[0]), ["", ...state.doc.players], "c-player", (value) => put("player", value), (value) => value || "none"))));
}

function set(id, key, value) {
  change((doc) => {
    const { row } = find(id, doc);
    if (value === null || value === "" || value === undefined || (Array.isArray(value) && !value.length)) delete row[key];
    else row[key] = value;
  });
}

function newId(id, name) {
  if (!name || state.doc.players.includes(name) || [...everything()].some((each) => each.row.id === name)) return draw();
  state.selected = { kind: "object", id: name };
  change((doc) => {
    find(id, doc).row.id = name;
    for (const row of doc.battlefield) for (const key of ["attached_to", "copy_of"]) if (row[key] === id) row[key] = name;
    if (doc.timestamps) doc.timestamps = doc.timestamps.map((each) => (each === id ? name : each));
    for (const row of [...(doc.stack ?? []), ...(doc.effects ?? [])]) if (row.targets) row.targets = row.targets.map((each) => (each === id ? name : each));
    for (const key of Object.keys(doc.ask ?? {})) if (doc.ask[key] === id) doc.ask[key] = name;
  });
  return undefined;
}

// ------------------------------------------------------------------------------------------ parts of forms

export const field = (text, input) => h("label", { class: "field" }, h("span", {}, text), input);

export const check = (text, on, work, key) => h("label", { class: "check" },
  h("input", { type: "checkbox", checked: Boolean(on), onchange: work, "data-key": `check-${key}` }), text);

export const choice = (now, options, key, work, shown = (value) => value) =>
  h("select", { "data-key": `choice-${key}`, onchange: (event) => work(event.target.value) },
    options.map((value) => h("option", { value, selected: value === now }, shown(value))));

const number = (now, key, work) => h("input", { type: "number", min: "0", value: now ?? "", "data-key": `number-${key}`,
  onchange: (event) => work(event.target.value === "" ? null : Number(event.target.value)) });
