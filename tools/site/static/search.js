// The search finds sections that contain every word that was typed. Sections with the words in the heading come first.
let mtxSearch;
(() => {
  const box = document.getElementById("search"), list = document.getElementById("found");
  let sections = [];
  mtxSearch = (given) => { sections = given.map(([to, heading, chapter, words]) => ({ to, heading, chapter, words, low: `${heading} ${words}`.toLowerCase() })); };

  function around(words, term) {
    const at = Math.max(0, words.toLowerCase().indexOf(term) - 40);
    return `${at ? "… " : ""}${words.slice(at, at + 110).trim()} …`;
  }

  box?.addEventListener("input", () => {
    const terms = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hit = terms.length ? sections.filter(({ low }) => terms.every((term) => low.includes(term))) : [];
    const weight = ({ heading }) => terms.filter((term) => heading.toLowerCase().includes(term)).length;
    const shown = hit.sort((a, b) => weight(b) - weight(a)).slice(0, 8).map(({ to, heading, chapter, words }) => {
      const item = document.createElement("li"), link = Object.assign(document.createElement("a"), { href: to, textContent: heading });
      item.append(link, Object.assign(document.createElement("small"), { textContent: `${chapter.replace(/[^.?!]$/, "$&:")} ${around(words, terms[0])}` }));
      return item;
    });
    if (terms.length && !shown.length) shown.push(Object.assign(document.createElement("li"), { textContent: "Nothing found." }));
    list.replaceChildren(...shown);
  });
})();
