// The stepper, in the browser: it only shows, forward and back, the moments that Python has told.

function render({ model, el }) {
  const { texts, steps, moments } = model.get("story");
  const numbered = (name, symbol, label) =>
    make("button", { type: "button", class: name, "aria-label": label, title: label }, symbol);
  const first = numbered("first", "⏮", "To the beginning");
  const back = numbered("back", "◀ Back", "One moment back");
  const next = numbered("next", "Next ▶", "One moment on");
  const where = make("span", { class: "where" });
  const bar = make("div", { class: "bar-of-buttons" }, first, back, next, where);

  const starts = steps.map(({ name }) => moments.findIndex((moment) => moment.step === name));
  const chips = steps.map(({ title }, place) => {
    const chip = make("button", { type: "button" }, title);
    chip.addEventListener("click", () => go(starts[place]));
    return chip;
  });
  const nav = make("div", { class: "chips", role: "group", "aria-label": "Steps" }, ...chips);

  const words = texts.map(([, tokens], place) => tokens.map((token) => make("span", { "data-text": place }, token)));
  const lines = texts.map(([name], place) => {
    const code = make("code", { dir: "auto" });
    words[place].forEach((word, number) => code.append(...(number ? [" ", word] : [word])));
    return make("div", { class: "line" }, make("span", {}, name), code);
  });

  const told = make("p", { class: "say", role: "status", "aria-live": "polite" });
  const bodies = steps.map(({ table, rest }) => {
    const filled = make("div", { class: "filled" }), after = make("div", { class: "rest" });
    filled.innerHTML = table;
    after.innerHTML = rest;
    return { box: make("div", { class: "body" }, filled, after), filled, after };
  });

  const root = make("div", { class: "mtx mtx-stepper", role: "group", "aria-label": "Step through the trace" },
    bar, nav, make("div", { class: "lines" }, ...lines), told, ...bodies.map(({ box }) => box));
  el.append(root);

  function fillTable(filled, { row, columns }) {
    const all = row === null;
    filled.querySelectorAll("tbody tr").forEach((line, number) => {
      const total = line.classList.contains("total");
      const now = !all && number === row && columns > 1 && !total;
      line.classList.toggle("now", now);
      [...line.cells].forEach((cell, place) => {
        const seen = all || (!total && (number < row || place < (number === row ? columns : 1)));
        cell.style.visibility = seen ? "" : "hidden";
      });
      if (now) {
        const low = line.offsetTop + line.offsetHeight - filled.clientHeight;
        filled.scrollTop = Math.max(low, Math.min(filled.scrollTop, line.offsetTop - 40));
      }
    });
  }

  // The path of a grid runs from its last cell upwards and to the left: the other way round than the cells stand.
  function walkPath(filled, { row, walked }) {
    [...filled.querySelectorAll("td.path")].reverse().forEach((cell, place) => {
      cell.classList.toggle("ahead", row !== null || (walked !== null && place >= walked));
      cell.classList.toggle("here", place + 1 === walked);
    });
  }

  function show() {
    const place = model.get("place"), moment = moments[place];
    const step = steps.findIndex(({ name }) => name === moment.step);
    where.textContent = `${place + 1} of ${moments.length}: ${moment.name}`;
    first.disabled = back.disabled = place === 0;
    next.disabled = place === moments.length - 1;
    chips.forEach((chip, number) => {
      if (number === step) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    });
    words.flat().forEach((word) => { word.className = ""; });
    for (const [text, places, kind] of moment.marks) {
      for (const number of places) words[text][number]?.classList.add(kind);
    }
    told.innerHTML = moment.told;
    bodies.forEach(({ box, filled, after }, number) => {
      box.hidden = number !== step;
      if (number !== step) return;
      fillTable(filled, moment);
      walkPath(filled, moment);
      after.hidden = moment.row !== null || moment.walked !== null;
    });
    forKeyboards(root);
  }

  function go(place) {
    const inside = Math.max(0, Math.min(place, moments.length - 1));
    if (inside === model.get("place")) return;
    const held = document.activeElement;
    model.set("place", inside);
    model.save_changes();
    if (held?.disabled) (held === next ? back : next).focus();  // a button that has no more to do gives the focus on
  }

  const step = () => steps.findIndex(({ name }) => name === moments[model.get("place")].step);
  const keys = {
    ArrowRight: () => go(model.get("place") + 1),
    ArrowLeft: () => go(model.get("place") - 1),
    PageDown: () => go(starts[Math.min(step() + 1, steps.length - 1)]),
    PageUp: () => go(starts[Math.max(step() - 1, 0)]),
    Home: () => go(0),
    End: () => go(moments.length - 1),
  };
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  first.addEventListener("click", keys.Home);
  back.addEventListener("click", keys.ArrowLeft);
  next.addEventListener("click", keys.ArrowRight);
  model.on("change:place", show);
  show();
  return () => model.off("change:place", show);
}

// On a page without Jupyter: every stepper that stands still begins to move, with a model of its own.
function startAll() {
  for (const still of document.querySelectorAll(".mtx-still[data-story]")) {
    const held = { story: JSON.parse(still.dataset.story), place: 0 };
    const heard = [];
    still.removeAttribute("data-story");
    const style = [...still.querySelectorAll("style")];
    still.replaceChildren(...style);
    const model = {
      get: (name) => held[name],
      set: (name, value) => { held[name] = value; },
      save_changes: () => heard.forEach((listener) => listener()),
      on: (_, listener) => heard.push(listener),
      off: () => {},
    };
    render({ model, el: still });
  }
}

export default { render };
