// Wires the page: the board, the inspector, the questions and the ruling are drawn from one state.
import * as api from "./api.js";
import * as board from "./board.js";
import * as dialogs from "./dialogs.js";
import { h, later, say } from "./dom.js";
import * as hosts from "./hosts.js";
import * as inspector from "./inspector.js";
import * as link from "./link.js";
import * as own from "./own.js";
import * as questions from "./questions.js";
import * as ruling from "./ruling.js";
import { blank, choose, everything, load, onChange, state, undo } from "./state.js";

const ids = h("datalist", { id: "ids" });
document.body.append(ids);

function draw() {
  ids.replaceChildren(...[...everything()].filter((each) => each.zone !== "effects").map((each) => h("option", { value: each.row.id })),
    ...state.doc.players.map((player) => h("option", { value: player })));
  board.draw();
  inspector.draw();
  questions.draw();
  ruling.draw();
}

let controller = null;

async function ask() {
  controller?.abort();
  if (!state.doc.ask) {
    Object.assign(state, { ruling: null, problem: null, asking: false });
    return draw();
  }
  const mine = (controller = new AbortController());
  state.asking = true;
  ruling.draw();
  let [answer, problem] = [null, null];
  try {
    answer = await api.ask({ ...state.doc, expect: undefined }, mine.signal);
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    problem = error.document ?? { title: "An error of this page", detail: String(error.message) };
  }
  Object.assign(state, { ruling: answer, problem, asking: false });
  draw();
  if (state.follow) document.getElementById("ruling").scrollIntoView({ block: "nearest" });
  state.follow = false;
  say(problem ? problem.detail : `${document.querySelector("#ruling h2")?.textContent} ${document.querySelector("#ruling .answer")?.textContent}`);
  return undefined;
}

const askSoon = later(150, ask);
const keepLink = later(400, async () => history.replaceState(null, "", `#${await link.pack(state.doc)}`));

onChange((what) => {
  if (what === "board") {
    state.problem = null;
    if (JSON.stringify(state.ruling?.ask) !== JSON.stringify(state.doc.ask)) state.ruling = null;
    askSoon();
    keepLink();
  }
  draw();
});

async function fromLink() {
  try {
    const scenario = await link.unpack(location.hash);
    if (scenario) load(scenario);
    return Boolean(scenario);
  } catch {
    document.getElementById("board").prepend(h("p", { class: "error", role: "alert" }, "This link holds no board that can be read."));
    return false;
  }
}

// ------------------------------------------------------------------------------------------ the head

const on = (id, work) => document.getElementById(id).addEventListener("click", work);
on("show-examples", dialogs.examples);
on("new-board", () => load({ ...blank(), players: [...state.doc.players] }));
on("undo", () => undo() || say("There is nothing to take back"));
on("own-card", () => own.edit());
on("show-text", dialogs.text);
on("save-file", dialogs.save);
on("show-keys", dialogs.help);
on("open-file", () => document.getElementById("file").click());
on("copy-link", async (event) => {
  const { target } = event;
  const hash = `#${await link.pack(state.doc)}`;
  history.replaceState(null, "", hash);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied");
    target.textContent = "Copied";
    setTimeout(() => { target.textContent = "Copy link"; }, 1500);
  } catch {
    dialogs.linkShown(location.href);
  }
});
on("theme", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});
document.getElementById("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) await dialogs.openText(await file.text(), file.name);
  event.target.value = "";
});
document.addEventListener("keydown", (event) => {
  const writes = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !writes) {
    event.preventDefault();
    undo();
  }
});
addEventListener("hashchange", fromLink);

const theme = localStorage.getItem("theme");
if (theme) document.documentElement.dataset.theme = theme;
draw();
questions.load().then(() => questions.draw(), (error) => {
  document.getElementById("questions").append(h("p", { class: "error", role: "alert" }, error.message));
});
if (!(await fromLink())) choose(state.doc.players[0]);
document.documentElement.dataset.ready = "true";
