// The judge on a page. The ranks stay in this browser, and a saved ranking can be opened. The ranks aren't in the address,
// because a link would then influence other judges.
const judging = (() => {
  const KEPT = "mtexplain-judge", LONGEST = 100000;  // bytes of a file, many times the size of a ranking

  // The stored ranks; a browser may not allow storage.
  function stored(text) {
    try {
      if (text !== undefined) localStorage.setItem(KEPT, text);
      return localStorage.getItem(KEPT) ?? "";
    } catch {
      return "";
    }
  }

  const button = (text) => Object.assign(document.createElement("button"), { type: "button", textContent: text });

  return async (stage) => {
    const fresh = document.createElement("div"), widget = await mtx.widget("judge", { kept: stored() }, fresh), { model, number } = widget;
    const open = button("Open a ranking"), over = button("Start over"), undo = button("Undo"), news = document.createElement("p");
    const file = Object.assign(document.createElement("input"), { type: "file", accept: ".tsv,.txt", hidden: true });
    let before = null, after = null;  // the ranks before the last replacement, and the ranks after it

    function put(ranks, told) {
      [before, after] = [model.get("ranks"), ranks];
      model.set("ranks", ranks);
      model.set("place", model.get("ballot").length);
      model.save_changes();
      news.textContent = told;
    }

    function changed() {
      undo.hidden = !after || model.get("ranks") !== after;
      stored(JSON.stringify({ ranks: model.get("ranks"), place: model.get("place") }));
    }

    async function read(chosen) {
      try {
        if (chosen.size > LONGEST) throw new Error("The file is too long to be a ranking.");
        const ranks = await mtx.call("ranks_in", { number, text: await chosen.text() });
        put(ranks, `You now see the ranking in ${chosen.name}.`);
      } catch (error) {
        news.textContent = `${chosen.name} can't be opened, so nothing has changed. ${error.refused ?? error.message}`;
      }
    }

    open.addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      if (file.files.length) read(file.files[0]);
      file.value = "";  // so that the same file can be chosen again
    });
    over.addEventListener("click", () => {
      put({}, "All ranks were cleared.");
      undo.focus();
    });
    undo.addEventListener("click", () => {
      put(before, "Your ranks are back.");
      after = null;
      changed();
      open.focus();
    });
    model.on("change", changed);
    Object.assign(news, { className: "told", textContent: "Your ranks stay in this browser." }).setAttribute("role", "status");
    undo.hidden = true;
    fresh.querySelector('[data-do="save"]').after(open, over, undo, file);
    fresh.querySelector(".end").append(news);
    stage.replaceChildren(fresh);
    return widget;
  };
})();
