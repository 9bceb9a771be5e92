// The gate covers the cells after a question, up to the next heading, until the question is answered or skipped.
// Running a covered cell skips the question. An empty cell that a reader adds isn't covered. If the cells aren't on the
// same page (each output in its own frame, a question without its notebook), nothing is covered.
(() => {
  if (window.mtxGate) return;  // each question brings this script along
  window.mtxGate = true;
  const CELL = ".jp-Cell, article > section", SAYS = "Covered until you answer or skip";
  const look = document.createElement("style");  // in the head, because an output that is out of sight loses its style
  look.textContent = `@media screen {
    .mtx-covered { position: relative; pointer-events: none; }
    .mtx-covered > * { visibility: hidden; }
    .mtx-covered.jp-mod-active .jp-Collapser { visibility: visible; }
    .mtx-covered::after { content: ""; position: absolute; inset: 2px 0; border-radius: 6px; z-index: 1;
      background: repeating-linear-gradient(135deg, rgb(128 128 128 / .14) 0 1.5px, transparent 1.5px 9px); }
    .mtx-first::after { content: "${SAYS}"; font-size: 15px; padding: 7px 14px;
      padding-inline-start: calc(var(--jp-cell-prompt-width, 0px) + 20px); }
  }`;
  document.head.append(look);
  const asks = new WeakMap();  // the question that covers a cell
  const done = new Set();  // a question that is run again asks again, but cells that it opened stay open
  const own = new WeakSet();  // cells that the reader wrote

  const isDone = (box) => box.classList.contains("done") || done.has(box.dataset.check);
  const isLive = (root) => root !== document.body && root.matches(".jp-Notebook");
  const isCovered = (cell) => cell?.classList.contains("mtx-covered");
  const skip = (box) => box.dispatchEvent(new Event("mtx:skip"));

  const begins = (cell) => cell.querySelector(":is(h1, h2, h3, h4, h5, h6)")?.closest(".jp-MarkdownCell, .text")
    || cell.matches(".jp-MarkdownCell") && cell.querySelector(".cm-line")?.textContent.startsWith("#");

  function isOwn(cell) {  // it was empty once, or somebody was writing in it when the question came
    const isEmpty = cell.querySelector(".cm-content")?.textContent === "";
    if (isEmpty || (cell.querySelector(".cm-focused") && !begins(cell))) own.add(cell);
    return own.has(cell);
  }

  function pageOf(cell) {  // a slide, a notebook in JupyterLab, a chapter, or a saved page
    return cell.closest(".slides section") ?? cell.closest(".jp-Notebook, article") ?? document.body;
  }

  function turn(cell) {  // its execution count, 0 if it was never run, infinity if it is waiting
    // Only the output may be left of a cell that is out of sight.
    const [, told] = /\[(.*)\]/.exec(cell.querySelector(".jp-InputPrompt, .jp-OutputPrompt")?.textContent) ?? [];
    return told === "*" ? Infinity : Number(told) || 0;
  }

  // JupyterLab may remove text (perhaps a heading) that is out of sight. A cell after a gap stays as it was.
  const at = (cell) => Number(cell.dataset.windowedListIndex);  // NaN if a page keeps all its cells
  const follows = (cell, before) => before && !(at(cell) > at(before) + 1);

  function cover(root) {
    let asked = null, before = null;
    for (const cell of root.querySelectorAll(CELL)) {
      const isFree = isOwn(cell);
      if (!follows(cell, before)) asked = asks.get(cell) ?? null;
      if (begins(cell) && !isFree) asked = null;
      if (asked && !isFree && isLive(root) && turn(cell) > turn(asked.closest(CELL) ?? cell)) skip(asked);
      if (asked && isDone(asked)) asked = null;
      dress(cell, isFree ? null : asked, before);
      asked = [...cell.querySelectorAll(".predict[data-dressed]")].findLast((box) => !isDone(box)) ?? asked;
      before = cell;
    }
  }

  function dress(cell, asked, before) {
    cell.classList.toggle("mtx-first", Boolean(asked) && !isCovered(before));
    cell.classList.toggle("mtx-covered", Boolean(asked));
    if (!asked && !asks.has(cell)) return;
    if (cell.matches(".jp-Notebook *")) cell.ariaDescription = asked && SAYS;  // arrow keys lead there
    else cell.ariaHidden = asked && "true";  // reveal.js reads slides out
    if (asked) asks.set(cell, asked); else asks.delete(cell);
  }

  const watched = new WeakSet();
  function watch(root) {  // cells come and go, are run, or are rendered from Markdown
    if (watched.has(root) || !isLive(root)) return;
    watched.add(root);
    let due = 0;
    new MutationObserver(() => {
      cancelAnimationFrame(due);
      due = requestAnimationFrame(() => cover(root));
    }).observe(root, { childList: true, subtree: true });
  }

  document.addEventListener("mtx:asked", ({ target: box }) => {
    const cell = box.closest(CELL);
    if (!cell) return;
    const root = pageOf(cell), cells = [...root.querySelectorAll(CELL)], ran = turn(cell);
    const isPassed = (one) => !isOwn(one) && (turn(one) > ran || turn(one) === Infinity);  // after Run All they wait
    if (isLive(root) && ran && cells.slice(cells.indexOf(cell) + 1).some(isPassed)) skip(box);
    cover(root);
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => cover(root));
    watch(root);
  });

  document.addEventListener("mtx:done", ({ target: box }) => {
    done.add(box.dataset.check);
    const cell = box.closest(CELL);
    if (cell) cover(pageOf(cell));
  });

  // Enter opens a cell, and with another key runs it, as a button or a menu does. Text cells have no execution count.
  const RUN = "[data-command*=':run']";
  const isRun = ({ target, type }) => target.closest?.(RUN)
    || type === "keydown" && (target.closest?.(".jp-Notebook") && !target.closest(".predict")
      || target.closest?.(".lm-Menu, .lm-CommandPalette")?.querySelector(`.lm-mod-active${RUN}`));
  for (const kind of ["keydown", "pointerup", "click"]) {
    document.addEventListener(kind, (event) => {
      if (event.key && event.key !== "Enter" || !isRun(event)) return;
      const chosen = document.querySelectorAll(".jp-Notebook .mtx-covered:is(.jp-mod-active, .jp-mod-selected)");
      for (const cell of chosen) if (cell.checkVisibility()) skip(asks.get(cell));
    }, true);
  }
})();
