// Bricks slide to where their words have gone, unless that is no farther than a letter: whoever types sees it anyway. A
// brick, or what is written in it, is known again by its words, and by how many like it come before.

const LETTER = 20;  // as wide as a letter ever is

function bricks(element) {
  const found = new Map(), times = {};
  for (const one of element.querySelectorAll(".picture :is(rect.brick, text:is(.credited, .clipped, .unmatched))")) {
    const words = one.tagName + one.textContent.replace(/: \w+$/, "");  // a title says what became of them, too
    times[words] = (times[words] ?? 0) + 1;
    found.set(`${words} ${times[words]}`, one);
  }
  return found;
}

function fillSliding(element, html) {
  if (element.shown === html) return;
  const before = bricks(element);
  fill(element, html);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [name, one] of bricks(element)) {
    const was = before.get(name);
    const [x, y] = ["x", "y"].map((side) => (was ? was.getAttribute(side) - one.getAttribute(side) : 0));
    if (Math.hypot(x, y) > LETTER) one.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, { duration: 150, easing: "ease-out" });
  }
}
