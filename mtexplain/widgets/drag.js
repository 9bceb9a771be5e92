// A scatter with dots to drag. The page only says where a dot was put, and the numbers come from Python.

function render({ model, el }) {
  const root = make("div", { class: "mtx-drag", role: "group", "aria-label": "Dots to drag" });
  let held = null, focused = null;
  el.append(root);

  function place(event) {
    const drawn = root.querySelector(".wide svg"), box = drawn.getBoundingClientRect(), scale = drawn.viewBox.baseVal.width / box.width;
    const [left, right, top, bottom] = model.get("frame");
    return [(scale * (event.clientX - box.left) - left) / (right - left), (bottom - scale * (event.clientY - box.top)) / (bottom - top)];
  }

  function put(at, x, y) {
    model.set("put", [at, ...[x, y].map((share) => Math.min(1, Math.max(0, share)))]);
    model.save_changes();
  }

  function show() {
    fill(root, model.get("shown"));
    root.querySelector(".wide svg").setAttribute("role", "group");  // its dots can be reached
    for (const dot of root.querySelectorAll("rect[data-at]")) {
      dot.tabIndex = 0;
      dot.setAttribute("role", "button");
      dot.setAttribute("aria-label", `Dot ${Number(dot.dataset.at) + 1}: move it with the arrow keys`);
      dot.setAttribute("data-lm-suppress-shortcuts", "true");
    }
    if (focused !== null) root.querySelector(`rect[data-at="${focused}"]`)?.focus();
  }

  root.addEventListener("pointerdown", (event) => {
    if (!event.target.matches("rect[data-at]")) return;
    held = Number(event.target.dataset.at);
    root.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  root.addEventListener("pointermove", (event) => { if (held !== null) put(held, ...place(event)); });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) root.addEventListener(end, () => { held = null; });
  root.addEventListener("focusin", (event) => { focused = event.target.dataset.at ?? null; });
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
    if (x === undefined || !event.target.matches("rect[data-at]")) return;
    event.preventDefault();
    const box = event.target.getBoundingClientRect();
    const [across, up] = place({ clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 });
    put(Number(event.target.dataset.at), across + x / 50, up + y / 50);
  });
  model.on("change:shown", show);
  show();
  return () => model.off("change:shown", show);
}

export default { render };
