// The server: every call gives what it answered, or throws a Problem.

export class Problem extends Error {
  constructor(document) {
    super(document.detail ?? "The server did not answer.");
    this.document = document;
  }
}

async function call(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ title: "No connection", detail: "The server can't be reached. Is it still running?" });
  }
  let document;
  try {
    document = await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error; // given up while the answer was on its way
    throw new Problem({ title: "No answer", detail: `The server answered with status ${answer.status}.` });
  }
  if (!answer.ok) throw new Problem(document);
  return document;
}

const post = (path, body, type, signal) =>
  call(path, { method: "POST", body, headers: { "content-type": type }, signal });

export const ask = (scenario, signal) =>
  post("/api/ask?explain=true", JSON.stringify(scenario), "application/json", signal);
export const read = (text) => post("/api/read", text, "application/yaml");
export const write = (scenario) => post("/api/write", JSON.stringify(scenario), "application/json");
export const readBoard = (text) => post("/api/board", text, "text/plain");
export const writeBoard = (scenario) => post("/api/text", JSON.stringify(scenario), "application/json");
export const search = (text, signal) => call(`/api/cards?q=${encodeURIComponent(text)}&limit=8`, { signal });
export const card = (name) => call(`/api/cards/${encodeURIComponent(name)}`);
export const questions = () => call("/api/questions");
export const examples = () => call("/api/examples");
