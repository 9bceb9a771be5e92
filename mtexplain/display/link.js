// A brick lights up with its words, the bricks it is made of, its words in the other texts and its rows in the tables. A
// row lights up with its bricks. Tab moves to the bricks, arrow keys move between them, and Escape leaves them.
(() => {
  if (window.mtxLinked) return;  // a page holds this script as often as it holds a trace
  window.mtxLinked = true;

  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const isSeen = (one) => one.checkVisibility();  // a page holds a picture for usual pages, and one for narrow ones
  const linked = (element) => element?.closest?.(".mtx [data-ngram]");

  // The brick of this order that begins at this word, and what is written on it.
  const at = (svg, n, start) => all(svg, `[data-n="${n}"][data-start="${start}"]`);

  function pile(brick) {
    const svg = brick.closest("svg"), n = Number(brick.dataset.n), start = Number(brick.dataset.start);
    const words = Array.from({ length: Number(brick.dataset.stop ?? start + n) - start }, (_, place) => at(svg, 1, start + place));
    return [...at(svg, n, start), ...at(svg, n - 1, start), ...at(svg, n - 1, start + 1), ...words.flat()];
  }

  function places(texts, ngram) {
    const words = all(texts, "[data-text]"), glue = words[0]?.dataset.letter ? "" : " ";  // some texts are of letters
    const n = glue ? ngram.split(" ").length : [...ngram].length;
    return words.flatMap((word, place) => {
      const run = words.slice(place, place + n).filter((one) => one.dataset.text === word.dataset.text);
      return run.map((one) => one.textContent).join(glue) === ngram ? run : [];
    });
  }

  function together(one) {
    const mtx = one.closest(".mtx"), { ngram } = one.dataset;
    const same = all(mtx, `[data-ngram="${CSS.escape(ngram)}"]`), rows = same.filter((each) => each.matches("tr"));
    const bricks = one.matches(".brick") ? [one] : same.filter((each) => each.matches(".brick") && isSeen(each));
    return [...rows, ...bricks.flatMap(pile), ...all(mtx, "svg, .lines").filter(isSeen).flatMap((texts) => places(texts, ngram))];
  }

  let now = null, lit = [];
  function light(one) {
    if (one === now) return;
    for (const each of lit) each.classList.remove("lit");
    now?.closest(".picture")?.removeAttribute("data-pointed");
    now = one;
    if (one?.matches(".picture .brick")) one.closest(".picture").dataset.pointed = one.textContent;
    lit = one ? together(one) : [];
    if (lit.length > 1) for (const each of lit) each.classList.add("lit");  // one row alone shows nothing
  }

  // Go to the next brick of the row, up to the brick that begins with the same word, or down to a brick built on it.
  function go(brick, right, down) {
    const from = brick.getBoundingClientRect(), x = from.x + (from.width * (1 + down)) / 2;
    const there = all(brick.closest("svg"), ".brick").map((one) => {
      const to = one.getBoundingClientRect(), dx = to.x + to.width / 2 - x, dy = Math.round(to.y - from.y);
      const isThere = Math.sign(dy) === down && (!right || Math.sign(dx) === right);
      return { one, far: isThere ? 1e4 * Math.abs(dy) + Math.abs(dx) : Infinity };
    });
    const { one, far } = there.reduce((best, each) => (each.far < best.far ? each : best));
    if (far === Infinity) return;
    one.tabIndex = 0;  // Tab returns to the last brick in a picture
    one.focus();
    brick.removeAttribute("tabindex");
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  window.addEventListener("keydown", (event) => {  // before Jupyter, where arrow keys go from cell to cell
    const brick = document.activeElement?.closest(".mtx .brick"), arrow = arrows[event.key];
    if (!brick || !(arrow || event.key === "Escape") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (arrow) go(brick, ...arrow); else brick.blur();
  }, true);
  document.addEventListener("pointerover", ({ target }) => light(linked(target) ?? linked(document.activeElement)));
  document.addEventListener("focusin", ({ target }) => light(linked(target)));
  document.addEventListener("focusout", () => light(null));

  // A dot is dragged along its curve. Its label then moves to where the curve never passes.
  document.addEventListener("input", ({ target }) => {
    if (!target.matches(".mtx .slide")) return;
    const graph = target.previousElementSibling, dot = graph.querySelector("rect.here"), label = graph.querySelector("text.here");
    const [x, y, says] = JSON.parse(target.dataset.stops)[target.value];
    for (const [name, value] of [["x", x - 6], ["y", y - 6]]) dot.setAttribute(name, value);
    for (const [name, value] of [["x", 612], ["y", 156], ["text-anchor", "end"]]) label.setAttribute(name, value);
    label.removeAttribute("textLength");
    target.ariaValueText = label.textContent = says;
  });
})();
