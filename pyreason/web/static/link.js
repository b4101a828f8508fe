// A link that holds the whole board: the scenario, packed, behind the #.

const toText = (bytes) =>
  btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function through(bytes, stream) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The part of the address behind the #, for a scenario. */
export async function pack(scenario) {
  const bytes = new TextEncoder().encode(JSON.stringify(scenario));
  if (!("CompressionStream" in window)) return `j=${toText(bytes)}`;
  return `b=${toText(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** The scenario behind a #; null where there is none. Throws where it can't be read. */
export async function unpack(hash) {
  const found = /^#?([bj])=([\w-]+)$/.exec(hash);
  if (!found) return null;
  let bytes = toBytes(found[2]);
  if (found[1] === "b") bytes = await through(bytes, new DecompressionStream("deflate-raw"));
  const scenario = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(scenario?.players) || !scenario.players.length) throw new Error("no board");
  return scenario;
}
