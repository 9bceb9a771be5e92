// Python on this page: started once, asked by name. `mtx.start(told)`, `mtx.call(name, given)`, `mtx.widget(kind, given)`.
window.mtxParts = {};
window.mtx = (() => {
  const NAMES = ["loader", "module", "lock", "stdlib", "library", "wasm"];
  const here = new URL("..", document.currentScript.src), isFile = location.protocol === "file:";
  const waiting = new Map(), widgets = new Map();
  let worker = null, started = null, count = 0;

  // A page on a disk may not fetch, but it may load scripts.
  function script(name) {
    return new Promise((loaded, failed) => {
      const tag = document.createElement("script");
      Object.assign(tag, { src: new URL(`python/${name}.js`, here), onload: loaded, onerror: () => failed(new Error(`${name}.js is missing`)) });
      document.head.append(tag);
    });
  }

  async function packed(name) {
    if (!isFile) {
      const answer = await fetch(new URL(`python/${name}.gz`, here));
      if (!answer.ok) throw new Error(`${name}.gz is missing`);
      return answer.arrayBuffer();
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

  async function begin(told) {
    let ready = 0;
    const got = await Promise.all(NAMES.map(async (name) => {
      const bytes = await part(name);
      told(++ready / (NAMES.length + 1));
      return [name, bytes];
    }));
    worker = new Worker(URL.createObjectURL(new Blob([mtxSources.worker], { type: "text/javascript" })));
    worker.onmessage = hear;
    const failed = new Promise((_, no) => { worker.onerror = ({ message }) => no(new Error(message || "the worker did not start")); });
    await Promise.race([ask({ start: { ...Object.fromEntries(got), bridge: mtxSources.bridge } }, got.map(([, bytes]) => bytes.buffer)), failed]);
    told(1);
  }

  const start = (told = () => {}) => (started ??= begin(told));

  // What Python makes of it; an error that says what was wrong with the input has `refused`.
  async function call(name, given = {}) {
    await start();
    const { result, refused } = await ask({ call: { name, given } });
    if (refused !== undefined) throw Object.assign(new Error(refused), { refused });
    return result;
  }

  // A widget of the library, in this element, with the model that its script expects from Jupyter.
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

  return { start, call, widget };
})();
