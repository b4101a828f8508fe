// The board that is being built: a scenario, what is selected, and what was there before.

export const ZONES = ["hand", "library", "graveyard", "exile", "command"];

export const state = {
  doc: blank(),
  selected: null, // {kind: "object" | "player", id}
  ruling: null,
  problem: null, // a problem document
  asking: false,
  follow: false, // whether the ruling is to be brought into sight
};

const past = [];
let listener = () => {};

export function onChange(work) {
  listener = work;
}

export function blank() {
  return { id: "board", players: ["alice", "bob"], battlefield: [] };
}

/** Changes the board: `work` gets a copy of the scenario to change. */
export function change(work) {
  const before = JSON.stringify(state.doc);
  const next = JSON.parse(before);
  work(next);
  if (JSON.stringify(next) === before) return;
  past.push(before);
  if (past.length > 200) past.shift();
  state.doc = next;
  tidy();
  listener("board");
}

export function undo() {
  if (!past.length) return false;
  state.doc = JSON.parse(past.pop());
  tidy();
  listener("board");
  return true;
}

/** Puts another scenario in place of this one. */
export function load(scenario) {
  past.push(JSON.stringify(state.doc));
  state.doc = normal(scenario);
  state.selected = null;
  const subject = state.doc.ask && Object.values(state.doc.ask)[0];
  if (typeof subject === "string") select(subject);
  tidy();
  listener("board");
}

export function select(id) {
  state.selected = state.doc.players.includes(id) ? { kind: "player", id } : find(id) ? { kind: "object", id } : null;
}

/** Selects, and shows that. */
export function choose(id) {
  select(id);
  listener("selection");
}

export function refresh(what = "selection") {
  listener(what);
}

/** A scenario in the form that this page works on: every card a map with an id. */
export function normal(scenario) {
  const doc = { id: "board", battlefield: [], ...JSON.parse(JSON.stringify(scenario)) };
  const used = new Set(doc.players);
  const fix = (row, mark) => {
    const full = typeof row === "string" ? { card: row } : row;
    const id = full.id ?? free(mark === "#" ? full.card : slug(full.card ?? "ability"), mark, used);
    used.add(id);
    return { id, ...full };
  };
  doc.battlefield = doc.battlefield.map((row) => fix(row, "-"));
  for (const zone of ZONES) {
    for (const player of Object.keys(doc[zone] ?? {})) {
      doc[zone][player] = doc[zone][player].map((row) => fix(row, "#"));
    }
  }
  for (const key of ["stack", "effects"]) if (doc[key]) doc[key] = doc[key].map((row) => fix(row, "-"));
  return doc;
}

function tidy() {
  if (state.selected && state.selected.kind === "object" && !find(state.selected.id)) state.selected = null;
}

/** Every object with an id: {row, zone, player}. */
export function* everything(doc = state.doc) {
  for (const row of doc.battlefield) yield { row, zone: "battlefield", player: row.controller };
  for (const zone of ZONES) {
    for (const [player, rows] of Object.entries(doc[zone] ?? {})) {
      for (const row of rows) yield { row, zone, player };
    }
  }
  for (const zone of ["stack", "effects"]) {
    for (const row of doc[zone] ?? []) yield { row, zone, player: row.controller };
  }
}

export function find(id, doc = state.doc) {
  for (const each of everything(doc)) if (each.row.id === id) return each;
  return null;
}

/** What to call an id: its card's name, with the id where several share the name. */
export function label(id, doc = state.doc) {
  const found = find(id, doc);
  if (!found) return id;
  const name = found.row.card ?? `ability of ${found.row.ability_of}`;
  const same = [...everything(doc)].filter((each) => each.row.card === found.row.card).length;
  return same > 1 && id !== name ? `${name} (${id})` : name;
}

export function slug(name) {
  const plain = name.normalize("NFKD").replace(/[^\x00-\x7f]/g, "").toLowerCase().replaceAll("'", "");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "card";
}

function free(base, mark, used) {
  let name = base;
  for (let n = 2; used.has(name); n += 1) name = `${base}${mark}${n}`;
  return name;
}

/** An id that nothing on the board has. */
export function newId(doc, name, zone) {
  const used = new Set([...doc.players, ...[...everything(doc)].map((each) => each.row.id)]);
  return ZONES.includes(zone) ? free(name, "#", used) : free(slug(name), "-", used);
}

/** Adds a card and gives its id. */
export function addCard(doc, name, player, zone = "battlefield") {
  const id = newId(doc, name, zone);
  if (zone === "battlefield") doc.battlefield.push({ id, card: name, controller: player });
  else if (zone === "stack" || zone === "effects") doc[zone] = [...(doc[zone] ?? []), { id, card: name, controller: player }];
  else {
    doc[zone] ??= {};
    doc[zone][player] = [...(doc[zone][player] ?? []), { id, card: name }];
  }
  return id;
}

/** Takes an object off the board; what was attached to it, or asked about it, forgets it. */
export function removeCard(doc, id) {
  doc.battlefield = doc.battlefield.filter((row) => row.id !== id);
  for (const row of doc.battlefield) if (row.attached_to === id) delete row.attached_to;
  for (const key of ["stack", "effects"]) if (doc[key]) doc[key] = doc[key].filter((row) => row.id !== id);
  if (!doc.effects?.length) delete doc.effects;
  for (const zone of ZONES) {
    for (const player of Object.keys(doc[zone] ?? {})) {
      doc[zone][player] = doc[zone][player].filter((row) => row.id !== id);
      if (!doc[zone][player].length) delete doc[zone][player];
    }
  }
  if (doc.timestamps) keepTimes(doc, doc.timestamps.filter((each) => each !== id));
  if (doc.ask && Object.values(doc.ask)[0] === id) delete doc.ask;
}

// ------------------------------------------------------------------------------------------ time and commanders

const inRows = (doc) => [...doc.battlefield, ...(doc.effects ?? [])].map((row) => row.id);

/** The ids of permanents and lasting effects, oldest first: as the scenario says, then as they are listed. */
export function timeline(doc = state.doc) {
  return [...new Set([...(doc.timestamps ?? []), ...inRows(doc)])];
}

/** Moves an object so many places later in the order in time. */
export function inTime(doc, id, by) {
  const order = timeline(doc);
  const at = order.indexOf(id);
  if (at < 0 || at + by < 0 || at + by >= order.length) return;
  order.splice(at, 1);
  order.splice(at + by, 0, id);
  keepTimes(doc, order);
}

/** Keeps an order in time where the order of rows does not say it all. */
function keepTimes(doc, order) {
  doc.timestamps = order;
  if (JSON.stringify(timeline(doc)) === JSON.stringify(inRows(doc))) delete doc.timestamps;
}

/** The names of a player's commanders. */
export const commanders = (player, doc = state.doc) => [doc.commander?.[player] ?? []].flat();

/** Makes a card its owner's commander, or no more. */
export function toggleCommander(doc, name, player) {
  const now = commanders(player, doc);
  const next = now.includes(name) ? now.filter((each) => each !== name) : [...now, name];
  doc.commander = { ...doc.commander, [player]: next };
  if (!next.length) delete doc.commander[player];
  if (!Object.keys(doc.commander).length) delete doc.commander;
}
