// The lecturer's page, for the projector. It shows the question, the number of answers and, later, the answers.
import { element, find, hear, post, prose } from "./page.js";

const chapter = find("chapter"), name = find("name"), next = find("next"), again = find("again"), goOn = find("go-on");
const barsButton = find("bars-button"), trouble = find("trouble"), result = find("result"), file = find("file");
const NEXT = { waiting: ["start", "Start the vote"], open: ["stop", "Stop"], closed: ["reveal", "Reveal the answer"] };
const RANKING = { ...NEXT, waiting: ["start", "Start the ranking"], closed: ["reveal", "Reveal the ranking"] };
const OTHER = "Next question", NO_ANSWER = "The server of the poll doesn't respond.";
let listed = [], now = { phase: "waiting" }, showsBars = false, stopped = 0, drawn = "", known = "[]";

function options(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => element("option", { value }, text)));
  select.value = chosen;
}

function list(place) {
  const asks = listed.find((one) => one.chapter === place[0])?.asks || {};
  const plain = Object.entries(asks).map(([key, text]) => [key, text.replaceAll("`", "")]);
  options(name, [["", "Choose …"], ...plain], place[1]);
  chapter.value = place[0];
}

function warn(text = "") {
  trouble.textContent = text;
  trouble.hidden = !text;
}

async function tell(said) {
  const { ok, said: answer } = await post("lecturer", said).catch(() => ({ said: { error: NO_ANSWER } }));
  warn(answer.error);
  if (ok) show(answer);
}

function share(count, votes) {
  return votes ? Math.round(100 * count / votes) : 0;
}

function bar(one, isShown) {
  const line = element("li", { class: one.is_right ? "right" : "" });
  line.append(element("span", { class: "label", dir: "auto" }, ...prose(one.label), one.is_right ? " ✓" : ""));
  if (isShown) one.counts.forEach((count, round) => {
    const size = share(count, now.votes[round]), drawn = element("i", {});
    drawn.style.width = `${size}%`;
    line.append(element("span", { class: `bar round${round + 1}` }, drawn),
      element("span", { class: "size" }, ...(now.sentences ? [`${count} done`] : [`${size}%`, element("small", {}, ` ${count}`)])));
  });
  if (one.said) line.append(element("span", { class: "said" }, ...prose(one.said)));
  return line;
}

function show(state) {
  if (trouble.textContent === NO_ANSWER) warn();
  if (state.question && String(state.place) !== String(now.place)) { showsBars = false; list(state.place); }
  now = state;
  const isRevealed = now.phase === "revealed", isRanking = Boolean(now.sentences);
  const isShown = isRevealed ? !isRanking : (showsBars || isRanking) && now.votes?.length > 0;
  document.body.dataset.phase = now.question ? now.phase : "empty";
  find("question").replaceChildren(...(now.question ? prose(now.question) : ["Take out your phones."]));
  find("words").textContent = now.words?.join(" ") || "";
  const lines = now.question && (isShown || now.choices?.length || (isRanking && !isRevealed)) ? now.bars : [];
  find("bars").replaceChildren(...lines.map((one) => bar(one, isShown)));
  find("bars").classList.toggle("twice", now.votes?.length > 1);
  find("bars").classList.toggle("sentences", isRanking);
  find("told").replaceChildren(...(isRevealed ? prose(now.explanation) : []));
  const votes = now.votes?.at(-1), here = `${now.pages} ${now.pages === 1 ? "phone" : "phones"} connected`;
  const counted = now.votes?.length ? [element("b", {}, String(votes)), `${isRanking ? "judge" : "answer"}${votes === 1 ? "" : "s"} · `] : [];
  find("count").replaceChildren(...counted, here);
  crowds();
  const isDone = !now.question || isRevealed;
  next.textContent = isDone ? OTHER : (isRanking ? RANKING : NEXT)[now.phase][1];
  next.disabled = isDone && !following();
  again.hidden = !(now.phase === "closed" && now.votes.length === 1) || isRanking;
  goOn.hidden = now.phase !== "closed";
  barsButton.hidden = !now.votes?.length || isRevealed || isRanking;
  barsButton.textContent = showsBars ? "Hide the bars" : "Show the bars";
  barsButton.ariaPressed = String(showsBars);
  if (drawn !== (now.result || "")) result.innerHTML = drawn = now.result || "";  // only if it is new, so that folds stay open
  file.hidden = !now.file;
  file.href = `data:text/tab-separated-values;charset=utf-8,${encodeURIComponent(now.file)}`;
  find("hint").textContent = hint(isRevealed);
}

// Addresses with many answers, which may be a class behind a router or somebody who votes many times. The lecturer decides.
function crowds() {
  const key = JSON.stringify(now.crowds || []);
  find("crowds").hidden = key === "[]";
  if (key === known) return;
  known = key;
  find("sources").replaceChildren(...(now.crowds || []).map(({ source, count, isLeftOut }) => {
    const box = element("input", { type: "checkbox" });
    box.checked = !isLeftOut;
    box.addEventListener("change", () => tell({ do: "leave out", source }));
    return element("label", {}, box, ` ${count} answers from address ${source}`);
  }));
}

function hint(isRevealed) {
  if (!now.question) return "Or choose a chapter and a question above.";
  if (now.votes.length > 1 && (showsBars || isRevealed)) return "The upper bar is the first vote, the lower bar the second vote.";
  if (now.phase === "closed" && now.votes.length === 1 && now.divided)
    return "The room is divided. Let neighbours convince each other, then vote again.";
  return isRevealed && !following() ? "Choose a chapter and a question above." : "";
}

// The next question in the list, or the usual number of sentences for a ranking.
function following() {
  const { usual } = listed.find((one) => one.chapter === chapter.value) || {};
  if (usual) return now.sentences ? undefined : usual;
  return name.options[name.selectedIndex + 1]?.value;
}

const choose = (asked) => tell({ do: "choose", chapter: chapter.value, name: asked }).then(() => next.focus());

// If a clicker is pressed twice, it stops the vote but doesn't reveal the answer.
function go() {
  if (!now.question || !NEXT[now.phase] || Date.now() - stopped < 1000) return;
  if (now.phase === "open") stopped = Date.now();
  tell({ do: NEXT[now.phase][0] });
}

function toggle() {
  showsBars = !showsBars;
  show(now);
}

chapter.addEventListener("change", () => { list([chapter.value, ""]); show(now); });
name.addEventListener("change", () => {
  if (name.value) choose(name.value);
});
next.addEventListener("click", () => (next.textContent === OTHER ? choose(following()) : go()));
again.addEventListener("click", () => tell({ do: "start" }));
goOn.addEventListener("click", () => tell({ do: "go on" }));
barsButton.addEventListener("click", toggle);
// Keys of a clicker or the keyboard, none of which leaves a question. In the lists, these keys choose an item.
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select")) return;
  const act = { arrowright: go, pagedown: go, b: toggle, v: () => again.hidden || again.click() }[event.key.toLowerCase()];
  if (act) { event.preventDefault(); act(); }
});

const answer = await fetch("lecturer/questions"), said = await answer.json();
if (answer.ok) {
  listed = said.chapters;
  options(chapter, listed.map((one) => [one.chapter, one.title]), listed[0].chapter);
  list([listed[0].chapter, ""]);
  find("address").textContent = said.address.replace("http://", "");
  if (!said.isOpen) warn("Only this machine can open that address. To let the class in, start the room with make room ARGS=--ip=0.0.0.0");
  hear("lecturer/events", show, (why) => warn(`The room was closed and reopened, so this page no longer controls it. ${why}`));
} else warn(said.error);
