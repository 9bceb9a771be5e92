// Exports from the panel. Python makes the text, and the browser copies it or saves it as a file.

function takeAway(tell) {
  const done = make("span", { class: "done-now", "aria-hidden": "true" });  // to be seen; `tell` is for screen readers
  const take = make("div", { class: "bar-of-buttons take" }, make("span", {}, "Export:"),
    button("Copy as Python", "python"), button("Copy as LaTeX", "latex"), button("Save table (CSV)", "csv"),
    button("Save page (HTML)", "page"),
    button("Copy state", "state", { title: "In Python, panel.state = \"...\" brings this panel back." }), done);
  const copied = make("textarea", { readonly: true, rows: 4, "aria-label": "Copied text", hidden: true });

  function say(text) {
    tell(text);
    done.textContent = text;
  }

  async function copy(text) {
    copied.hidden = false;
    copied.value = text;
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      copied.focus();
      copied.select();
      say(document.execCommand("copy") ? "Copied." : "Press Ctrl+C to copy the selected text.");
    }
  }

  function save({ file, name, type }) {
    const url = URL.createObjectURL(new Blob([file], { type: `${type};charset=utf-8` }));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    say(`Saved as ${name}.`);
  }

  const receive = (message) => {
    if (message.copy !== undefined) copy(message.copy);
    else if (message.file !== undefined) save(message);
  };
  return { take, copied, done, receive };
}
