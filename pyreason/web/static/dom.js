// Small helpers for making elements.

/** An element: h("button", {class: "a", onclick: f, "aria-label": "x"}, "text", child). False children are left out. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value === "boolean" && !key.startsWith("aria")) element[key] = value;
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/** Puts children in place of what an element holds; `keepFocus` goes around. */
export function replace(element, ...children) {
  keepFocus(() => element.replaceChildren(...children.flat(3).filter(Boolean)));
}

/** Does work that draws parts of the page anew; the focus stays where `data-key` is the same. */
export function keepFocus(work) {
  const active = document.activeElement;
  const key = active?.closest("[data-key]")?.dataset.key;
  const at = key && active.type === "text" ? [active.selectionStart, active.selectionEnd] : null;
  work();
  if (!key || document.activeElement === active) return;
  const again = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (at && again.type === "text") again.setSelectionRange(...at);
}

/** Tells people who listen rather than look. */
export function say(text) {
  const status = document.getElementById("status");
  status.textContent = status.textContent === text ? `${text} ` : text;
}

/** A function that runs once no call came for some time. */
export function later(milliseconds, work) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...args), milliseconds);
  };
}
