// A field for a card's name: completes from the library, Enter adds.
import * as api from "./api.js";
import { h, later } from "./dom.js";

let number = 0;

/** The field. `add(name, count)` is called with a card's name; what it throws is shown in place. */
export function cardField({ label, key, add }) {
  const id = `combo-${(number += 1)}`;
  let found = [];
  let active = -1;
  let controller = null;
  let pending = Promise.resolve();

  const input = h("input", {
    type: "text", id, role: "combobox", "aria-expanded": "false", "aria-controls": `${id}-list`, "data-key": key,
    "aria-autocomplete": "list", "aria-describedby": `${id}-error`, autocomplete: "off", autocapitalize: "off",
    spellcheck: "false", placeholder: "Type a card's name", maxlength: "150",
  });
  const list = h("ul", { id: `${id}-list`, role: "listbox", "aria-label": `Cards for ${label}`, hidden: true });
  const error = h("p", { id: `${id}-error`, class: "error", role: "alert" });
  const box = h("div", { class: "combo" }, h("label", { for: id, class: "sr" }, label), input, list, error);

  const typed = () => {
    const counted = /^\s*(\d{1,2})\s*[x×]?\s+(.*)$/.exec(input.value);
    return counted && !/^\d+\s/.test(found[active]?.name ?? "")
      ? { count: Number(counted[1]), name: counted[2].trim() }
      : { count: 1, name: input.value.trim() };
  };

  function show() {
    list.replaceChildren(...found.map((card, i) =>
      h("li", { role: "option", id: `${id}-${i}`, "aria-selected": String(i === active),
          onpointerdown: (event) => { event.preventDefault(); take(card.name); } },
        h("span", {}, card.name), h("span", { class: "quiet" }, card.type))));
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(found.length > 0));
    if (active >= 0 && found.length) input.setAttribute("aria-activedescendant", `${id}-${active}`);
    else input.removeAttribute("aria-activedescendant");
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  function close() {
    controller?.abort();
    found = [];
    active = -1;
    show();
  }

  async function look() {
    controller?.abort();
    const { name } = typed();
    if (!name) return close();
    controller = new AbortController();
    try {
      const { cards } = await api.search(name, controller.signal);
      found = cards;
      active = cards.length ? 0 : -1;
      show();
    } catch (problem) {
      if (problem.name !== "AbortError") fail(problem.message);
    }
  }

  function fail(text) {
    error.textContent = text;
    input.setAttribute("aria-invalid", text ? "true" : "false");
  }

  async function take(name) {
    const { count } = typed();
    try {
      const card = await api.card(name);
      input.value = "";
      close();
      fail("");
      add(name.includes("//") ? card.full_name : card.name, Math.max(1, count), card);
    } catch (problem) {
      close();
      fail(problem.message);
    }
  }

  let scheduled = false;
  const soon = later(90, () => { scheduled = false; pending = look(); });
  input.addEventListener("input", () => { fail(""); scheduled = true; soon(); });
  input.addEventListener("blur", () => setTimeout(() => { // not where it only was drawn anew
    if (document.activeElement !== input) close();
  }, 120));
  input.addEventListener("keydown", async (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!found.length) return;
      event.preventDefault();
      active = (active + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length;
      show();
    } else if (event.key === "Escape") {
      if (found.length) event.stopPropagation();
      close();
    } else if (event.key === "Enter" && input.value.trim()) {
      event.preventDefault();
      if (scheduled) { scheduled = false; pending = look(); }
      await pending;
      const { name } = typed();
      const exact = found.find((card) => card.name.toLowerCase() === name.toLowerCase());
      const near = found[active];
      const fits = near && near.name.toLowerCase().includes(name.toLowerCase().split(" ")[0]);
      await take(exact?.name ?? (fits ? near.name : name));
    }
  });
  return box;
}
