// Attention with numbers to type. The page only says which numbers were typed, and everything else comes from Python.

function render({ model, el }) {
  const root = make("div", { class: "mtx mtx-attend" }), grids = make("div", { class: "grids" }), inputs = {};
  const causal = make("input", { type: "checkbox" }), told = make("p", { class: "told", role: "status" }), shown = make("div");
  const given = () => structuredClone(model.get("given"));

  // A field. A screen reader names it by its matrix, its row and its column.
  function field(which, token, row, column) {
    const input = make("input", { inputmode: "text", autocomplete: "off", spellcheck: "false", size: 4,
      "aria-label": `${which}, ${token}, column ${column + 1}` });
    input.addEventListener("input", () => {
      const changed = given();
      changed[which][row][column] = input.value;
      model.set("given", changed);
      model.save_changes();
    });
    return input;
  }

  for (const [which, rows] of Object.entries(model.get("given"))) {
    const names = model.get("tokens")[which];
    inputs[which] = rows.map((numbers, row) => numbers.map((_, column) => field(which, names[row], row, column)));
    const lines = inputs[which].map((each, row) => make("tr", {}, make("th", { scope: "row" }, names[row]), ...each.map((one) => make("td", {}, one))));
    grids.append(make("div", { class: "wide" }, make("table", {}, make("caption", {}, which), make("tbody", {}, ...lines))));
  }

  function show() {
    for (const [which, rows] of Object.entries(model.get("given"))) rows.forEach((numbers, row) => numbers.forEach((text, column) => {
      const input = inputs[which]?.[row]?.[column];
      if (input && input.value !== text) input.value = text;
      if (input) input.setAttribute("aria-invalid", model.get("told").startsWith(`${which}[${row}][${column}]:`));
    }));
    causal.checked = model.get("causal");
    told.textContent = model.get("told");
    told.hidden = !told.textContent;
    fill(shown, model.get("shown"));
    forKeyboards(root);
  }

  causal.addEventListener("change", () => { model.set("causal", causal.checked); model.save_changes(); });
  root.addEventListener("keydown", (event) => event.stopPropagation());
  root.append(grids, make("label", { class: "causal" }, causal, make("span", {}, "Causal mask: no token looks ahead")), told, shown);
  el.append(root);
  const heard = "change:shown change:told change:given change:causal".split(" ");
  for (const event of heard) model.on(event, show);
  show();
  return () => { for (const event of heard) model.off(event, show); };
}

export default { render };
