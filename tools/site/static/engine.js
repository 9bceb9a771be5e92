// Python on this page, which is started once and called by name, by `mtx.start(share)`, `mtx.call(name, given)` and
// `mtx.widget(kind, given, element)`.
window.mtxParts = {};
window.mtx = (() => {
  const NAMES = ["loader", "module", "lock", "stdlib", "library", "wasm"];
  const here = new URL("..", document.currentScript.src), isFile = location.protocol === "file:";
  const waiting = new Map(), widgets = new Map();
  let worker = null, started = null, count = 0;

  // An error whose message says what happened and what to do.
  const says = (sentence) => Object.assign(new Error(sentence), { says: sentence });

  // The sentence about an error that is shown to the reader, whatever the error was.
  const told = ({ refused, says: sentence, message }) => refused ?? sentence ?? `Python has stopped: ${message}. Reload the page to continue.`;

  // A page on a disk may not fetch, but it may load scripts.
  function script(name) {
    return new Promise((loaded, failed) => {
      const tag = document.createElement("script");
      Object.assign(tag, { src: new URL(`python/${name}.js`, here), onload: loaded, onerror: () => failed(says(`The file python/${name}.js of this site is missing, so Python can't start. Copy the whole folder of the site.`)) });
      document.head.append(tag);
    });
  }

  async function packed(name) {
    if (!isFile) {
      const lost = () => { throw says(`The connection was lost while Python was loading (${name}.gz). Check your connection, then reload the page.`); };
      const answer = await fetch(new URL(`python/${name}.gz`, here)).catch(lost);
      if (!answer.ok) throw says(`The file python/${name}.gz of this site is missing, so Python can't start. Reload the page. If that doesn't help, please tell the owner of the site.`);
      return answer.arrayBuffer().catch(lost);
    }
    await script(name);
    const bytes = Uint8Array.from(atob(mtxParts[name]), (letter) => letter.charCodeAt(0));
    delete mtxParts[name];
    return bytes;
  }

  async function part(name) {
    const stream = new Blob([await packed(name)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  function ask(message, moved = []) {
    const number = ++count;
    worker.postMessage({ number, ...message }, moved);
    return new Promise((kept, failed) => waiting.set(number, { kept, failed }));
  }

  function hear({ data: { number, result, error, told } }) {
    if (told) return widgets.get(told.widget)?.(told);
    const { kept, failed } = waiting.get(number);
    waiting.delete(number);
    if (error) failed(new Error(error)); else kept(result);
  }

  async function begin(share) {
    let ready = 0;
    if (!window.DecompressionStream || !window.WebAssembly) throw says("This browser is too old to run Python. Please use a newer browser.");
    const got = await Promise.all(NAMES.map(async (name) => {
      const bytes = await part(name);
      share(++ready / (NAMES.length + 1));
      return [name, bytes];
    }));
    worker = new Worker(URL.createObjectURL(new Blob([mtxSources.worker], { type: "text/javascript" })));
    worker.onmessage = hear;
    const failed = new Promise((_, no) => { worker.onerror = ({ message }) => no(new Error(message || "the worker did not start")); });
    await Promise.race([ask({ start: { ...Object.fromEntries(got), bridge: mtxSources.bridge } }, got.map(([, bytes]) => bytes.buffer)), failed])
      .catch(({ message }) => { throw says(`Python did not start in this browser: ${message}. Reload the page, or try another browser.`); });
    share(1);
  }

  // If the start fails, the next call tries again.
  const start = (share = () => {}) => (started ??= begin(share).catch((error) => { started = null; throw error; }));

  // The result from Python. An error about the input has `refused`, a sentence about what was wrong.
  async function call(name, given = {}) {
    await start();
    const { result, refused } = await ask({ call: { name, given } });
    if (refused !== undefined) throw Object.assign(new Error(refused), { refused });
    return result;
  }

  // Puts a widget of the library into this element, with the model that its script expects from Jupyter.
  async function widget(kind, given, element) {
    const { number, values, script: source, style } = await call("made", { kind, ...given });
    const heard = {}, changed = new Set();
    const fire = (event, ...what) => [...(heard[event] ?? [])].forEach((each) => each(...what));
    const model = {
      get: (name) => values[name],
      set(name, value) {
        if (values[name] === value) return;
        values[name] = value;
        changed.add(name);
        fire(`change:${name}`);
        fire("change");
      },
      save_changes() {
        const sent = Object.fromEntries([...changed].map((name) => [name, values[name]]));
        changed.clear();
        call("take", { number, values: sent });
      },
      send(content) { if (content.do !== "nothing") call("hear", { number, content }); },
      on(event, each) { (heard[event] ??= new Set()).add(each); },
      off(event, each) { heard[event]?.delete(each); },
    };
    widgets.set(number, ({ changes, message }) => {
      Object.assign(values, changes);
      for (const name of Object.keys(changes ?? {})) fire(`change:${name}`);
      if (changes) fire("change");
      if (message) fire("msg:custom", message, []);
      if (changes) fire("moved");
    });
    const { default: made } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    element.append(Object.assign(document.createElement("style"), { textContent: style }));
    made.render({ model, el: element });
    return { model, number };
  }

  return { start, call, widget, told };
})();
