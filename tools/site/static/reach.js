// Elements that scroll sideways can be reached by keyboard, on every page, even if they are added later.
(() => {
  const SCROLLS = ".wide, pre, p:has(> math[display=block]), table, .shown, .result, .hand";
  function reach() {
    for (const one of document.querySelectorAll(SCROLLS)) {
      if (one.matches("body > .wide")) continue;
      if (one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== "visible") one.tabIndex = 0;
      else if (one.getAttribute("tabindex") === "0") one.removeAttribute("tabindex");
    }
  }
  let asked = 0;
  const soon = () => { cancelAnimationFrame(asked); asked = requestAnimationFrame(reach); };
  new MutationObserver(soon).observe(document.getElementById("main"), { childList: true, subtree: true });
  for (const event of ["resize", "load", "toggle"]) addEventListener(event, soon, true);
  soon();

  // JupyterLite needs a server.
  if (location.protocol === "file:") {
    for (const one of document.querySelectorAll(".served")) {
      const told = document.createElement("span");
      told.append("To run the notebooks, serve this folder: ", Object.assign(document.createElement("code"), { textContent: "python -m http.server -d site" }));
      one.replaceChildren(told);
      one.removeAttribute("href");
    }
  }
})();
