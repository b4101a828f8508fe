// What is known of cards: fetched once each, or read off the scenario's own cards.
import * as api from "./api.js";
import { state } from "./state.js";

const known = new Map();
const NOTHING = { name: "", types: [], subtypes: [], supertypes: [], lines: [], colors: [] };
let changed = () => {};

export function onCards(listener) {
  changed = listener;
}

/** The values of a card; a stand-in until they are there, and for a name nobody knows. */
export function info(name) {
  const own = (state.doc.cards ?? []).find((c) => c.name === name);
  if (own) return ownCard(own);
  if (!name) return { ...NOTHING };
  if (!known.has(name)) {
    known.set(name, { ...NOTHING, name, loading: true });
    api.card(name).then(
      (card) => known.set(name, card),
      (error) => known.set(name, { ...known.get(name), loading: false, error: error.message }),
    ).then(changed);
  }
  return known.get(name);
}

/** The values of one of the scenario's own cards, as far as its text shows them. */
export function ownCard(own) {
  const [front, back = ""] = own.type.split("—").map((part) => part.trim());
  return {
    ...own,
    types: front.split(/\s+/),
    supertypes: [],
    subtypes: back ? back.split(/\s+/) : [],
    colors: own.colors ?? [...new Set((own.mana_cost ?? "").match(/[WUBRG]/g) ?? [])],
    lines: (own.text ?? "").split("\n").filter(Boolean).map((reads, i) => ({ number: i + 1, reads, term: "" })),
  };
}

export const typeLine = (card) =>
  [[...card.supertypes, ...card.types].join(" "), card.subtypes.join(" ")].filter(Boolean).join(" — ");
export const isAura = (card) => card.subtypes.includes("Aura");
export const attaches = (card) =>
  ["Aura", "Equipment", "Fortification"].some((type) => card.subtypes.includes(type));
export const isPermanent = (card) =>
  card.types.length === 0 || !card.types.every((type) => ["Instant", "Sorcery"].includes(type));

/** The card's abilities that a question counts, as {number, text}: "mana", "activated", or any that are counted. */
export function abilities(card, counts) {
  const lines = card.lines.filter((line) => line.reads);
  const activated = (line) => /^(activated|intrinsic|loyalty)\(/.test(line.term) || (!line.term && /:/.test(line.reads));
  const triggered = (line) => /^triggered\(/.test(line.term) || (!line.term && /^(When|At )/.test(line.reads));
  const chosen = lines.filter((line) => {
    if (counts === "activated") return activated(line);
    if (counts === "mana") return (activated(line) || triggered(line)) && /\badd\b/i.test(line.reads);
    return activated(line) || triggered(line);
  });
  return chosen.map((line, i) => ({ number: i + 1, text: line.reads.replace(/^\((.*)\)$/, "$1") }));
}

/** Whether the card has to do with mana of its own. */
export const makesMana = (card) =>
  card.types.includes("Land") || card.lines.some((line) => /\badds?\b/i.test(line.reads ?? ""));
