// Mana symbols, drawn with text and CSS.
import { h } from "./dom.js";

const NAMES = {
  W: "white", U: "blue", B: "black", R: "red", G: "green", C: "colourless", T: "tap", Q: "untap", S: "snow",
  X: "X", Y: "Y", Z: "Z", P: "Phyrexian",
};
const SHOWN = { T: "↷", Q: "↶", S: "❄", P: "Φ" };

/** One symbol, from what stands between its braces: "G", "2", "W/U", "G/P". */
export function symbol(code) {
  const parts = code.toUpperCase().split("/");
  const name = parts.map((part) => NAMES[part] ?? part).join(" or ");
  const classes = parts.map((part, i) => `m${i ? "2" : ""}-${/^[WUBRGCS]$/.test(part) ? part : "N"}`);
  const text = parts.length > 1 ? parts.map((p) => SHOWN[p] ?? p).join("") : SHOWN[parts[0]] ?? parts[0];
  const split = parts.length > 1 ? " split" : "";
  return h("span", { class: `mana ${classes.join(" ")}${split}`, role: "img", "aria-label": name }, text);
}

/** Text with its symbols drawn. */
export function withMana(text) {
  return String(text).split(/(\{[^{}\s]{1,5}\})/).map((part) => {
    const found = /^\{([^{}]+)\}$/.exec(part);
    return found ? symbol(found[1]) : part;
  });
}
