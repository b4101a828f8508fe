// Attaching: by keys, by touch, or by dragging. For an Aura the server says which hosts are legal: these are
// lit, the others dimmed, each with the rule that bars it.
import * as api from "./api.js";
import { attaches, info, isAura } from "./cards.js";
import { h, say } from "./dom.js";
import { change, find, label, select, state } from "./state.js";

let mode = null; // {id, legal: Set or null, barred: Map, drag}
let notice = null; // {id, host, text}

export const chooses = () => mode !== null && !mode.drag;

/** Begins to choose a host for a permanent. */
export async function start(id, drag = false) {
  const found = find(id);
  if (!found || found.zone !== "battlefield") return;
  const mine = { id, legal: null, barred: new Map(), drag };
  mode = mine;
  notice = null;
  paint();
  if (!drag) say(`What is ${label(id)} to be attached to? Choose a permanent or player; Escape ends it.`);
  if (!isAura(info(found.row.card))) return;
  try {
    const ruling = await api.ask({ ...state.doc, ask: { aura_hosts: id, how: "move" }, expect: undefined });
    mine.legal = new Set(ruling.answer);
    for (const [host, rules] of Object.entries(ruling.refused ?? {})) mine.barred.set(host, because(ruling, host, rules));
  } catch {
    mine.legal = null; // the board has a fault, or this is not answered: any host may be chosen
  }
  if (mode === mine) paint();
  if (mine.dropped) pick(mine.dropped, mine);
}

/** Why a host is barred: the sentence of a rule where there is one, and the numbers. */
export function because(ruling, host, rules) {
  const sentence = ruling.barred?.[host]?.find((each) => each.text)?.text;
  const numbers = `CR ${rules.join(", ")}`;
  if (find(ruling.ask.aura_hosts)?.row.attached_to === host && rules.includes("701.3b")) return `it is on it already (${numbers})`;
  return sentence ? `${sentence} (${numbers})` : `barred by ${numbers}`;
}

export function stop() {
  mode = null;
  paint();
}

/** Attaches to what was chosen, or says why not. */
export function pick(host, from = mode) {
  if (!from) return;
  const { id, legal, barred } = from;
  if (mode === from) mode = null;
  if (host === id) return paint();
  if (find(id)?.row.attached_to === host) return paint();
  if (legal && !legal.has(host)) {
    const text = `${label(id)} can't go on ${label(host)}: ${barred.get(host) ?? "no rule lets it"}.`;
    notice = { id, host, text };
    say(text);
    return paint();
  }
  if (!legal && !attaches(info(find(id).row.card))) {
    notice = { id, host, text: `${label(id)} is no Aura, Equipment or Fortification.` };
    say(notice.text);
    return paint();
  }
  attach(id, host);
}

export function attach(id, host) {
  notice = null;
  change((doc) => {
    const { row } = find(id, doc);
    if (host) row.attached_to = host;
    else delete row.attached_to;
  });
  say(host ? `${label(id)} is attached to ${label(host)}` : `${label(id)} is attached to nothing`);
  document.querySelector(`[data-key="tile-${CSS.escape(id)}"]`)?.focus();
}

/** Lights and dims hosts, for the choice that is being made or for the answer that is shown. */
export function paint() {
  let lit = null;
  let barred = new Map();
  if (mode) ({ legal: lit, barred } = mode);
  else if (state.ruling?.ask && "aura_hosts" in state.ruling.ask && !state.problem) {
    lit = new Set(state.ruling.answer);
    for (const [host, rules] of Object.entries(state.ruling.refused ?? {})) {
      barred.set(host, because(state.ruling, host, rules));
    }
  }
  const about = mode?.id ?? state.ruling?.ask?.aura_hosts;
  const board = document.getElementById("board");
  board.classList.toggle("choosing", chooses());
  for (const element of board.querySelectorAll("[data-host]")) {
    const id = element.dataset.host;
    element.classList.toggle("lit", Boolean(lit?.has(id)));
    element.classList.toggle("dim", Boolean(lit && !lit.has(id) && id !== about));
    element.classList.toggle("moving", mode?.id === id);
    const note = board.querySelector(`[data-note="${CSS.escape(id)}"]`);
    if (note) note.textContent = lit && !lit.has(id) && id !== about ? barred.get(id) ?? "" : "";
    element.title = barred.get(id) ?? "";
  }
  board.querySelector(".notice")?.remove();
  if (notice && find(notice.id)) show(board);
  if (chooses()) bar(board);
  else board.querySelector(".choosing-bar")?.remove();
}

