// The board: each player's permanents, what is attached to them, and the other zones.
import { info, onCards, typeLine } from "./cards.js";
import { cardField } from "./combo.js";
import { h, keepFocus, replace, say } from "./dom.js";
import * as hosts from "./hosts.js";
import { withMana } from "./mana.js";
import * as own from "./own.js";
import { ZONES, addCard, change, choose, commanders, everything, find, inTime, label, refresh, removeCard, state, timeline } from "./state.js";

const places = {}; // where each player's next card goes
const fields = {}; // the fields stay as they are while the board is drawn anew

export function draw() {
  const board = document.getElementById("board");
  keepFocus(() => {
    replace(board, state.doc.players.map(side), stack(), effects(), ownCards());
    hosts.paint();
  });
}

onCards(() => refresh("cards"));

// ------------------------------------------------------------------------------------------ a player's side

function side(player) {
  const rows = state.doc.battlefield.filter((row) => row.controller === player && (!onPermanent(row) || inCircle(row)));
  const seen = new Set();
  const active = (state.doc.active ?? state.doc.players[0]) === player;
  const selected = state.selected?.kind === "player" && state.selected.id === player;
  const attached = state.doc.battlefield.filter((row) => row.attached_to === player);
  return h("section", { class: "side", "aria-label": `${player}'s side`, "data-side": player },
    h("div", { class: "side-head" },
      h("h2", {},
        h("button", { type: "button", class: `player${selected ? " selected" : ""}`, "data-host": player,
            "data-key": `player-${player}`, "aria-pressed": String(selected), onclick: () => activate(player), onkeydown: (event) => walk(event, player) },
          player, active && h("span", { class: "badge" }, "active"), poolOf(player))),
      adder(player)),
    attached.length > 0 && h("div", { class: "attached-to-player" },
      h("span", { class: "quiet" }, `attached to ${player}:`), attached.map((row) => group(row, seen))),
    h("div", { class: "permanents", role: "group", "aria-label": `${player}'s permanents` },
      rows.map((row) => group(row, seen)),
      !rows.length && h("p", { class: "quiet" }, "No permanents yet.")),
    ZONES.map((zone) => zoneRow(zone, player)));
}

const onPermanent = (row) => state.doc.battlefield.some((other) => other.id === row.attached_to && other !== row)
  || state.doc.players.includes(row.attached_to);

/** Whether going from host to host leads back to the row: then it hangs on nothing that is drawn. */
function inCircle(row) {
  let at = row;
  for (let n = 0; n <= state.doc.battlefield.length; n += 1) {
    at = state.doc.battlefield.find((other) => other.id === at.attached_to);
    if (!at) return false;
    if (at === row) return true;
  }
  return false;
}

function poolOf(player) {
  const pool = state.doc.mana_pool?.[player];
  return pool && h("span", { class: "pool" }, withMana(pool));
}

function adder(player) {
  fields[player] ??= cardField({
    label: `Add a card for ${player}`,
    key: `add-${player}`,
    add: (name, count, card) => {
      const zone = places[player] ?? "battlefield";
      if (zone === "battlefield" && card.types.every((type) => ["Instant", "Sorcery"].includes(type))) {
        throw new Error(`${card.name} is no permanent: put it in a hand, on the stack, or among the effects that last.`);
      }
      let id = null;
      change((doc) => {
        for (let n = 0; n < Math.min(count, 30); n += 1) id = addCard(doc, name, player, zone);
      });
      choose(id);
      say(`${count > 1 ? `${count} ` : ""}${name} added for ${player}`);
    },
  });
  const where = h("select", { "aria-label": `Where ${player}'s next card goes`, "data-key": `where-${player}`,
      onchange: (event) => { places[player] = event.target.value; } },
    ["battlefield", ...ZONES, "stack", "effects"].map((zone) =>
      h("option", { value: zone, selected: zone === (places[player] ?? "battlefield") }, zone === "effects" ? "effects that last" : zone)));
  return h("div", { class: "adder" }, fields[player], where);
}

function zoneRow(zone, player) {
  const rows = state.doc[zone]?.[player] ?? [];
  return rows.length > 0 && h("div", { class: "zone" }, h("span", { class: "quiet" }, `${zone}:`),
    rows.map((row) => chip(row)));
}

