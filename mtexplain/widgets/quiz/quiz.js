// The quiz, in the browser: one exercise at a time. It knows no answer; what it shows comes from Python.

function render({ model, el }) {
  const form = model.get("form");
  const ask = (action, more = {}) => {
    const { round, place } = model.get("screen");
    model.send({ do: action, round, place, ...more });
  };

  // The exercises, marked right, wrong or open, and the result. A click goes to any of them.
  const numbers = make("div", { class: "numbers", role: "group", "aria-label": "Exercises" });
  const code = make("span", { class: "code" });
  const bar = make("div", { class: "top" }, numbers, code);

  // The exercise, its answer, its verdict.
  const title = make("p", { class: "title" });
  const task = make("div", { class: "task" });
  const name = make("span");
  const input = make("input", { type: "text", maxlength: 200, autocomplete: "off", autocapitalize: "off",
    spellcheck: "false" });
  const check = make("button", { type: "submit", class: "main" }, "Check");
  const answer = make("form", { class: "answer" }, make("label", {}, name, input), check);
  const verdict = make("div", { class: "verdict", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  const inside = make("div");
  const working = make("details", {}, make("summary", {}, make("b", {}, "Show the working")), inside);
  const exercise = make("div", { class: "exercise", role: "group" }, title, task, answer, verdict, working);

  // The end: how it went, and another round.
  const result = make("div", { class: "result", tabindex: -1, role: "group", "aria-label": "Result",
    "data-lm-suppress-shortcuts": "true" });
  const topic = select(form.topics), level = select(form.levels);
  const another = make("button", { type: "submit", class: "main" }, form.another);
  const more = make("form", { class: "more" }, labelled("Topic", topic), labelled("Level", level), another);
  const end = make("div", { class: "end" }, result, more);

  const back = button("◀ Back", "back"), next = button("", "next");
  const root = make("div", { class: "mtx mtx-quiz", role: "group", "aria-label": "Quiz" },
    bar, exercise, end, make("div", { class: "bar-of-buttons" }, back, next));
  el.append(root);

  let seen = "";  // the round and the place that are shown
  let opened = false;  // as Python has it
  let following = false;  // whether the focus goes along to the next place

  function focusOnPlace() {
    following = false;
    (end.hidden ? input : result).focus();
  }

  function go(place) {
    following = true;
    if (place === model.get("screen").place) focusOnPlace();
    else ask("go", { place });
  }

  function showNumbers({ place, numbers: states }) {
    while (numbers.children.length > states.length + 1) numbers.lastChild.remove();
    while (numbers.children.length < states.length + 1) {
      const number = numbers.children.length, one = make("button", { type: "button" });
      one.addEventListener("click", () => go(number));
      numbers.append(one);
    }
    [...states, ["to-result", "Result"]].forEach(([state, told], number) => {
      const one = numbers.children[number], mark = { right: " ✓", wrong: " ✗" }[state] ?? "";
      one.className = state;
      one.textContent = state === "to-result" ? told : `${number + 1}${mark}`;
      one.title = told;
      one.setAttribute("aria-label", told);
      if (number === place) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
  }

  function showExercise(one, moved) {
    title.textContent = one.title;
    exercise.setAttribute("aria-label", one.title);
    fill(task, one.task);
    fill(name, one.label);
    // What is being typed here is newer than what Python has heard of it.
    if ((moved || document.activeElement !== input) && input.value !== one.typed) input.value = one.typed;
    input.readOnly = one.is_right;
    input.setAttribute("aria-description", one.read);
    check.setAttribute("aria-disabled", String(one.is_right));  // it keeps the focus
    verdict.className = `verdict ${one.kind}`;
    fill(verdict, one.verdict);
    working.hidden = !one.working;
    fill(inside, one.working);
    if (moved || one.opened !== opened) working.open = one.opened;
    opened = one.opened;
  }

  function show() {
    const screen = model.get("screen"), now = `${screen.round}/${screen.place}`, moved = now !== seen;
    const last = screen.numbers.length, held = root.contains(document.activeElement);
    seen = now;
    code.textContent = screen.code;
    showNumbers(screen);
    exercise.hidden = !screen.exercise;
    end.hidden = Boolean(screen.exercise);
    if (screen.exercise) showExercise(screen.exercise, moved);
    fill(result, screen.result);
    [topic.value, level.value] = screen.choice;
    another.textContent = form.another;
    another.removeAttribute("aria-disabled");
    back.disabled = screen.place === 0;
    next.hidden = !screen.exercise;
    next.textContent = screen.place === last - 1 ? "Result ▶" : "Next ▶";
    next.classList.toggle("main", Boolean(screen.exercise?.is_right));
    check.classList.toggle("main", !screen.exercise?.is_right);
    forKeyboards(root);
    const lost = held && (document.activeElement.disabled || !root.contains(document.activeElement));
    if ((moved && following) || lost) focusOnPlace();
  }

  input.addEventListener("input", () => ask("type", { answer: input.value }));
  answer.addEventListener("submit", (event) => {
    event.preventDefault();
    const { place, exercise: one } = model.get("screen");
    if (!one.is_right) ask("check", { answer: input.value });
    else if (document.activeElement === input) go(place + 1);  // a second Enter goes on
  });
  working.addEventListener("toggle", () => {
    if (working.open !== opened) ask("open", { open: working.open });
  });
  for (const one of [topic, level]) {
    one.addEventListener("change", () => ask("choose", { topic: topic.value, level: Number(level.value) }));
  }
  more.addEventListener("submit", (event) => {
    event.preventDefault();
    if (another.getAttribute("aria-disabled")) return;
    another.setAttribute("aria-disabled", "true");
    another.textContent = "One moment …";  // good numbers may take a second or two to find
    following = true;
    ask("another");
  });
  back.addEventListener("click", () => go(model.get("screen").place - 1));
  next.addEventListener("click", () => go(model.get("screen").place + 1));
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter" && event.repeat) event.preventDefault();  // held down, it would run through the quiz
  });

  model.on("change:screen", show);
  show();
  return () => model.off("change:screen", show);
}

export default { render };
