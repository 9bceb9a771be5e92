// Python in its own thread, so that the page stays responsive while Python starts and computes. It makes no requests.
const parts = {};
const url = (bytes, type = "text/javascript") => URL.createObjectURL(new Blob([bytes], { type }));

// Everything that Pyodide would fetch is here already.
const fetched = self.fetch.bind(self);
self.fetch = (what, ...rest) => (String(what).endsWith(".wasm")
  ? Promise.resolve(new Response(parts.wasm, { headers: { "Content-Type": "application/wasm" } }))
  : fetched(what, ...rest));
self.importScripts = undefined;  // otherwise Pyodide refuses to start in a worker made of text

async function start(given) {
  Object.assign(parts, given);
  const { loadPyodide } = await import(url(parts.loader));
  const { default: createPyodideModule } = await import(url(parts.module));
  const lockFileContents = JSON.parse(new TextDecoder().decode(parts.lock));
  const stdLibURL = url(parts.stdlib, "application/zip");
  const python = await loadPyodide({ indexURL: "https://nowhere.invalid/", createPyodideModule, stdLibURL, lockFileContents });
  python.unpackArchive(parts.library, "zip");
  python.registerJsModule("page", { tell: (told) => postMessage({ told: JSON.parse(told) }) });
  python.runPython(given.bridge);
  return python.globals.get("answer");
}

let answer = null;
self.onmessage = async ({ data: { number, start: given, call } }) => {
  try {
    if (given) answer = await start(given);
    postMessage({ number, result: given ? null : JSON.parse(answer(JSON.stringify(call))) });
  } catch (error) {
    postMessage({ number, error: String(error.message ?? error).trim().split("\n").at(-1) });
  }
};
