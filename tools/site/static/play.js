// An interactive page. Data in the page says which widget of the library it shows, or which function its form calls. Its
// state is in the address after the #, so that a link shows other people the same. Nothing else is stored, except the
// ranks of the judge.
(() => {
  const { kind, call, metrics } = JSON.parse(document.getElementById("page").textContent);
  const LONGEST = 20000, MOST = 200000;  // characters in an address (a text of some pages), and in a form
  const find = (id) => document.getElementById(id), form = find("form"), chooser = find("metric"), stage = find("stage");
  const WORD = /^[A-Za-z0-9_-]*$/;
  let shown = "", widget = null;

  const wait = find("wait"), bar = wait.querySelector("progress");
  function refuse(sentence) {
    find("refused").textContent = sentence;
    find("refused").hidden = !sentence;
  }

  // The state in the address, or a sentence if the address doesn't fit this page.
  function read() {
    const hash = location.hash.slice(1);
    if (hash.length > LONGEST) return { odd: "This link is too long to be one of ours. Here is a fresh page instead." };
    const found = Object.fromEntries(new URLSearchParams(hash));
    if (found.metric && !metrics.includes(found.metric)) return { odd: `There is no metric “${found.metric.slice(0, 40)}” here. Here is BLEU instead.` };
    if (!WORD.test(found.state ?? "")) return { odd: "This link can't be read: a part of it is missing or changed. Here is a fresh page instead." };
    return found;
  }

  function write(state) {
    const hash = `#${new URLSearchParams(state)}`;
    if (hash === shown) return;
    history[shown ? "pushState" : "replaceState"](null, "", hash);
    shown = hash;
    find("share").hidden = true;
  }

  const refer = (found) => Object.keys(found).filter((name) => /^reference\d+$/.test(name)).sort((a, b) => a.slice(9) - b.slice(9)).map((name) => found[name]);

  // The panel. Its state goes into the address after a pause.
  async function panel(found) {
    const metric = found.metric ?? metrics[0], state = found.state ?? "", example = JSON.parse(stage.dataset.example);
    const candidate = found.candidate ?? example.candidate, references = refer(found).length ? refer(found) : example.references;
    chooser.value = metric;
    const fresh = document.createElement("div");
    try {
      widget = await mtx.widget("panel", { name: metric, candidate, references, state }, fresh);
    } catch (error) {
      if (!error.refused || !state) throw error;
      refuse("This link can't be read: a part of it is missing or changed. Here is a fresh panel instead.");
      widget = await mtx.widget("panel", { name: metric, candidate, references }, fresh);
    }
    stage.replaceChildren(fresh);
    const { model, number } = widget;
    let rest = 0;
    const keep = async () => { if (widget.number === number) write({ metric, state: await mtx.call("state", { number }) }); };
    model.on("moved", () => { clearTimeout(rest); rest = setTimeout(keep, 600); });
    await keep();
  }

  async function quiz(found) {
    const given = Object.fromEntries(["topic", "level", "seed"].filter((name) => found[name]).map((name) => [name, name === "topic" ? found[name] : Number(found[name])]));
    const fresh = document.createElement("div");
    widget = await mtx.widget("quiz", given, fresh);
    stage.replaceChildren(fresh);
  }

  // A form. The text is sent to Python unchanged, and the library returns escaped HTML.
  async function filled(found) {
    for (const field of form.elements) if (field.name && field.name in found) field.value = found[field.name];
    await send(Object.keys(found).length > 0);
  }

  async function send(isAsked) {
    const given = Object.fromEntries([...form.elements].filter(({ name }) => name).map(({ name, value }) => [name, value]));
    const length = Object.values(given).join("").length;
    if (length > MOST) return refuse(`Your text has ${length.toLocaleString("en")} characters, and this page accepts at most ${MOST.toLocaleString("en")}. On your own machine, mtexplain accepts more.`);
    refuse("");
    stage.setAttribute("aria-busy", "true");
    try {
      const made = kind === "stepper" ? null : await mtx.call(call, given);
      const fresh = document.createElement("div");
      if (made !== null) fresh.innerHTML = made;
      else widget = await mtx.widget("stepper", { name: given.metric, candidate: given.candidate, references: given.references.split("\n").filter((one) => one.trim()) }, fresh);
      stage.replaceChildren(fresh);
      form.parentElement.open = false;  // so that the answer is at the top
      find("given").textContent = [...form.elements].filter(({ name, value }) => name && value.trim()).map((one) => one.selectedOptions?.[0].text ?? one.value.trim().slice(0, 200)).join(" · ");
      if (isAsked) write(given);
    } catch (error) {
      refuse(mtx.told(error));
      form.parentElement.open = true;
      stage.replaceChildren();
    } finally {
      stage.removeAttribute("aria-busy");
    }
  }

  async function open({ odd, ...found } = read()) {
    refuse(odd ?? "");
    if (odd) history.replaceState(null, "", location.pathname);  // so that it can't be shared
    shown = location.hash;
    try {
      if (kind === "panel") await panel(found);
      else if (kind === "quiz") await quiz(found);
      else if (kind === "judge") widget = await judging(stage);
      else await filled(found);
    } catch (error) {
      refuse(mtx.told(error));
      if (error.refused && kind === "quiz") await quiz({});
    }
  }

  // A link to the current state, also as a code to scan.
  async function share() {
    const box = find("share");
    box.hidden = !box.hidden;
    if (box.hidden) return;
    find("link").value = location.href;
    find("code").innerHTML = location.href.length > 2000 ? "<p>The link is too long for a code. Send it instead.</p>" : await mtx.call("code", { text: location.href });
    find("link").select();
  }

  async function begin() {
    const asked = read();
    refuse(asked.odd ?? "");  // at once, without waiting for Python
    if (asked.odd) history.replaceState(null, "", location.pathname);
    wait.hidden = false;
    try {
      await mtx.start((share) => { bar.value = share; });
      wait.hidden = true;
      await open(asked);
      document.documentElement.dataset.ready = "";
    } catch (error) {
      wait.hidden = true;
      refuse(mtx.told(error));
    }
  }

  form?.addEventListener("submit", (event) => { event.preventDefault(); send(true); });
  if (kind === "panel") chooser.addEventListener("change", () => { location.hash = new URLSearchParams({ metric: chooser.value }); });
  find("share-button").addEventListener("click", share);
  find("copy").addEventListener("click", () => { find("link").select(); navigator.clipboard?.writeText(find("link").value); });
  addEventListener("hashchange", () => { if (location.hash !== shown) open(); });
  addEventListener("popstate", () => { if (location.hash !== shown) open(); });
  begin();
})();
