// The what-if panel, in the browser: boxes, buttons, folds. It computes nothing; what it shows comes from Python.

const LONG = 24, MOVES = /^(Arrow|Home|End|Page)/;  // letters of a sentence; keys
const LOW = 560;  // pixels; a screen this low shows a keyboard

function render({ model, el }) {
  const send = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };

  // The server's answer comes in several small packets, and its TCP keeps the second back until the browser has
  // acknowledged the first. The browser delays that by 40 ms unless it has something to send, such as an empty message.
  let nudging;
  function nudge() {
    clearTimeout(nudging);
    nudging = setTimeout(() => model.send({ do: "nothing" }), 16);
  }

  // A button's message would overtake letters that are still on their way, so it waits until Python has seen them.
  const waiting = [];
  let expecting = false;  // of two views of a panel, only the one that asked for a copy or a file takes it

  function seen() {
    const { texts, settings } = model.get("screen").of;
    return rows.length === texts.length && rows.every(({ box }, place) => box.value === texts[place])
      && fields.every(({ name, field }) => field.value === (settings[name] ?? ""));
  }

  function ask(...messages) {
    waiting.push(...messages);
    if (seen()) waiting.splice(0).forEach((message) => model.send(message));
  }

  // The bar on top.
  const form = model.get("form");
  const example = select([["", "Choose an example …"], ...form.presets]);
  const undo = button("Undo", "undo", { title: "Ctrl+Z" });
  const redo = button("Redo", "redo", { title: "Ctrl+Shift+Z" });
  const projector = button("Projector", "project", { "aria-pressed": "false" });
  const add = button("Add a reference", "add");
  const bar = make("div", { class: "bar-of-buttons" }, ...(form.presets.length ? [labelled("Example", example)] : []), undo, redo,
    button("Start over", "reset"), add, make("span", { class: "gap" }), projector);

  // The texts, each in a row that is made once and reused.
  const texts = make("div", { class: "texts" });
  const rows = [];

  function newRow(number) {
    const name = number ? `Reference ${number}` : "Candidate";
    const box = make("textarea", { dir: "auto", rows: 1, spellcheck: "false", autocapitalize: "off" });
    const length = make("span", { class: "length" });
    const remove = button("×", "remove", { "aria-label": `Remove reference ${number}`, title: "Remove" });
    const row = make("div", { class: "text" }, labelled(name, box), length, number ? remove : make("span", { class: "none" }));
    forKeyboards(row);  // it may have the focus before Python has answered
    if (!number) for (const event of ["keyup", "pointerup"]) box.addEventListener(event, look);
    box.addEventListener("input", () => { grow(box); makeRoom(); send("texts", rows.map((one) => one.box.value)); nudge(); });
    remove.addEventListener("click", () => {
      const rest = rows.map((one) => one.box.value).filter((_, place) => place !== number);
      send("texts", rest);
      put(rest);
      rows[Math.min(number, rows.length - 1)].box.focus();
    });
    return { row, box, length, remove };
  }

  // The picture of a long sentence shows the part around the caret. While somebody types, Python sees the place itself.
  function look({ target, key }) {
    if (target.value.length > LONG && (!key || MOVES.test(key))) send("caret", target.selectionStart);
  }

  function grow(box) {
    box.style.height = "auto";
    if (box.scrollHeight) box.style.height = `${box.scrollHeight + 2}px`;
  }

  function put(held) {
    while (rows.length < held.length) {
      rows.push(newRow(rows.length));
      texts.append(rows.at(-1).row);
    }
    while (rows.length > held.length) rows.pop().row.remove();
    rows.forEach(({ box, remove }, place) => {
      if (box.value !== held[place]) box.value = held[place];
      remove.disabled = rows.length < 3;
      grow(box);
    });
  }

  // The settings of the metric.
  const fields = form.controls.map(({ name, title, kind, choices }) => {
    const field = kind === "choice"
      ? select([["", "as the rules say"], ...choices.map((choice) => [choice, choice])])
      : make("input", { type: "text", placeholder: "as the rules say", spellcheck: "false" });
    field.addEventListener(kind === "choice" ? "change" : "input", () => {
      send("settings", Object.fromEntries(fields.map((one) => [one.name, one.field.value])));
    });
    const label = labelled(title, field);
    if (title.toLowerCase() !== name) label.firstChild.append(" ", make("small", {}, name));
    return { name, field, label };
  });
  const rules = make("fieldset", { class: "rules" }, make("legend", {}, "Settings"), ...fields.map(({ label }) => label));

  // A prediction, while the results are covered.
  const what = select([]);
  const answer = make("input", { type: "text", size: 8, placeholder: "7/9", spellcheck: "false" });
  const verdict = make("output", {});
  const cover = button("Cover the results", "cover"), reveal = button("Reveal", "reveal");
  const predict = make("form", { class: "predict" }, labelled("My prediction for", what), labelled("is", answer),
    make("button", { type: "submit" }, "Check"), verdict, reveal);

  // The results.
  const main = make("section", { "aria-label": "Results" });
  const since = select([["edit", "before this edit"], ["start", "the start"]]);
  const next = make("div", {});
  const folds = make("div", { class: "folds" });
  const held = new Map();
  const told = make("div", { class: "told", role: "status", "aria-live": "polite" });
  const { take, copied, done, receive } = takeAway((text) => tell(text, 0));

  const more = fold(make("details", { class: "more" }, make("summary", {}, make("b", {}, "More")),
    make("div", { class: "bar-of-buttons" }, labelled("Compare with", since), cover), ...(fields.length ? [rules] : []),
    next, folds, take, copied), "more");

  const root = make("div", { class: "mtx mtx-panel", role: "group", "aria-label": "What if: edit and compare" },
    bar, texts, predict, main, more.details, told);
  el.append(root);

  // The projector shows the panel alone and large, in front of everything else. Esc ends it, like any dialog.
  const stage = make("dialog", { class: "mtx-stage", "aria-label": "Projector" });
  el.append(stage);

  function project() {
    if (stage.open) return stage.close();
    stage.append(root);
    stage.showModal();
    projector.setAttribute("aria-pressed", "true");
    rows[0].box.focus();
  }
  stage.addEventListener("close", () => {
    el.prepend(root);
    projector.setAttribute("aria-pressed", "false");
    projector.focus();
  });

  // A fold whose content comes from Python once it is open. When "more" closes, all that it holds closes.
  function fold(details, key) {
    const one = { details, open: false };
    details.addEventListener("toggle", () => {
      const now = new Set(model.get("opened"));
      one.open = details.open;
      if (details.open === now.has(key)) return;
      if (details.open) now.add("more").add(key); else now.delete(key);
      send("opened", now.has("more") ? [...now] : []);
    });
    return one;
  }

  function turn(one, open) {
    if (open !== one.open) one.details.open = one.open = open;  // else a click that Python hasn't seen would be lost
  }

  function showFolds(wanted) {
    const keys = new Set(wanted.map(([key]) => key));
    for (const [key, { details }] of held) {
      if (!keys.has(key)) {
        details.remove();
        held.delete(key);
      }
    }
    const opened = model.get("opened");
    turn(more, opened.length > 0);
    wanted.forEach(([key, title, content], place) => {
      if (!held.has(key)) held.set(key, fold(make("details", {}, make("summary"), make("div")), key));
      const { details } = held.get(key);
      if (folds.children[place] !== details) folds.insertBefore(details, folds.children[place] ?? null);
      turn(held.get(key), opened.includes(key));
      fill(details.firstChild, title);
      const inside = details.lastChild.contains(document.activeElement);
      if (content || !details.open) fill(details.lastChild, content);
      if (inside && !details.lastChild.contains(document.activeElement)) details.firstChild.focus();
    });
  }

  let later;
  function tell(text, wait = 600) {  // once after a burst, even if Python is slow to see the last letters
    clearTimeout(later);
    later = setTimeout(() => {
      if (wait && !seen()) tell(text, wait);
      else if (told.textContent !== text) told.textContent = text;
    }, wait);
  }

  function show() {
    const screen = model.get("screen");
    const covered = model.get("covered");
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    undo.disabled = !screen.undo;
    redo.disabled = !screen.redo;
    cover.disabled = covered;
    reveal.hidden = !covered;
    if (covered) {
      told.textContent = done.textContent = copied.value = "";
      copied.hidden = true;
    }
    rows.forEach(({ length }, place) => { length.textContent = screen.lengths[place] ?? ""; });
    if (main.shown !== screen.main) done.textContent = "";
    fillSliding(main, screen.main);
    fill(next, screen.more);
    showFolds(screen.folds);
    predict.hidden = !covered && !screen.verdict;
    const before = what.value;
    const names = screen.predict.map(([name]) => name);
    if (names.length && names.join() !== [...what.options].map((one) => one.value).join()) {
      what.replaceChildren(...screen.predict.map(([value, text]) => make("option", { value }, text)));
      what.value = names.includes(before) ? before : names.includes("p_1") ? "p_1" : names[0];
    }
    verdict.textContent = screen.verdict;
    for (const one of take.querySelectorAll("button")) one.disabled = !screen.can_save;
    forKeyboards(root);
    const now = document.activeElement;
    if (focused && (focused.disabled || !root.contains(now) || !now.checkVisibility())) {
      (covered ? answer : rows[0].box).focus();  // the element with the focus is gone or disabled
    }
    tell([screen.verdict, screen.said].filter(Boolean).join(" "));
    ask();
  }

  function showSettings() {
    const settings = model.get("settings");
    for (const { name, field } of fields) {
      if (field.value !== (settings[name] ?? "")) field.value = settings[name] ?? "";
    }
  }

  // What the buttons do.
  root.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do]");
    if (!pressed || !root.contains(pressed)) return;
    const { do: action, key, place } = pressed.dataset;
    if (action === "add") {
      send("texts", [...rows.map((one) => one.box.value), ""]);
      put(model.get("texts"));
      rows.at(-1).box.focus();
    } else if (action === "project") {
      project();
    } else if (action === "cover" || action === "reveal") {
      send("covered", action === "cover");
    } else if (action !== "remove") {
      expecting = take.contains(pressed);
      ask({ do: action, ...(key && { key }), ...(place && { place: Number(place) }) });
      if (action === "try") rows[0].box.focus();  // where the words change, near the results
    }
  });
  example.addEventListener("change", () => {
    if (example.value) ask({ do: "preset", name: example.value });
  });
  example.addEventListener("blur", () => { example.value = ""; });  // not before, because arrow keys go on from it
  since.addEventListener("change", () => send("since", since.value));
  predict.addEventListener("submit", (event) => {
    event.preventDefault();
    send("prediction", [what.value, answer.value]);
  });
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const key = event.key.toLowerCase();
    if (key === "enter" && rows.some(({ box }) => box === event.target)) event.preventDefault();  // a sentence is one line
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
    if (event.target === answer) return;  // there, these keys belong to the browser
    event.preventDefault();
    ask({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
  });

  const made = (message) => {
    if (!expecting) return;
    expecting = false;
    receive(message);
  };
  const putTexts = () => put(model.get("texts"));
  const showSince = () => { since.value = model.get("since"); };
  const listeners = [["msg:custom", made], ["change:texts", putTexts], ["change:settings", showSettings],
    ["change:since", showSince], ["change:screen", show], ["change:covered", show]];
  for (const [name, listener] of listeners) model.on(name, listener);

  putTexts();
  showSettings();
  showSince();
  show();
  // A phone's keyboard takes half of the screen, so the typed text goes to the top, and the score stays above the keys.
  const screenful = window.visualViewport;
  function makeRoom() {
    let scrolls = root.parentElement;
    while (scrolls && getComputedStyle(scrolls).overflowY === "visible") scrolls = scrolls.parentElement;
    const keys = Math.max(0, innerHeight - screenful.height - screenful.offsetTop);
    const pad = scrolls ? parseFloat(getComputedStyle(scrolls).paddingBottom) : 0;  // sticky elements keep away from it
    root.style.setProperty("--under", `${Math.round(keys - pad)}px`);
    const row = rows.find(({ box }) => box === document.activeElement)?.row;
    if (row && screenful.height < LOW) row.scrollIntoView({ block: "start" });
  }
  texts.addEventListener("focusin", makeRoom);
  screenful.addEventListener("resize", makeRoom);

  let wide;
  const resized = new ResizeObserver(() => {  // also when it is first seen
    makeRoom();
    if (wide !== texts.clientWidth) rows.forEach(({ box }) => grow(box));
    wide = texts.clientWidth;
  });
  resized.observe(texts);
  return () => {
    clearTimeout(later);
    clearTimeout(nudging);
    resized.disconnect();
    screenful.removeEventListener("resize", makeRoom);
    for (const [name, listener] of listeners) model.off(name, listener);
  };
}

export default { render };