function stack() {
  const rows = state.doc.stack ?? [];
  return rows.length > 0 && h("section", { class: "stack", "aria-label": "Stack" },
    h("h2", {}, "Stack ", h("span", { class: "quiet" }, "(the top comes last)")),
    h("div", { class: "zone" }, rows.map((row) => chip(row, row.controller))));
}

function chip(row, more = "") {
  const selected = state.selected?.id === row.id;
  return h("button", { type: "button", class: `chip${selected ? " selected" : ""}`, "aria-pressed": String(selected),
    "data-key": `tile-${row.id}`, "data-id": row.id, onclick: () => activate(row.id) },
    label(row.id), more && h("span", { class: "quiet" }, ` ${more}`));
}

function effects() {
  const rows = state.doc.effects ?? [];
  return rows.length > 0 && h("section", { class: "stack", "aria-label": "Effects that last" },
    h("h2", {}, "Effects that last ", h("span", { class: "quiet" }, "(of spells and abilities that resolved)")),
    h("div", { class: "zone" }, rows.map((row) => chip(row, [row.controller, time(row.id)].filter(Boolean).join(", ")))));
}

function ownCards() {
  const cards = state.doc.cards ?? [];
  return cards.length > 0 && h("div", { class: "zone" }, h("span", { class: "quiet" }, "Cards of your own:"),
    cards.map((card) => h("button", { type: "button", class: "chip", "data-key": `own-${card.name}`,
      "aria-label": `Change the card ${card.name}`, onclick: () => own.edit(card.name) }, card.name)));
}

/** The place in time, where the order of rows does not say it. */
const time = (id) => state.doc.timestamps && `time ${timeline().indexOf(id) + 1}`;

const leads = (row) => commanders(row.owner ?? row.controller).includes(row.card) && "commander";

// ------------------------------------------------------------------------------------------ permanents

/** A permanent with what is attached to it, and what is attached to that. */
function group(row, seen) {
  if (seen.has(row.id)) return null;
  seen.add(row.id);
  const attached = state.doc.battlefield.filter((other) => other.attached_to === row.id && other !== row);
  return h("div", { class: "group" }, tile(row),
    attached.length > 0 && h("div", { class: "attachments" }, attached.map((other) => group(other, seen))));
}

function tile(row) {
  const card = info(row.card);
  const selected = state.selected?.id === row.id;
  const problem = problemAt(row.id);
  const words = [row.tapped && "tapped", row.sick && "summoning sick", row.face_down && "face down", row.token && "token", leads(row), time(row.id)];
  const counters = Object.entries(row.counters ?? {}).filter(([, n]) => n);
  const host = row.attached_to && `on ${label(row.attached_to)}`;
  const spoken = [label(row.id), typeLine(card), host, ...words, ...counters.map(([kind, n]) => `${n} ${kind} counters`)];
  const colors = card.colors?.length > 1 ? "many" : card.colors?.[0] ?? (card.types.includes("Land") ? "land" : "none");
  const inside = [
    h("span", { class: "tile-head" }, h("span", { class: "tile-name" }, row.card),
      h("span", { class: "cost" }, withMana(card.mana_cost ?? ""))),
    h("span", { class: "tile-type" }, card.loading ? "…" : typeLine(card) || "not in the library"),
    h("span", { class: "tile-foot" },
      words.filter(Boolean).map((word) => h("span", { class: "badge" }, word)),
      counters.map(([kind, n]) => h("span", { class: "badge counter" }, `${n} × ${kind}`)),
      Object.entries(row.chosen ?? {}).map(([, value]) => h("span", { class: "badge" }, withMana(chosenText(value)))),
      (row.granted ?? []).length > 0 && h("span", { class: "badge" }, "granted"),
      isForeign(row) && h("span", { class: "badge" }, `${row.controller}'s`),
      card.power != null && h("span", { class: "pt" }, `${card.power}/${card.toughness}`)),
  ];
  return h("div", { class: `tile-box${row.tapped ? " tapped" : ""}` },
    h("button", { type: "button", class: `tile c-${colors}${selected ? " selected" : ""}`, "data-host": row.id,
        "data-id": row.id, "data-key": `tile-${row.id}`, "aria-pressed": String(selected),
        "aria-label": spoken.filter(Boolean).join(", "), onclick: () => activate(row.id),
        onkeydown: (event) => keys(event, row.id) }, inside),
    h("span", { class: "grip", "data-grip": row.id, "aria-hidden": "true", title: "Drag" }, "⠿"),
    h("span", { class: "host-note", "data-note": row.id }),
    problem && h("p", { class: "error", role: "alert" }, problem));
}

