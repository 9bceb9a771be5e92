// The stepper in the browser only shows the moments that Python has sent, forward and back.

const ICONS = { first: "M4 3v10M12 3 7 8l5 5", back: "M10 3 5 8l5 5", next: "M6 3l5 5-5 5" };

function render({ model, el }) {
  const { texts, picture, drawn, steps, moments } = model.get("story");
  const icon = (name, label) => {
    const button = make("button", { type: "button", class: name, "aria-label": label, title: label });
    button.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
    return button;
  };
  const first = icon("first", "To the beginning");
  const back = icon("back", "Back");
  const next = icon("next", "Forward");
  const every = make("button", { type: "button" }, "Every row");
  every.hidden = moments.every(({ turning }) => turning);
  const where = make("span", { class: "where" });
  const bar = make("div", { class: "bar-of-buttons" }, first, back, next, where, every);

  const chips = steps.map(({ title }, place) => {
    const chip = make("button", { type: "button" }, title);
    chip.addEventListener("click", () => enter(place));
    return chip;
  });
  const nav = make("div", { class: "chips", role: "group", "aria-label": "Steps" }, ...chips);

  const drawing = make("div", { class: "drawing" });
  drawing.innerHTML = picture;
  const parts = [...drawing.querySelectorAll("[data-n], [data-step]")].map((one) => {
    const n = Number(one.dataset.n ?? 0), at = steps.findIndex((step) => step.name === one.dataset.step || step.n === n);
    const title = one.querySelector("title");
    return { one, n, at, row: steps[at]?.bricks?.[one.dataset.start], isOutcome: "outcome" in one.dataset || one.closest("svg").matches(".wide + svg"), title, says: title?.textContent };
  });
  const wholes = [...drawing.querySelectorAll(".wide > svg")].map((one) => ({ one, all: one.ariaLabel }));
  const ribbons = drawing.querySelectorAll(".ribbon, :is(.line, text.number, rect.mark):not([data-step]), rect[data-text], .wide + svg .says, .narrow .says:not([data-step], [data-key])"), taken = drawing.querySelectorAll(".taken, .lost");

  const words = texts.map(([, tokens], place) => tokens.map((token) => make("span", { "data-text": place }, token)));
  const lines = texts.map(([name], place) => {
    const code = make("code", { dir: "auto" });
    words[place].forEach((word, number) => code.append(...(number ? [" ", word] : [word])));
    return make("div", { class: "line" }, make("span", {}, name), code);
  }).filter((_, place) => !drawn.includes(place));

  const told = make("p", { class: "say", role: "status", "aria-live": "polite" });
  const bodies = steps.map(({ table, rest }) => {
    const filled = make("div", { class: "filled" }), after = make("div", { class: "rest" });
    filled.innerHTML = table;
    after.innerHTML = rest;
    return { box: make("div", { class: "body" }, filled, after), filled, after };
  });

  const root = make("div", { class: "mtx mtx-stepper", role: "group", "aria-label": "Step through the trace" },
    bar, nav, drawing, make("div", { class: "lines" }, ...lines), told, ...bodies.map(({ box }) => box));
  el.append(root);

  const isWhole = ({ row, walked }) => row === null && walked === null;

  // If several rows come at once, each waits for the rows before it, for 400 ms in all.
  function waiting(before, moment, rows) {
    const from = before?.step !== moment.step ? Infinity : before.row === null ? rows : before.row + (before.columns > 1);
    const last = moment.row === null ? rows - 1 : moment.row - (moment.columns < 2);
    return (row) => row >= from && last > from ? `${Math.round(400 * (Math.min(row, last) - from) / (last - from))}ms` : "";
  }

  function fillTable(filled, { row, columns }, delay) {
    const all = row === null;
    filled.hidden = row === 0 && !columns;
    filled.querySelectorAll("tbody tr").forEach((line, number) => {
      const total = line.classList.contains("total");
      const now = !all && number === row && columns > 1 && !total;
      line.classList.toggle("now", now);
      line.style.setProperty("--delay", delay(number));
      [...line.cells].forEach((cell, place) => {
        const seen = all || (!total && (number < row || place < (number === row ? columns : 1)));
        cell.classList.toggle("later", !seen);
      });
      if (!all && number === row - (columns < 2)) {
        const low = line.offsetTop + line.offsetHeight - filled.clientHeight;
        filled.scrollTop = Math.max(low, Math.min(filled.scrollTop, line.offsetTop - 40));
      }
    });
  }

  // The path in a grid runs from its last cell upwards and to the left, against the order of the cells.
  function walkPath(filled, { row, walked }) {
    [...filled.querySelectorAll("td.path")].reverse().forEach((cell, place) => {
      cell.classList.toggle("ahead", row !== null || (walked !== null && place >= walked));
      cell.classList.toggle("here", place + 1 === walked);
    });
  }

  // A row of bricks comes with its step. A brick is open until its row of the table is filled. Words are always there.
  function growPicture(moment, step, delay) {
    const cells = bodies[step].filled.querySelectorAll("tbody tr")[moment.row]?.cells.length;
    const isDone = (at) => at < step || (at === step && isWhole(moment));
    const isCounted = (row) => row < moment.row || (row === moment.row && moment.columns >= cells);
    for (const { one, n, at, row, isOutcome, title, says } of parts) {
      const later = isOutcome ? !isDone(at) : at > step && n !== 1;
      one.classList.toggle("later", at >= 0 && later);
      const open = row !== undefined && !isDone(at) && !(at === step && isCounted(row));
      one.classList.toggle("open", open);
      if (title) title.textContent = open ? one.dataset.ngram : says;
      one.classList.toggle("now", one.matches("rect") && at === step && row === moment.row && moment.columns > 1);
      one.style.setProperty("--delay", at === step ? delay(row) : "");
    }
    const start = steps.findIndex(({ n }) => n > 0), joined = start < 0 || isDone(start);
    for (const { one, all } of wholes) one.ariaLabel = isDone(steps.length - 1) ? all : "The picture, up to this moment";
    ribbons.forEach((one) => one.classList.toggle("later", !joined));
    taken.forEach((one) => one.classList.toggle("open", !joined));
  }

  function mark(marks) {
    words.flat().forEach((word) => { word.className = ""; });
    drawing.querySelectorAll("text.now").forEach((word) => word.classList.remove("now"));
    for (const [text, places, kind] of marks) {
      const drawnAs = drawn.indexOf(text);
      for (const place of places) {
        words[text][place]?.classList.add(kind);
        drawing.querySelectorAll(drawnAs === 0 ? `[data-n="1"][data-start="${place}"]`
          : `[data-text="${drawnAs - 1}"][data-at="${place}"]`).forEach((one) => one.classList.add("now"));
      }
    }
    const brick = drawing.querySelector("rect.now"), wide = drawing.querySelector(".wide");
    const x = brick ? brick.x.baseVal.value - wide.scrollLeft : 0;
    if (x < 0 || x > wide?.clientWidth) wide.scrollLeft += x - wide.clientWidth / 3;
  }

  const stops = () => [...moments.keys()].filter((place) => model.get("every_row") || moments[place].turning);
  const nth = () => stops().findIndex((place) => place >= model.get("place"));
  let shown = {};

  function show() {
    const all = stops(), now = nth(), moment = moments[all[now]];
    const step = steps.findIndex(({ name }) => name === moment.step);
    where.textContent = `${now + 1} of ${all.length}: ${moment.name}`;
    first.disabled = back.disabled = now === 0;
    next.disabled = now === all.length - 1;
    every.setAttribute("aria-pressed", model.get("every_row"));
    chips.forEach((chip, number) => {
      if (number === step) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    });
    if (moment === shown.moment) return;
    const { filled } = bodies[step];
    const rows = filled.querySelectorAll("tbody tr:not(.total)").length;
    const delay = waiting(all[now] > shown.place ? shown.moment : null, moment, rows);
    shown = { moment, place: all[now] };
    told.innerHTML = moment.told;
    bodies.forEach(({ box, after }, number) => {
      box.hidden = number !== step;
      after.hidden = !isWhole(moment);
    });
    fillTable(filled, moment, delay);
    walkPath(filled, moment);
    growPicture(moment, step, delay);
    mark(moment.marks);
    forKeyboards(root);
  }

  function go(number) {
    const all = stops(), place = all[Math.max(0, Math.min(number, all.length - 1))];
    if (place === model.get("place")) return;
    const held = document.activeElement;
    model.set("place", place);
    model.save_changes();
    if (held?.disabled) (held === next ? back : next).focus();  // a disabled button passes on the focus
  }

  const enter = (step) => go(stops().findIndex((place) => moments[place].step === steps[step].name));
  const step = () => steps.findIndex(({ name }) => name === moments[stops()[nth()]].step);
  const keys = {
    ArrowRight: () => go(nth() + 1),
    ArrowLeft: () => go(nth() - 1),
    PageDown: () => enter(Math.min(step() + 1, steps.length - 1)),
    PageUp: () => enter(Math.max(step() - 1, 0)),
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
  every.addEventListener("click", () => {
    model.set("every_row", !model.get("every_row"));
    model.save_changes();
  });
  model.on("change", show);
  show();
  return () => model.off("change", show);
}

// On a page without Jupyter, every static stepper begins to work, with a model of its own.
function startAll() {
  for (const still of document.querySelectorAll(".mtx-still[data-story]")) {
    const held = { story: JSON.parse(still.dataset.story), place: 0, every_row: false };
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
