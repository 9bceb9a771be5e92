// Bricks slide to the new places of their words. A move of up to a letter isn't shown, because typing explains it. A
// brick is recognised by its words and by the number of equal bricks before it, and its text moves with it.

const LETTER = 20;  // the width of the widest letter

function bricks(element) {
  const found = new Map(), times = {};
  for (const svg of element.querySelectorAll(".picture svg")) {
    if (!svg.checkVisibility()) continue;  // such as the picture for narrow pages, on a wide page
    const written = {}, place = ({ dataset }) => `${dataset.n} ${dataset.start}`;
    for (const one of svg.querySelectorAll("text[data-start]")) (written[place(one)] ??= []).push(one);
    for (const brick of svg.querySelectorAll("rect.brick")) {
      const words = `${brick.dataset.n} ${brick.dataset.ngram}`;
      times[words] = (times[words] ?? 0) + 1;
      [brick, ...(written[place(brick)] ?? [])].forEach((one, part) => found.set(`${words} ${times[words]} ${part}`, one));
    }
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