function show(board) {
  const { id, host, text } = notice;
  const place = board.querySelector(`[data-host="${CSS.escape(host)}"]`)?.parentElement ?? board;
  place.append(h("div", { class: "notice error", role: "alert" }, h("span", {}, text),
    h("button", { type: "button", onclick: () => attach(id, host) }, "Attach anyway"),
    h("button", { type: "button", onclick: () => { notice = null; paint(); } }, "Close")));
}

function bar(board) {
  if (board.querySelector(".choosing-bar")) return;
  const on = find(mode.id)?.row.attached_to;
  board.prepend(h("p", { class: "choosing-bar" }, `Choose what ${label(mode.id)} goes on. `,
    on && h("button", { type: "button", onclick: () => { const { id } = mode; mode = null; attach(id, null); } }, "Nothing"),
    h("button", { type: "button", onclick: stop }, "Cancel")));
}

// ------------------------------------------------------------------------------------------ dragging

let press = null; // {id, x, y, ghost}

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.("[data-grip]");
  const tile = event.target.closest?.(".tile[data-id]");
  if (event.button !== 0 || (!grip && (!tile || event.pointerType !== "mouse"))) return;
  press = { id: grip?.dataset.grip ?? tile.dataset.id, x: event.clientX, y: event.clientY, ghost: null };
});

document.addEventListener("pointermove", (event) => {
  if (!press) return;
  if (!press.ghost) {
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < 7) return;
    press.ghost = h("div", { class: "ghost", "aria-hidden": "true" }, label(press.id));
    document.body.append(press.ghost);
    document.body.classList.add("dragging");
    start(press.id, true);
  }
  event.preventDefault();
  press.ghost.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
  document.querySelector(".over")?.classList.remove("over");
  under(event)?.classList.add("over");
});

const under = (event) => {
  const at = document.elementFromPoint(event.clientX, event.clientY);
  return at?.closest(".tile-box")?.querySelector("[data-host]") ?? at?.closest("[data-host]");
};

document.addEventListener("pointerup", (event) => {
  const was = press;
  press = null;
  if (!was?.ghost) return;
  end(was);
  window.addEventListener("click", (click) => { click.stopPropagation(); click.preventDefault(); },
    { capture: true, once: true });
  setTimeout(() => window.dispatchEvent(new Event("click")), 0); // takes the listener away where no click came
  const host = under(event)?.dataset.host;
  const player = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-side]")?.dataset.side;
  const from = mode;
  if (host && host !== was.id && from) {
    if (isAura(info(find(was.id).row.card)) && !from.legal && !from.barred.size) from.dropped = host; // not yet told
    else pick(host, from);
  } else if (player && !host && find(was.id).row.controller !== player) {
    mode = null;
    change((doc) => { find(was.id, doc).row.controller = player; });
  }
  mode = null;
  select(was.id);
  paint();
});

document.addEventListener("pointercancel", () => {
  if (press?.ghost) { end(press); stop(); }
  press = null;
});

function end(was) {
  was.ghost.remove();
  document.body.classList.remove("dragging");
  document.querySelector(".over")?.classList.remove("over");
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (press?.ghost) { end(press); press = null; }
  if (mode || notice) { notice = null; stop(); }
});
