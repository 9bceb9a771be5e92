// What the panel and the quiz share: fields with their labels, and HTML that comes from Python.

const select = (options) => make("select", {}, ...options.map(([value, text]) => make("option", { value }, text)));

const labelled = (text, field) => make("label", {}, make("span", {}, text), field);

// Shows HTML from Python. It is replaced only if it has changed, so that folds, focus and selections stay.
function fill(element, html) {
  if (element.shown === html) return;
  element.shown = html;
  element.innerHTML = html;
}
