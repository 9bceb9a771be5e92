// The judge in the browser shows the outputs of one sentence at a time, to be ranked. It knows no system's name.

function render({ model, el }) {
  const view = `view${Math.random()}`;  // two views of one judge must not share their radio buttons
  const ballot = model.get("ballot"), last = ballot.length, [ending, then] = model.get("ending");
  const ranksOf = (id) => model.get("ranks")[id] ?? ballot[0].outputs.map(() => 0);
  const isRanked = ({ id }) => ranksOf(id).every((rank) => rank > 0);

  const numbers = make("div", { class: "numbers", role: "group", "aria-label": "Sentences" });
  [...ballot.keys(), last].forEach((place) => {
    const one = make("button", { type: "button" }, place === last ? ending : `${place + 1}`);
    one.addEventListener("click", () => go(place));
    numbers.append(one);
  });
  const source = make("p", { class: "source-text", dir: "auto" }), help = make("p", { class: "say" });
  const rows = make("div", { class: "outputs" }), result = make("div", { class: "result", tabindex: -1 });
  const told = make("p", { class: "told", role: "status", "aria-live": "polite" });
  const ballotPage = make("div", { class: "sentence", role: "group" }, source, help, rows, told);
  const save = button("Save my ranking", "save");
  const end = make("div", { class: "end" }, result, make("div", { class: "bar-of-buttons" }, save));
  const back = button("◀ Back", "back"), next = button("", "next");
  let seen = -1;  // the place that is shown
  const root = make("div", { class: "mtx mtx-quiz mtx-judge", role: "group", "aria-label": "You be the judge" },
    numbers, ballotPage, end, make("div", { class: "bar-of-buttons" }, back, next));
  el.append(root);

  function row(text, number, { id, outputs }) {
    const choices = outputs.map((_, place) => {
      const input = make("input", { type: "radio", name: `${view}-${number}`, value: place + 1 });
      input.addEventListener("change", () => rank(id, number, place + 1));
      return make("label", {}, input, make("span", {}, `${place + 1}`));
    });
    return make("fieldset", {}, make("legend", { dir: "auto" }, text), make("div", { class: "ranks" }, ...choices));
  }

  function rank(id, number, given) {
    model.set("ranks", { ...model.get("ranks"), [id]: ranksOf(id).map((held, at) => at === number ? given : held) });
    model.save_changes();
  }

  function go(place) {
    model.set("place", place);
    model.save_changes();
    (end.hidden ? rows.querySelector("input:checked, input") : result)?.focus();
  }

  function tell() {
    const done = ballot.filter(isRanked).length, place = model.get("place");
    [...numbers.children].forEach((one, at) => {
      const ranked = at < last && isRanked(ballot[at]);
      one.className = ranked ? "right" : "";
      one.textContent = at === last ? ending : `${at + 1}${ranked ? " ✓" : ""}`;
      one.setAttribute("aria-label", at === last ? ending : `Sentence ${at + 1}: ${ranked ? "ranked" : "not ranked"}`);
      if (at === place) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    const one = ballot[place];
    told.textContent = one ? `You have ranked ${done} of ${last} sentence${last === 1 ? "" : "s"}.` : "";
    next.classList.toggle("main", Boolean(one && isRanked(one)));
    const missing = last - done;
    const still = `Rank ${missing === last ? "the" : `${missing} more`} sentence${missing === 1 ? "" : "s"} first. ${then}`;
    const say = (text) => `<p class="say">${text}</p>`;
    fill(result, missing ? say(still) : model.get("result") || say("Comparing your ranking with the metrics …"));
    save.hidden = !model.get("file");
  }

  function show() {
    const place = model.get("place"), one = ballot[place];
    ballotPage.hidden = !one;
    end.hidden = Boolean(one);
    back.disabled = place === 0;
    next.hidden = !one;
    next.textContent = place === last - 1 ? `${ending} ▶` : "Next ▶";
    if (one && place !== seen) {
      source.textContent = one.source;
      source.lang = one.code;
      help.replaceChildren(`${one.language}. A translator wrote: `, make("q", {}, one.reference),
        " Rank the outputs: 1 is the best, and equally good ones may share a rank.");
      ballotPage.setAttribute("aria-label", `Sentence ${place + 1} of ${last}`);
      rows.replaceChildren(...one.outputs.map((text, number) => row(text, number, one)));
    }
    seen = place;
    if (one) ranksOf(one.id).forEach((rank, number) => {
      for (const input of rows.children[number].querySelectorAll("input")) input.checked = Number(input.value) === rank;
    });
    tell();
    forKeyboards(root);
  }

  back.addEventListener("click", () => go(model.get("place") - 1));
  next.addEventListener("click", () => go(model.get("place") + 1));
  save.addEventListener("click", () => {
    const link = make("a", { download: "my_ranking.tsv" });
    link.href = URL.createObjectURL(new Blob([model.get("file")], { type: "text/tab-separated-values" }));
    link.click();
    URL.revokeObjectURL(link.href);
  });
  root.addEventListener("keydown", (event) => event.stopPropagation());
  model.on("change", show);
  show();
  return () => model.off("change", show);
}

export default { render };
