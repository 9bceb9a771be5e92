// A prediction is a commitment. A first wrong answer gets only a hint. After a second wrong answer, a right answer or
// Skip, the fold opens, and the gate (gate.js) uncovers the cells. A question that is run again keeps its answer.
(() => {
  const answered = window.mtxAnswered ??= new Map();
  const element = (name, attributes, ...inside) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  };

  // Reads a number as people write it (4/6, 4 of 6, 0.67, 0,67, 67%), with its decimals, or its pair if it has one.
  function read(text) {
    const plain = text.trim().replace(/^[=≈]\s*/, "").replace(/[\u2212\u2013]/g, "-").replace(",", ".").replace(/^(-?)\./, "$10.");
    const [, top, bottom] = /^(-?\d+(?:\.\d+)?)\s*(?:(?:\/|:|out of|of)\s*(\d+))?$/.exec(plain) || [];
    const [, percent] = /^(-?\d+(?:\.\d+)?)\s*%$/.exec(plain) || [];
    const decimals = (written) => written.split(".")[1]?.length ?? 0;
    if (percent) return { value: percent / 100, decimals: decimals(percent) + 2 };
    if (!top || bottom === "0") return null;
    if (bottom) return { value: top / bottom, decimals: 0, pair: `${top}/${bottom}` };
    return { value: Number(top), decimals: decimals(top) };
  }

  // Returns the known answer that was given. Rounded numbers count if they have two or more decimals (0.5 for 1/2
  // always counts). Among near answers, an equal answer comes first (best in the same spelling, as 2/2 is not 7/7),
  // then the right answer, then the nearest.
  function meant(given, known, within) {
    const rounding = given.decimals > 1 ? 0.5 * 10 ** -given.decimals : 0;
    const off = (one) => Math.abs(given.value - one.value);
    const rank = (one) => (off(one) ? (one.isRight ? 0 : off(one)) : one.pair === given.pair ? -2 : -1);
    const near = known.filter((one) => off(one) <= Math.max(rounding, within) + 1e-9);
    return near.sort((one, other) => rank(one) - rank(other))[0];
  }

  const prose = (text) => text.split("`").map((piece, place) => (place % 2 ? element("code", {}, piece) : piece));

  function dress(box) {
    const check = JSON.parse(box.dataset.check), fold = box.querySelector("details");
    const says = element("p", { class: "verdict", role: "status" });
    const form = element("form", { autocomplete: "off" }), parts = [...box.querySelectorAll(".choices > *")];
    const skip = element("button", { type: "button", class: "pass" }, "Skip");
    let tried = null, hinted = [];

    function finish(how, ...words) {
      if (box.classList.contains("done")) return;
      const marks = parts.map((one) => [one.ariaPressed, one.className]), typed = form.querySelector("input")?.value;
      if (how !== "skipped") answered.set(box.dataset.check, { how, words, marks, typed });
      box.classList.remove("wrong");
      box.classList.add("done", how);
      says.replaceChildren(...words);
      for (const one of form.querySelectorAll("input, button")) one.disabled = true;
      for (const one of form.querySelectorAll("[type=submit], .pass")) one.remove();
      fold.open = true;
      box.dispatchEvent(new Event("mtx:done", { bubbles: true }));
    }

    function restore({ how, words, marks, typed }) {
      parts.forEach((one, place) => { [one.ariaPressed, one.className] = marks[place]; });
      if (isTyped) form.querySelector("input").value = typed;
      finish(how, ...words.map((one) => one.cloneNode?.(true) ?? one));
    }

    function tell(given, isRight, slip = "") {
      const verdict = element("b", {}, isRight ? "Right." : "Not quite."), hint = prose(slip);
      if (given === tried) return;
      if (isRight || tried !== null) {
        finish(isRight ? "right" : "wrong", verdict, " ", ...hint);
        return void fold.querySelector("summary").focus({ preventScroll: true });
      }
      tried = given;
      box.classList.add("wrong");
      hinted = [verdict, " ", ...hint, slip && " ", "Try once more."];
      says.replaceChildren(...hinted);
    }

    const ask = (...words) => says.replaceChildren(...hinted, hinted.length ? " " : "", ...words);  // the hint stays

    function submit(event) {
      event.preventDefault();
      if (parts.length) {
        const sorted = (words) => words.sort().join(" ");
        const picked = sorted(parts.filter((one) => one.ariaPressed === "true").map((one) => one.textContent));
        if (!picked) return void ask("Click on the words first.");
        const slip = check.slips.find(([words]) => sorted(words.split(" ")) === picked);
        return tell(picked, picked === sorted(check.answer.split(" ")), slip?.[1]);
      }
      const text = form.elements[0].value, given = read(text);
      if (!text.trim()) return void ask("Write your guess first.");
      if (!given) return void ask(/\/\s*0+$/.test(text)
        ? "You can't divide by 0. Write a number." : "That isn't a number. Write digits, such as 3, 3/8 or 0.375.");
      const known = [[check.answer], ...check.slips].map(([value, said], place) => (
        { value, ...read(`${value}`), said, isRight: !place }));
      const found = meant(given, known, check.within);
      tell(given.pair ?? given.value, found?.isRight, found?.said);
    }

    function choose(one) {
      const text = one.dataset.choice, slip = check.slips.find(([choice]) => choice === text);
      one.classList.add(slip ? "tried" : "chosen");
      tell(text, !slip, slip?.[1]);
    }

    parts.forEach((one, place) => {
      const isWord = one.matches("span"), button = element("button", { type: "button" }, ...one.childNodes);
      if (isWord) {
        button.ariaPressed = "false";
        button.addEventListener("click", () => { button.ariaPressed = String(button.ariaPressed === "false"); });
        one.replaceWith(button);
        parts[place] = button;
      } else {
        button.dataset.choice = check.choices[place];
        button.addEventListener("click", () => choose(button));
        one.append(button);
      }
    });
    const isTyped = !parts.length, isChosen = parts[0]?.matches("li");
    const list = box.querySelector(".choices");
    if (list) { list.replaceWith(form); form.append(list); } else fold.before(form);
    if (isTyped) form.append(element("input", { type: "text", "aria-label": "Your prediction", size: 9, maxlength: 20 }));
    if (!isChosen) form.append(element("button", { type: "submit" }, isTyped ? "Predict" : "These words"));
    form.append(skip);
    form.addEventListener("submit", submit);
    skip.addEventListener("click", () => {
      finish("skipped", "Skipped.");
      fold.querySelector("summary").focus({ preventScroll: true });
    });
    box.addEventListener("mtx:skip", () => finish("skipped", "Skipped."));  // by the gate; the focus stays where it is
    fold.addEventListener("toggle", () => { if (fold.open) finish("skipped"); });  // by a deck
    // Neither Jupyter nor a deck should treat keys typed here as its own shortcuts.
    form.dataset.lmSuppressShortcuts = "true";
    for (const kind of ["keydown", "keypress", "keyup"]) form.addEventListener(kind, (event) => event.stopPropagation());
    fold.before(says);
    box.dataset.dressed = "";
    box.dispatchEvent(new Event("mtx:asked", { bubbles: true }));
    if (answered.has(box.dataset.check)) restore(answered.get(box.dataset.check));
  }

  for (const box of document.querySelectorAll(".mtx .predict[data-check]:not([data-dressed])")) dress(box);
})();
