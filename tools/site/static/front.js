// The front page: the picture of a score, drawn anew with each letter. What is drawn is counted by count.js until Python
// is there, and by the library from then on; both give the same, so nobody sees the change.
(() => {
  const NAMES = ["words", "pairs", "triples", "fours"], { shows } = JSON.parse(document.getElementById("shows").textContent);
  const find = (id) => document.getElementById(id), boxes = [find("candidate"), find("reference")];
  const pen = document.createElement("canvas").getContext("2d"), mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const wide = (text) => { pen.font = `20px ${getComputedStyle(document.body).fontFamily}`; return pen.measureText(text).width; };
  const escaped = (text) => text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[letter]));
  const digits = (value) => (value === 0 || value === 1 ? String(value) : value.toFixed(4));
  const texts = () => [boxes[0].value, boxes[1].value.split("|").filter((text) => text.trim())];
  let byPython = false, now = null;

  const text = (x, y, words, size, kind = "") => `<text x="${x}" y="${y}" class="${kind}" style="font-size:${size}px">${words}</text>`;
  const box = (x, y, width, height, kind, round = 7, more = "") =>
    `<rect class="${kind}" x="${x}" y="${y}" width="${Math.max(0, width)}" height="${height}" rx="${round}" ${more}/>`;

  // What is written on a brick: on one line or two, as large as there is room; nothing where it would be too small.
  function written(words, room, size) {
    const broken = words.slice(1).map((_, cut) => [words.slice(0, cut + 1).join(" "), words.slice(cut + 1).join(" ")]);
    const most = (lines) => Math.max(...lines.map(wide)), large = (lines) => Math.min(size, 20 * room / most(lines));
    const whole = [words.join(" ")];
    const best = large(whole) < size && broken.length ? broken.reduce((one, two) => (most(two) < most(one) ? two : one)) : whole;
    return large(best) < 11.5 ? { lines: [], size } : { lines: best, size: large(best) };
  }

  function draw(score) {
    const picture = find("picture"), width = picture.clientWidth || 1000, isNarrow = width < 640;
    const left = isNarrow ? 0 : 104, right = isNarrow ? 0 : 170, room = width - left - right, gap = isNarrow ? 2 : 3, pad = isNarrow ? 16 : 26;
    const { candidate, references, rows, ribbons, c, r } = score;
    const natural = (words) => words.reduce((sum, word) => sum + Math.max(wide(word), 26) + pad, 0);
    const scale = Math.min(1.7, room / Math.max(1, ...[candidate, ...references].map(natural)));
    const edges = (words) => { let x = left; return words.map((word) => [x, x += (Math.max(wide(word), 26) + pad) * scale]); };
    const mine = edges(candidate), theirs = references.map(edges), size = Math.min(isNarrow ? 17 : 21, 20 * scale), height = isNarrow ? 36 : 40;
    const line = (reference) => (isNarrow ? 34 : 22) + reference * 34, first = line(references.length - 1) + (isNarrow ? 52 : 56);
    const middle = ([a, b]) => (a + b) / 2, several = references.length > 1, taken = references.map(() => new Set());
    let drawn = "";
    for (const [start, stop, reference, at] of ribbons) {
      const [a, b, d, e] = [mine[start][0] + gap, mine[stop - 1][1] - gap, theirs[reference][at][0] + gap, theirs[reference][at + stop - start - 1][1] - gap];
      const top = line(reference) + 9, bend = (line(references.length - 1) + 12 + first) / 2;
      drawn += `<path class="ribbon" d="M${d} ${top}C${d} ${bend} ${a} ${bend} ${a} ${first}L${b} ${first}C${b} ${bend} ${e} ${bend} ${e} ${top}Z"/>`;
      for (let word = at; word < at + stop - start; word++) taken[reference].add(word);
    }
    if (isNarrow) drawn += text(0, 12, several ? "references" : "reference", 14, "small");
    references.forEach((words, reference) => {
      if (!isNarrow) drawn += text(0, line(reference), `reference${several ? ` ${reference + 1}` : ""}`, 14, "small");
      words.forEach((word, at) => { drawn += text(middle(theirs[reference][at]), line(reference), escaped(word), size, `middle ${taken[reference].has(at) ? "taken" : "spare"}`); });
    });
    rows.forEach(({ n, states, matches, total }, place) => {
      const y = first + place * (height + 7);
      if (!isNarrow) drawn += text(0, y + height / 2 + 5, n === 1 ? "candidate" : NAMES[place], 14, "small");
      states.forEach((state, at) => {
        const span = mine.slice(at, at + n), a = mean(span.map(([x]) => x)) + gap, b = mean(span.map(([, x]) => x)) - gap;
        const { lines, size: large } = written(candidate.slice(at, at + n), b - a - 4, n === 1 ? size : 14);
        drawn += `<g><title>${escaped(candidate.slice(at, at + n).join(" "))}: ${state}</title>${box(a, y, b - a, height, state)}`;
        lines.forEach((each, row) => { drawn += text((a + b) / 2, y + height / 2 + large * 0.36 + (lines.length - 1) * (row - 0.5) * large * 1.12, escaped(each), large, `middle on-${state}`); });
        drawn += "</g>";
      });
      if (!isNarrow) drawn += text(width - right + 22, y + height / 2 + 9, `${matches}/${total}`, 25, "share") + text(width, y + height / 2 + 6, NAMES[place], 14, "small end");
    });
    let y = first + 4 * (height + 7) + 10;
    if (isNarrow) {
      rows.forEach(({ matches, total }, place) => {
        drawn += text((place + 0.5) * width / 4, y + 28, `${matches}/${total}`, 25, "share middle") + text((place + 0.5) * width / 4, y + 48, NAMES[place], 14, "small middle");
      });
      y += 70;
    }
    const unit = Math.min((isNarrow ? width - 84 : room) / Math.max(c, r, 1), 54), missing = r - c;
    if (!isNarrow) drawn += text(0, y + 13, "length", 14, "small");
    drawn += box(left, y, c * unit, 16, "credited", 4, 'opacity=".5"') + (missing > 0 ? box(left + c * unit + 2, y + 1, missing * unit - 2, 14, "missing", 4) : "");
    const length = `${c} word${c === 1 ? "" : "s"}, ${missing > 0 ? `${missing} fewer than` : missing < 0 ? `${-missing} more than` : "as many as"} the reference`;
    drawn += text(left, y + 36, length, 14, "small") + text(isNarrow ? width : width - right + 22, y + 16, `× ${digits(score.penalty)}`, isNarrow ? 20 : 25, isNarrow ? "share end" : "share");
    picture.setAttribute("viewBox", `0 0 ${width} ${y + 44}`);
    picture.setAttribute("aria-label", `${rows.map(({ matches, total }, place) => `${matches} of ${total} ${NAMES[place]}`).join(", ")}; ${length}.`);
    picture.innerHTML = drawn;
    find("score").textContent = digits(score.score);
    const power = c && c < r ? ` · e<sup>1 − ${r}/${c}</sup>` : "";
    find("formula").innerHTML = `= (${rows.map(({ matches, total }) => `${matches}/${total}`).join(" · ")})<sup>1/4</sup>${power}`;
  }

  // One plain sentence: that of the example, or what costs most.
  function why({ candidate, rows, c, r }) {
    const shown = shows.find((one) => one.candidate === boxes[0].value && one.reference === boxes[1].value);
    [...find("chips").children].forEach((chip, at) => chip.setAttribute("aria-pressed", String(shows[at] === shown)));
    find("sign").textContent = shown?.sign ?? "";
    if (shown) return shown.why;
    if (!c) return "The candidate is empty.";
    const empty = rows.findIndex(({ matches }) => !matches), of = ["word", "pair", "triple", "four"][empty];
    if (empty >= 0) return rows[empty].total ? `No ${of} of the candidate is in a reference: one factor is 0, and so is the product.` : `The candidate is too short to have ${NAMES[empty]}: 0/0 counts as 0.`;
    const clipped = rows[0].states.indexOf("clipped");
    if (clipped >= 0) return `No reference has “${candidate[clipped]}” so often: the rest is clipped.`;
    return c < r ? "It is too short, and that costs something, too." : "";
  }

  async function update() {
    const [candidate, references] = texts(), asked = [candidate, references.length ? references : [""]];
    const mark = now = {};
    const score = byPython ? await mtx.call("picture", { candidate: asked[0], references: asked[1] }) : counted(...asked);
    if (mark !== now) return;  // another letter came meanwhile
    draw(score);
    find("why").textContent = why(score);
    find("open").hash = new URLSearchParams({ metric: "bleu", candidate, ...Object.fromEntries(references.map((one, at) => [`reference${at + 1}`, one])) });
  }

  function show(one) {
    [boxes[0].value, boxes[1].value] = [one.candidate, one.reference];
    update();
  }

  for (const one of shows) {
    const chip = Object.assign(document.createElement("button"), { type: "button", textContent: one.title });
    chip.addEventListener("click", () => show(one));
    find("chips").append(chip);
  }
  for (const each of boxes) each.addEventListener("input", update);
  addEventListener("resize", update);
  document.fonts?.ready.then(update);
  show(shows[0]);
  for (const each of boxes) each.readOnly = false;  // from now on typing moves the score

  // Python comes in quietly, once the page is idle.
  const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 300));
  idle(async () => {
    try {
      await mtx.start();
      byPython = true;
      document.documentElement.dataset.counts = "library";
      update();
    } catch (error) {
      document.documentElement.dataset.counts = "page";  // the page goes on counting by itself
      console.warn(error);
    }
  });
})();
