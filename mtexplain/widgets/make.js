// What the panel and the stepper share. Their scripts begin with this script.

// An element with its attributes and what is inside. Text is set as text, never as HTML.
function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
}

// Jupyter takes some keys away from whatever has the focus, unless it is told not to. Elements that scroll can be
// reached by keyboard.
function forKeyboards(root) {
  for (const one of root.querySelectorAll("button, select, input, textarea, summary, svg, .wide, .filled")) {
    one.setAttribute("data-lm-suppress-shortcuts", "true");
    if (!one.matches(".wide, .filled")) continue;
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  }
}

const button = (text, action, attributes = {}) =>
  make("button", { type: "button", "data-do": action, ...attributes }, text);
