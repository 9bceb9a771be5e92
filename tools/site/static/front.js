// The front page, with the picture of a score that is redrawn with each letter. Until Python has started, count.js counts
// and picture.js draws; then the library does both. The results are the same, so nobody sees the change.
(() => {
  const NAMES = ["words", "pairs", "triples", "fours"], { shows } = JSON.parse(document.getElementById("shows").textContent);
  const find = (id) => document.getElementById(id), boxes = [find("candidate"), find("reference")];
  const digits = (value) => (value === 0 || value === 1 ? String(value) : value.toFixed(4));
  const texts = () => [boxes[0].value, boxes[1].value.split("|").filter((text) => text.trim())];
  let byPython = false, now = null;

  // The index of the word at the caret. Of a long sentence, only the words around it are shown.
  const looked = () => boxes[0].value.slice(0, boxes[0].selectionStart ?? 0).split(/\s+/u).filter(Boolean).length - 1;

  function draw(score, focus) {
    const { rows, c, r } = score;
    find("picture").innerHTML = score.html ?? pictured(score, focus);
    find("score").textContent = digits(score.score);
    const power = c && c < r ? ` · e<sup>1 − ${r}/${c}</sup>` : "";
    find("formula").innerHTML = `= (${rows.map(({ matches, total }) => `${matches}/${total}`).join(" · ")})<sup>1/4</sup>${power}`;
  }

  // A plain sentence about the score, which is the comment of the example, or a reason why the score is low.
  function why({ candidate, rows, c, r }) {
    const shown = shows.find((one) => one.candidate === boxes[0].value && one.reference === boxes[1].value);
    [...find("chips").children].forEach((chip, at) => chip.setAttribute("aria-pressed", String(shows[at] === shown)));
    if (shown) return shown.why;
    if (!c) return "The candidate is empty.";
    const empty = rows.findIndex(({ matches }) => !matches), of = ["word", "pair", "triple", "four"][empty];
    if (empty >= 0) return rows[empty].total ? `No ${of} of the candidate is in a reference, so a factor is 0, and the product is 0.` : `The candidate is too short to have ${NAMES[empty]}: 0/0 counts as 0.`;
    const clipped = rows[0].states.indexOf("clipped");
    if (clipped >= 0) return `The candidate has “${candidate[clipped]}” more often than any reference, so the extra matches are clipped.`;
    return c < r ? "The candidate is shorter than the reference, which lowers the score." : "";
  }

  async function update() {
    const [candidate, references] = texts(), asked = [candidate, references.length ? references : [""]];
    const mark = now = {}, focus = Math.max(0, looked());
    const score = byPython ? await mtx.call("picture", { candidate: asked[0], references: asked[1], focus }) : counted(...asked);
    if (mark !== now) return;  // another letter was typed meanwhile
    draw(score, focus);
    find("why").textContent = why(score);
    find("open").hash = new URLSearchParams({ metric: "bleu", candidate, ...Object.fromEntries(references.map((one, at) => [`reference${at + 1}`, one])) });
  }

  function show(one) {
    [boxes[0].value, boxes[1].value] = [one.candidate, one.reference];
    find("sign").textContent = one.sign;  // it stays while the reader types, because it is the text to translate
    update();
  }

  for (const one of shows) {
    const chip = Object.assign(document.createElement("button"), { type: "button", textContent: one.title });
    chip.addEventListener("click", () => show(one));
    find("chips").append(chip);
  }
  for (const each of boxes) each.addEventListener("input", update);
  for (const event of ["keyup", "pointerup"]) boxes[0].addEventListener(event, ({ key }) => { if (!key || /^(Arrow|Home|End)/.test(key)) update(); });

  // A phone's keyboard covers half of the screen, so the text that is typed moves to the top and the score stays visible.
  function makeRoom() {
    const { height, offsetTop } = visualViewport, box = boxes.find((each) => each === document.activeElement);
    find("play").style.setProperty("--under", `${Math.max(0, Math.round(innerHeight - height - offsetTop))}px`);
    if (box && height < 560) box.parentElement.scrollIntoView({ block: "start" });
  }
  visualViewport.addEventListener("resize", makeRoom);
  for (const event of ["focus", "input"]) for (const each of boxes) each.addEventListener(event, makeRoom);
  show(shows[0]);
  for (const each of boxes) each.readOnly = false;  // from now on, typing changes the score

  // Python starts in the background once the page is idle.
  const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 300));
  idle(async () => {
    try {
      await mtx.start();
      byPython = true;
      document.documentElement.dataset.counts = "library";
      update();
    } catch (error) {
      document.documentElement.dataset.counts = "page";  // the page keeps counting by itself
      console.warn(error);
    }
  });
})();
