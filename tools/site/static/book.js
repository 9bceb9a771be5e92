// A chapter. Python in this page checks its exercises and opens its panels. It starts when it is first needed.
(() => {
  const cells = JSON.parse(document.getElementById("cells").textContent);
  const code = document.getElementById("show-code");
  code.addEventListener("change", () => document.documentElement.toggleAttribute("data-code", code.checked));

  function waiting(element) {
    const told = Object.assign(document.createElement("p"), { className: "wait", textContent: "Python is starting in your browser … " });
    const bar = Object.assign(document.createElement("progress"), { max: 1, value: 0, ariaLabel: "Loading Python" });
    told.append(bar);
    element.replaceChildren(told);
    return mtx.start((share) => { bar.value = share; });
  }

  for (const place of document.querySelectorAll(".live")) {
    place.querySelector("button").addEventListener("click", async () => {
      const stage = document.createElement("div");
      place.replaceWith(stage);
      try {
        await waiting(stage);
        const fresh = document.createElement("div");
        await mtx.widget("cell", { cells, number: Number(place.dataset.cell) }, fresh);
        stage.replaceChildren(fresh);
      } catch (error) {
        stage.replaceChildren(Object.assign(document.createElement("p"), { className: "refused", textContent: mtx.told(error) }));
      }
    });
  }

  for (const form of document.querySelectorAll(".exercise")) {
    const output = form.querySelector("output"), inputs = [...form.querySelectorAll("input")];
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await waiting(output);
        output.textContent = await mtx.call("checked", { cells, number: Number(form.dataset.cell), answers: inputs.map((input) => input.value) });
      } catch (error) {
        output.textContent = mtx.told(error);
      }
      const lines = output.textContent.split("\n");
      output.className = lines.every((line) => /^(\w+: )?Right/.test(line)) ? "right" : "";
    });
  }
})();