const chosenText = (value) =>
  [value].flat().map((each) => (/^[WUBRG]$/.test(each) ? `{${each}}` : each)).join(", ");

function isForeign(row) {
  const host = find(row.attached_to);
  return host ? host.player !== row.controller : state.doc.players.includes(row.attached_to) && row.attached_to !== row.controller;
}

/** What the server said of the row with this id, where a problem has a place. */
function problemAt(id) {
  for (const error of state.problem?.errors ?? []) {
    const at = /^battlefield\[(\d+)\]/.exec(error.path ?? "");
    if (at && state.doc.battlefield[Number(at[1])]?.id === id) return error.message;
  }
  return null;
}

// ------------------------------------------------------------------------------------------ hands on it

function activate(id) {
  if (hosts.chooses()) hosts.pick(id);
  else choose(id);
}

/** The keys that every object and player has. */
function walk(event, id) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by) step(by);
  else if (event.key.toLowerCase() === "q") ask(id);
  else return false;
  event.preventDefault();
  return true;
}

/** On to the questions about it. */
function ask(id) {
  choose(id);
  document.querySelector("#questions .question")?.focus();
}

function keys(event, id) {
  if (event.ctrlKey || event.metaKey || event.altKey || walk(event, id)) return;
  const work = {
    t: () => toggle(id, "tapped"),
    s: () => toggle(id, "sick"),
    a: () => hosts.start(id),
    d: () => duplicate(id),
    u: () => change((doc) => { delete find(id, doc).row.attached_to; }),
    Delete: () => remove(id),
    Backspace: () => remove(id),
    "+": () => count(id, 1),
    "-": () => count(id, -1),
    ",": () => move(id, -1),
    ".": () => move(id, 1),
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!work) return;
  event.preventDefault();
  if (!hosts.chooses()) choose(id);
  work();
}

/** Moves the focus to the next host that can be chosen, or permanent. */
function step(by) {
  const all = [...document.querySelectorAll("#board .tile, #board .player")];
  const at = all.indexOf(document.activeElement);
  all[(at + by + all.length) % all.length]?.focus();
}

export function toggle(id, key) {
  change((doc) => {
    const { row } = find(id, doc);
    if (row[key]) delete row[key];
    else row[key] = true;
  });
}

/** Adds counters of a kind, of the first kind there is, or +1/+1 counters. */
export function count(id, by, kind = null) {
  change((doc) => {
    const { row } = find(id, doc);
    const which = kind ?? Object.keys(row.counters ?? {})[0] ?? "+1/+1";
    const number = Math.max(0, (row.counters?.[which] ?? 0) + by);
    row.counters = { ...row.counters, [which]: number };
    if (!number) delete row.counters[which];
    if (!Object.keys(row.counters).length) delete row.counters;
  });
}

/** Earlier or later in the order in time. */
export function move(id, by) {
  change((doc) => inTime(doc, id, by));
  const order = timeline();
  say(`${label(id)}: ${order.indexOf(id) + 1} of ${order.length} in time`);
}

export function duplicate(id) {
  change((doc) => {
    const { row, zone, player } = find(id, doc);
    const other = find(addCard(doc, row.card, player, zone), doc).row;
    Object.assign(other, { ...row, id: other.id });
  });
}

export function remove(id) {
  const ids = [...everything()].map((each) => each.row.id);
  const next = ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1];
  const name = label(id);
  change((doc) => removeCard(doc, id));
  say(`${name} removed`);
  document.querySelector(`[data-key="tile-${CSS.escape(next ?? "")}"]`)?.focus();
}
