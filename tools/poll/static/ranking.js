// The judge of the notebooks on a page of the class. What it wants of a widget's model is here; every rank is sent.
import judge from "./judge.js";
import { element } from "./page.js";

const ENDING = ["Done", "Then the front shows how the class ranks the outputs."];
const DONE = `<p class="say">You have ranked them all. Until the ranking is closed, you may go back and change your mind.</p>`;

// It begins with the first sentence that is not done.
export function judging({ sentences, yours = {} }, send) {
  const next = sentences.findIndex(({ id }) => !yours[id]?.every((rank) => rank > 0));
  const place = next < 0 ? sentences.length : next;
  const held = { ballot: sentences, ranks: yours, place, ending: ENDING, result: DONE, file: "" };
  const model = {
    get: (name) => held[name],
    set(name, value) { held[name] = value; if (name === "ranks") send(value); },
    on(_, show) { this.save_changes = show; },
  };
  const el = element("div");
  judge.render({ model, el });
  return el;
}
