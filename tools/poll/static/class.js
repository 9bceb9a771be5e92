// The class's page, with a question and an answer that may be changed until the vote is closed.
import { element, find, hear, post, prose, sleep } from "./page.js";
import { judging } from "./ranking.js";

const question = find("question"), form = find("answers"), says = find("says"), where = find("where");
const given = document.querySelector("meta[name=seat]").content, seat = kept();
let now = { phase: "" }, drawn = "", turn = 0, wish = null, trouble = "";

// The seat with which this page was opened. The page keeps it as long as it is open, so that nobody can vote twice by
// reloading.
function kept() {
  try {
    return (sessionStorage.seat ||= given);
  } catch {
    return given;
  }
}

// A room that was reopened doesn't know this seat, so the page reloads and gets a new seat.
function refused(why) {
  try { delete sessionStorage.seat; } catch { /* no seat was stored */ }
  if (seat !== given || now.phase) location.reload();
  else question.replaceChildren(why);
}

function show(state) {
  const isSame = state.ballot === now.ballot;
  if (!isSame) { trouble = ""; wish = null; }
  if (isSame && (state.turn || 0) < (now.turn || 0)) state = { ...state, yours: now.yours, turn: now.turn };  // older news
  now = state;
  turn = Math.max(turn, state.turn || 0);
  draw();
}

function draw() {
  const key = JSON.stringify([now.ballot, now.phase]);
  if (key !== drawn) {
    drawn = key;
    const open = now.round === 2 ? "Second vote" : "Vote", closed = "The vote is closed";
    where.textContent = (now.sentences ? { closed: "The ranking is closed" } : { open, closed })[now.phase] || "";
    question.replaceChildren(...(now.phase === "waiting" ? ["The next question will appear here."] : prose(now.question)));
    form.replaceChildren(...(now.phase === "waiting" ? [] : fields()));
    if (now.phase !== "open") for (const one of form.querySelectorAll("button, input")) one.disabled = true;
  }
  const given = wish ? wish.shown : now.yours;
  for (const one of form.querySelectorAll("[data-choice]")) one.ariaPressed = String(one.dataset.choice === given);
  says.replaceChildren(...told());
}

function fields() {
  form.onsubmit = null;
  if (now.sentences) return now.phase === "open" ? [judging(now, (ranks) => send(ranks, "your ranks"))] : [];
  if (now.choices.length) return now.choices.map((choice, place) => {
    const button = element("button", { type: "button", "aria-pressed": "false", "data-choice": choice }, element("span", {}, ...prose(choice)));
    button.addEventListener("click", () => send(place, choice));
    return button;
  });
  const submit = element("button", { type: "submit", class: "main" }, "Send");
  if (!now.words.length) {
    const field = element("input", { id: "number", maxlength: 20, "aria-label": "Your answer", placeholder: "3/8 or 0.375", autocapitalize: "off" });
    field.value = now.yours || "";
    form.onsubmit = () => send(field.value, field.value);
    return [field, submit];
  }
  const left = (now.yours || "").split(" ");
  const words = now.words.map((word) => {
    const at = left.indexOf(word), button = element("button", { type: "button", class: "word", "aria-pressed": String(at >= 0) }, word);
    if (at >= 0) left.splice(at, 1);
    button.addEventListener("click", () => { button.ariaPressed = String(button.ariaPressed === "false"); });
    return button;
  });
  form.onsubmit = () => {
    const picked = words.flatMap((one, place) => (one.ariaPressed === "true" ? [place] : []));
    send(picked, picked.map((place) => now.words[place]).join(" "));
  };
  return [element("div", { class: "words" }, ...words), submit];
}

function told() {
  if (now.phase === "waiting") return [element("p", { class: "dim" }, "You don't need to do anything.")];
  const lines = [];
  if (trouble) lines.push(element("p", { class: "refused" }, trouble));
  if (wish) lines.push(element("p", { class: "dim" }, `Sending ${wish.shown} …`));
  else if (now.yours && !now.sentences) lines.push(element("p", {}, now.isFirst ? "You missed the second vote. Your first answer: " : "Your answer: ", element("b", {}, ...prose(now.yours)), now.phase === "open" ? " ✓" : ""));
  if (now.phase === "open" && now.yours && !wish) lines.push(element("p", { class: "dim" }, now.sentences ? "Your ranks have arrived." : "You can change it until the vote is closed."));
  if (now.phase === "closed") lines.push(element("p", { class: "dim" }, now.yours ? "Look to the front." : `You didn't answer${now.round === 2 ? " this time" : ""}.`));
  if (now.phase === "revealed" && now.sentences) lines.push(element("p", {}, now.said, " Look to the front."));
  else if (now.phase === "revealed") {
    if (now.yours) lines.push(element("p", { class: now.isRight ? "right" : "wrong" }, element("b", {}, now.isRight ? "Right." : "Not quite."), " ", ...prose(now.said)));
    lines.push(element("p", {}, "The answer: ", element("b", {}, ...prose(now.answer), "."), " ", ...prose(now.explanation)));
  }
  return lines;
}

// Sends one answer at a time, always the latest, and repeats it until the server has it.
async function send(answer, shown) {
  const isUnderWay = wish;
  trouble = "";
  wish = { seat, ballot: now.ballot, turn: ++turn, answer, shown };
  draw();
  if (isUnderWay) return;
  for (let wait = 0.5; wish; wait = Math.min(5, wait * 1.6)) {
    const sent = wish;
    try {
      const { ok, status, said } = await post("vote", sent);
      if (ok || (status < 500 && status !== 429)) {
        if (sent === wish) wish = null;
        if (!ok && !wish) trouble = said.error;
        if (ok && said.ballot === now.ballot) now = { ...now, yours: said.yours, turn: said.turn };
        wait = 0.1;
        draw();
        continue;
      }
    } catch { /* no network or no answer, so try again */ }
    await sleep(wait * (0.5 + Math.random()));
  }
}

form.addEventListener("submit", (event) => event.preventDefault());
hear(`events?seat=${seat}`, show, refused);
