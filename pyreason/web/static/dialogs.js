// Examples, the board as text, files, and help.
import * as api from "./api.js";
import { h, replace, say } from "./dom.js";
import { load, state } from "./state.js";

const dialog = document.getElementById("dialog");

export function open(title, ...content) {
  replace(dialog, h("div", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title),
    h("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "×")), ...content);
  if (!dialog.open) dialog.showModal();
}

const fault = (error) => h("p", { class: "error", role: "alert" }, error.message);

/** Scenarios to choose from. */
function pick(title, groups, ...more) {
  const entry = (scenario) => h("li", {}, h("button", { type: "button", class: "example", "data-example": scenario.id,
    onclick: () => { load(scenario); dialog.close(); say(`${scenario.title || scenario.id} is on the board`); } },
    h("span", {}, scenario.title || scenario.id), scenario.why && h("span", { class: "quiet" }, scenario.why)));
  open(title, ...more, groups.map((group) => [group.name && h("h3", {}, group.name), h("ul", { class: "examples" }, group.scenarios.map(entry))]));
}

export async function examples() {
  open("Examples", h("p", { class: "quiet" }, "Loading…"));
  try {
    pick("Examples", await api.examples());
  } catch (error) {
    open("Examples", fault(error));
  }
}

/** What is sent and saved: the scenario, with a question even where none was put yet. */
export function whole() {
  return state.doc.ask ? state.doc : { ...state.doc, ask: { state_based_actions: true } };
}

export async function save() {
  try {
    const { yaml } = await api.write(whole());
    const address = URL.createObjectURL(new Blob([yaml], { type: "application/yaml" }));
    const link = h("a", { href: address, download: `${state.doc.id || "board"}.yaml` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    say("Saved");
  } catch (error) {
    open("Save", fault(error));
  }
}

export async function openText(text, name) {
  try {
    const looksLikeBoard = !/^\s*[{-]|^\s*(id|players|title|battlefield|ask)\s*:/m.test(text);
    if (looksLikeBoard) {
      load({ ...(await api.readBoard(text)), id: "board" });
      return dialog.close();
    }
    const { scenarios, errors } = await api.read(text);
    const faults = errors.map((error) => h("p", { class: "error", role: "alert" }, error.text));
    if (scenarios.length === 1 && !errors.length) {
      load(scenarios[0].scenario);
      return dialog.close();
    }
    return pick(name, [{ name: "", scenarios: scenarios.map((each) => each.scenario) }], ...faults);
  } catch (error) {
    return open(name, fault(error));
  }
}

export async function text() {
  const area = h("textarea", { rows: "16", spellcheck: "false", "aria-label": "The board as text", "data-key": "text" });
  const error = h("p", { class: "error", role: "alert" });
  const put = async (work) => {
    error.textContent = "";
    const before = area.value;
    try {
      const said = await work();
      if (area.value === before) area.value = said; // else somebody writes already
    } catch (problem) { error.textContent = problem.message; }
  };
  const yaml = () => put(async () => (await api.write(whole())).yaml);
  const line = () => put(async () => (await api.writeBoard(whole())).text);
  const apply = async () => {
    error.textContent = "";
    const before = state.doc;
    await openText(area.value, "Text");
    if (state.doc !== before) say("The board is as the text says");
  };
  open("The board as text",
    h("p", { class: "quiet" }, "A scenario, or a board in one line: alice: Forest, Wild Growth -> Forest | bob: Mountain (tapped)"),
    area, error, h("div", { class: "row" },
      h("button", { type: "button", class: "main", onclick: apply }, "Use this text"),
      h("button", { type: "button", onclick: yaml }, "As a scenario"),
      h("button", { type: "button", onclick: line }, "In one line")));
  await yaml();
}

export function help() {
  const rows = [["Tab", "goes on; the fields at each side's head take card names (3 Forest adds three)"],
    ["Enter", "adds the card; selects the permanent"], ["← → ↑ ↓", "from permanent to permanent"],
    ["Q", "goes to the questions about it"], ["T, S", "taps; gives summoning sickness"], ["A, then Enter", "attaches to the permanent or player chosen"],
    ["U", "takes it off what it is attached to"], ["+ −", "counters"], [", .", "earlier and later in the order in time"], ["D, Delete", "duplicates; removes"],
    ["Escape", "ends a choice"], ["Ctrl+Z", "takes the last change back"]];
  open("Help", h("p", {}, "Build a board, choose a permanent or player, pick a question. The ruling follows every change."),
    h("p", {}, "Drag an Aura to a host: those that are legal are lit, the others say which rule bars them. On a touch screen drag by the dots, or use “Choose on the board”."),
    h("table", {}, h("tbody", {}, rows.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what))))));
}

export function linkShown(address) {
  open("Link", h("p", {}, "This link holds the whole board:"),
    h("input", { type: "text", readonly: true, value: address, "aria-label": "Link", onfocus: (event) => event.target.select() }));
}
