// Cards of one's own: written, or pasted, as they are printed.
import * as api from "./api.js";
import { isPermanent, ownCard } from "./cards.js";
import { open } from "./dialogs.js";
import { h, say } from "./dom.js";
import { addCard, change, everything, state } from "./state.js";

const MANA = "(?:\\{[^}]+\\})";

/** The card that a text says: name and cost, type line, rules text, and at the end power and toughness, or loyalty. */
export function read(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const [, name, cost] = new RegExp(`^(.*?)\\s*(${MANA}*)$`).exec(lines.shift() ?? "");
  const card = { name };
  if (cost) card.mana_cost = cost;
  else if (new RegExp(`^${MANA}+$`).test(lines[0] ?? "")) card.mana_cost = lines.shift();
  card.type = (lines.shift() ?? "").replace(/\s+(-|–|--)\s+/, " — ");
  if (!name || !card.type) throw new Error("The first line is the name, with the mana cost; the second the types.");
  const size = /^([\d*+-]+)\s*\/\s*([\d*+-]+)$/.exec(lines.at(-1) ?? "");
  const loyalty = /^(?:starting )?loyalty:?\s*(\w+)$/i.exec(lines.at(-1) ?? "");
  if (size || loyalty) lines.pop();
  if (size) [, card.power, card.toughness] = size;
  if (loyalty) [, card.loyalty] = loyalty;
  if (lines.length) card.text = lines.join("\n");
  return card;
}

/** A card as text that `read` reads. */
export function write(card) {
  return [[card.name, card.mana_cost].filter(Boolean).join(" "), card.type, card.text,
    card.power != null && `${card.power}/${card.toughness}`, card.loyalty != null && `Loyalty: ${card.loyalty}`].filter(Boolean).join("\n");
}

export const isOwn = (name) => (state.doc.cards ?? []).some((card) => card.name === name);

/** The dialog for a new card, or for the own card of that name. */
export function edit(was = null) {
  const before = (state.doc.cards ?? []).find((card) => card.name === was);
  const used = [...everything()].some(({ row }) => row.card === was);
  const area = h("textarea", { rows: "9", id: "own-text", spellcheck: "false", "aria-describedby": "own-how own-error", "data-key": "own",
    placeholder: "Twilight Bear {1}{G}\nCreature — Bear\n{T}: Add one mana of any color.\n2/2" }, before ? write(before) : "");
  const whose = h("select", { id: "own-for", "data-key": "own-for" }, state.doc.players.map((player) =>
    h("option", { value: player, selected: player === state.selected?.id }, player)));
  const error = h("p", { class: "error", role: "alert", id: "own-error" });
  const close = () => document.getElementById("dialog").close();
  const put = async () => {
    error.textContent = "";
    try {
      const card = { ...kept(before), ...read(area.value) };
      const next = JSON.parse(JSON.stringify(state.doc));
      next.cards = [...(next.cards ?? []).filter((each) => each.name !== was && each.name !== card.name), card];
      if (before) for (const { row } of everything(next)) if (row.card === was) row.card = card.name;
      await api.ask({ players: ["me"], battlefield: [], cards: [card], ask: { colors_among_permanents: "me" } }); // is it one?
      let id = null;
      change((doc) => {
        Object.assign(doc, next);
        if (!before) id = addCard(doc, card.name, whose.value, isPermanent(ownCard(card)) ? "battlefield" : "hand");
      });
      close();
      if (id) document.querySelector(`[data-key="tile-${CSS.escape(id)}"]`)?.click();
      say(before ? `${card.name} is changed` : `${card.name} added for ${whose.value}`);
    } catch (problem) {
      error.textContent = problem.document?.errors?.[0]?.message ?? problem.message;
      area.setAttribute("aria-invalid", "true");
      area.focus();
    }
  };
  const drop = () => {
    change((doc) => {
      doc.cards = doc.cards.filter((card) => card.name !== was);
      if (!doc.cards.length) delete doc.cards;
    });
    close();
  };
  open(before ? `Your card ${was}` : "A card of your own",
    h("p", { class: "quiet", id: "own-how" }, "As it is printed: name and mana cost, types, the text with an ability a line, and power/toughness. It wins over a card of the same name."),
    h("label", { for: "own-text" }, "The card's text"), area, error,
    h("div", { class: "row" },
      !before && [h("label", { for: "own-for" }, "Add it for"), whose],
      h("button", { type: "button", class: "main", onclick: put }, before ? "Change it" : "Add it"),
      before && !used && h("button", { type: "button", class: "danger", onclick: drop }, "Forget it")));
  area.focus();
}

/** What a card says that this text has no place for. */
function kept(card) {
  const rest = {};
  for (const key of ["colors", "color_indicator"]) if (card?.[key]?.length) rest[key] = card[key];
  return rest;
}
