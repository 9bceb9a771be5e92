// The notebooks' judge on the class's page. It has the parts of a widget's model that the judge needs, and sends each rank.
import judge from "./judge.js";
import { element } from "./page.js";

const ENDING = ["Done", "At the end, the projector shows how the class ranks the outputs."];
const DONE = `<p class="say">You have ranked all outputs. You can go back and change your ranks until the ranking is closed.</p>`;

// The judge begins with the first sentence that isn't finished.
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
