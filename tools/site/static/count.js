// BLEU of a sentence and its picture, until Python has started. A test compares its bricks, ribbons and numbers with the
// library's. `counted(candidate, references)` takes texts; the other functions take words and their positions.
const counted = (() => {
  const LONGEST = 20, split = (text) => text.split(/\s+/u).filter(Boolean);
  const ngrams = (words, n) => words.slice(0, Math.max(0, words.length - n + 1)).map((_, at) => words.slice(at, at + n).join(" "));
  const times = (list) => list.reduce((found, one) => found.set(one, (found.get(one) ?? 0) + 1), new Map());

  // For each word, the length of the longest run of words that ends with it and also occurs in a reference.
  function ends(words, references) {
    const found = words.map(() => 0);
    for (let n = 1; n <= LONGEST; n++) {
      const known = new Set(references.flatMap((one) => ngrams(one, n)));
      const places = ngrams(words, n).flatMap((ngram, at) => (known.has(ngram) ? [at + n - 1] : []));
      for (const last of places) found[last] = n;
      if (!places.length) break;
    }
    return found;
  }

  // The length of the longest of these runs that contains the words from first to last.
  function around(ends, first, last) {
    let most = 0;
    for (let at = last; at < ends.length && at - ends[at] < first; at++) most = Math.max(most, ends[at]);
    return most;
  }

  // An order, with the state of each n-gram and the positions of the credited n-grams. `longer` are the positions of the
// credited n-grams of the next order.
  function order(words, references, n, runs, longer) {
    const all = ngrams(words, n), each = references.map((one) => times(ngrams(one, n))), chosen = new Set();
    for (const [ngram, count] of times(all)) {
      const credits = Math.min(count, Math.max(0, ...each.map((one) => one.get(ngram) ?? 0)));
      const places = all.flatMap((one, at) => (one === ngram ? [at] : []));
      const leans = (at) => longer.has(at) + longer.has(at - 1), long = (at) => around(runs, at, at + n - 1);
      if (credits && count > credits) places.sort((a, b) => leans(b) - leans(a) || long(b) - long(a) || a - b);
      places.slice(0, credits).forEach((at) => chosen.add(at));
    }
    const known = new Set(each.flatMap((one) => [...one.keys()]));
    const states = all.map((ngram, at) => (chosen.has(at) ? "credited" : known.has(ngram) ? "clipped" : "unmatched"));
    return { chosen, row: { n, states, matches: chosen.size, total: all.length } };
  }

  // The credited words in runs. Each run, the longest first, is linked to a reference that contains it.
  function ribbons(words, references, credited) {
    const free = new Set(credited), left = references.map((one) => new Set(one.keys())), found = [];
    const range = (from, n) => Array.from({ length: n }, (_, at) => from + at);
    for (let n = Math.max(0, ...ends(words, references)); n > 0; n--) {
      const there = references.map((one) => ngrams(one, n));
      for (const [start, ngram] of ngrams(words, n).entries()) {
        if (!range(start, n).every((at) => free.has(at))) continue;
        const places = there.flatMap((one, reference) => one.flatMap((other, at) => (other === ngram ? [[reference, at]] : [])));
        const place = places.find(([reference, at]) => range(at, n).every((one) => left[reference].has(one)));
        if (!place) continue;
        range(start, n).forEach((at) => free.delete(at));
        range(place[1], n).forEach((at) => left[place[0]].delete(at));
        found.push([start, start + n, ...place]);
      }
    }
    return found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
  }

  return (text, texts) => {
    const candidate = split(text), references = texts.map(split), runs = ends(candidate, references), rows = [];
    let longer = new Set();
    for (const n of [4, 3, 2, 1]) {
      const { chosen, row } = order(candidate, references, n, runs, longer);
      rows.unshift(row);
      longer = chosen;
    }
    const c = candidate.length, lengths = references.map((one) => one.length);
    const r = lengths.reduce((best, one) => {
      const far = Math.abs(one - c) - Math.abs(best - c);
      return far < 0 || (far === 0 && one < best) ? one : best;
    });
    const root = rows.reduce((product, { matches, total }) => product * (total ? matches / total : 0), 1) ** 0.25;
    const penalty = c === 0 ? 0 : Math.min(1, Math.exp(1 - r / c));
    return { candidate, references, rows, ribbons: ribbons(candidate, references, longer), c, r, root, penalty, score: penalty * root };
  };
})();
