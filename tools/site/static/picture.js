// The picture of a BLEU score, until Python has started. The layout follows the library's in
// mtexplain/display/pyramid_layout.py, and a test compares the two, element by element. `pictured(score, focus)` takes the
// result of count.js and the index of the word in focus.
const pictured = (() => {
  const FONT = 17, WIDE = { width: 660, narrowest: 480 }, NARROW = { width: 340, narrowest: 340, isNarrow: true };
  const LEAST = 0.75, MOST = 1.5, EDGE = 16, GAP = 3, LINE = 34, STUB = 14, FALL = 48, HEIGHT = 34, STEP = 40, UNDER = 31, WIDER = 1.2, PITCH = 36;
  const NAMES = ["words", "pairs", "triples", "fours"], STATES = ["credited", "clipped", "unmatched"], MOST_SHOWN = 200;
  const FILLS = { credited: "#0072b2", clipped: "none", missing: "none", length: "#0072b2", unmatched: "#8882" };
  const NARROWS = { "ijlI'|!,.:; ": 0.27, "frt()[]{}/\\-\"`": 0.37, "mwMW@%": 0.87 };
  const FULL = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
  const LEFTWARDS = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
  const escaped = (text) => text.replace(/[&<>"']/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" }[letter]));
  const sum = (list) => list.reduce((all, one) => all + one, 0), mean = (list) => sum(list) / list.length;
  const range = (start, stop) => Array.from({ length: Math.max(0, stop - start) }, (_, at) => start + at);

  const ofLetter = (letter) => (/\p{Mn}/u.test(letter) ? 0 : FULL.test(letter) ? 1
    : Object.entries(NARROWS).find(([letters]) => letters.includes(letter))?.[1] ?? (/\p{Lu}/u.test(letter) ? 0.7 : 0.58));
  const advance = (text) => sum([...text].map(ofLetter));
  const falls = (words, places) => LEFTWARDS.test(places.map((at) => words[at]).join(""));
  const natural = (word) => FONT * Math.max(advance(word), 0.6) + 24;

  // Four digits. A value is shown as 0 or 1 only if it is exactly 0 or 1.
  function shown(value) {
    for (let digits = 4; ; digits++) {
      const text = String(Number(value.toPrecision(digits)));
      if (digits > 16 || !["0", "1", "10"].includes(text) || Number(text) === value) {
        const [number, power] = text.split("e");
        return power ? `${number} × 10${power.replace(/./g, (one) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(one)] ?? "")}` : number;
      }
    }
  }

  // The words to draw, which are all words or a window around the word in focus, and in the other texts the words linked to
// them.
  function filled(wide, start, most) {
    let used = 0, stop = start;
    while (stop < wide.length && (used += wide[stop]) <= most) stop++;
    return [start, Math.min(wide.length, Math.max(stop, start + 1))];
  }
  function filledBack(wide, most) {
    const [, number] = filled([...wide].reverse(), 0, most);
    return [wide.length - number, wide.length];
  }
  function parts(wide, ribbons, focus, room) {
    const [mine, ...theirs] = wide, most = (room.width - 2 * EDGE) / LEAST;
    if (Math.max(...wide.map(sum)) * LEAST <= room.width) return wide.map((one) => [0, one.length]);
    const at = Math.max(0, Math.min(focus, mine.length - 1));
    let here = filled(mine, Math.floor(Math.max(0, at - 3) / 4) * 4, most);
    if (at >= here[1]) here = filled(mine, at, most);
    if (here[1] === mine.length) here = filledBack(mine, most);
    return [here, ...theirs.map((there, place) => {
      const tied = ribbons.filter(([, , reference]) => reference === place)
        .flatMap(([start, stop, , from]) => range(start, stop).filter((one) => one >= here[0] && one < here[1]).map((one) => from + one - start));
      const wished = (here[0] * there.length) / Math.max(mine.length, 1);
      let best = [0, 0], worth = [-1, 0];
      for (const first of there.keys()) {
        const one = filled(there, first, most), now = [tied.filter((each) => each >= one[0] && each < one[1]).length, -Math.abs(first - wished)];
        if (now[0] > worth[0] || (now[0] === worth[0] && now[1] > worth[1])) [best, worth] = [one, now];
      }
      return best[1] === there.length ? filledBack(there, most) : best;
    })];
  }

  function fitted(words, room, size) {
    const most = (lines) => Math.max(...lines.map(advance)) || 1;
    let best = [words.join(" ")];
    if (most(best) * size > room) {
      const broken = words.slice(1).map((_, cut) => [words.slice(0, cut + 1).join(" "), words.slice(cut + 1).join(" ")]);
      best = broken.reduce((one, two) => (most(two) < most(one) ? two : one), broken[0] ?? best);
    }
    const large = Math.min(size, room / most(best), best.length > 1 ? 14 : size);
    return large >= 10.5 ? [best, large] : [[], size];
  }

  function laid({ candidate, references, rows, ribbons, c, r, root, penalty }, focus, room, told) {
    const sheet = { bands: [], boxes: [], labels: [], names: [], shares: [] }, several = references.length > 1;
    const texts = [candidate, ...references].map((text) => text.slice(0, MOST_SHOWN)), wide = texts.map((text) => text.map(natural));
    const shownParts = parts(wide, ribbons, focus, room), widest = Math.max(...shownParts.map(([start, stop], text) => sum(wide[text].slice(start, stop))));
    const isCut = shownParts.some(([start, stop], text) => stop - start < texts[text].length), edge = EDGE * isCut;
    const scale = widest ? Math.max(LEAST, Math.min(MOST, (room.width - 2 * edge) / widest)) : 1;
    const width = Math.max(room.narrowest, widest * scale + 2 * edge), size = FONT * scale;
    const [mine, ...theirs] = shownParts.map(([start, stop], text) => {
      let x = 0;
      const places = range(start, stop), spans = places.map((at) => [x, x += wide[text][at] * scale]), isFalling = falls(texts[text], places);
      return new Map(spans.map(([a, b], place) => [start + place, isFalling ? [width - edge - b, width - edge - a] : [edge + a, edge + b]]));
    });
    const over = (spans) => [Math.min(...spans.map(([a]) => a)), Math.max(...spans.map(([, b]) => b))], within = ([a, b], by) => [a + by, b - by];
    const say = (text, x, y, kind, data = "") => ({ text, span: [x, x], y, kind, data, size: kind === "share" ? 21 : 14 });
    const measured = (label) => advance(label.text) * label.size, beside = (name) => Math.max(96, 10 + WIDER * advance(name) * 14);

    // A name and a share, beside their line or above it.
    function head(y, name, share = "", remark = "", data = "", low = 25) {
      const outcome = `${data} data-outcome="1"`;
      if (!room.isNarrow) {
        if (name) sheet.names.push(say(name, 0, y + 21, "name", data));
        if (share) {
          const first = say(share, 14, y + low, "share", outcome);
          sheet.shares.push(first, say(remark, Math.max(84, 22 + WIDER * measured(first)), y + low, "name", outcome));
        }
        return y;
      }
      const label = say(name, 2, y + 15, "name", data);
      sheet.labels.push(label);
      if (share) {
        const first = { ...say(share, beside(name), y + 15, "share", outcome), size: 17 };
        sheet.labels.push(first);
        if (remark !== name) sheet.labels.push(say(remark, first.span[0] + WIDER * measured(first) + 8, y + 15, "name", outcome));
      }
      return y + 20;
    }
    function tell(text, y) {
      const [start, stop] = shownParts[text];
      if (stop - start < texts[text].length) {
        const all = [candidate, ...references][text].length, name = text ? `reference ${text}` : "candidate";
        (room.isNarrow ? sheet.labels : sheet.shares).push(say(`words ${start + 1} to ${stop} of ${all}`, room.isNarrow ? beside(name) : 14, y, "says"));
      }
    }

    const tops = [];
    let y = 0;
    references.forEach((_, place) => {
      y = head(y, `reference ${place + 1}`);
      tell(place + 1, room.isNarrow ? y - 5 : y + 20);
      tops.push(y);
      const taken = new Set(ribbons.filter(([, , reference]) => reference === place).flatMap(([start, stop, , from]) => range(from, from + stop - start)));
      for (const [at, span] of theirs[place]) {
        const kind = taken.has(at) ? "taken" : ribbons.length ? "unmatched" : "other";
        sheet.labels.push({ text: texts[place + 1][at], span: within(span, 2), y: y + 21, size, kind, data: ` data-text="${place}" data-at="${at}"` });
      }
      y += LINE + STUB * (several && place < references.length - 1);
    });
    y += FALL;
    const top = y + (room.isNarrow ? 20 : 0), last = tops.at(-1);
    tell(0, y - 6);
    for (const [start, stop, reference, from] of ribbons) {
      const here = range(start, stop).filter((at) => mine.has(at)), both = here.filter((at) => theirs[reference].has(at + from - start));
      if (both.length) {
        const above = within(over(both.map((at) => theirs[reference].get(at + from - start))), GAP);
        for (const each of tops.slice(reference, -1)) sheet.bands.push([above, above, each + UNDER, each + LINE + STUB - 2]);
        sheet.bands.push([above, within(over(both.map((at) => mine.get(at))), GAP), last + UNDER, top]);
      }
      for (const at of here.filter((one) => !both.includes(one))) sheet.bands.push([within(mine.get(at), GAP), within(mine.get(at), GAP), top - STUB, top]);
    }
    for (const [start, stop, reference, from] of several ? ribbons : []) {
      const both = range(start, stop).filter((at) => mine.has(at) && theirs[reference].has(at + from - start));
      if (both.length) sheet.labels.push({ text: String(reference + 1), span: over(both.map((at) => mine.get(at))), y: top - (room.isNarrow ? 26 : 6), size: 13, kind: "taken", data: "" });
    }
    rows.forEach(({ n, states, matches, total }, place) => {
      y = head(y, n === 1 ? "candidate" : NAMES[place], `${matches}/${total}`, NAMES[place], ` data-n="${n}"`);
      states.forEach((state, start) => {
        if (!range(start, start + n).every((at) => mine.has(at))) return;
        const spans = range(start, start + n).map((at) => mine.get(at)), span = within([mean(spans.map(([a]) => a)), mean(spans.map(([, b]) => b))], GAP);
        const words = texts[0].slice(start, start + n), ngram = words.join(" "), found = ` data-n="${n}" data-start="${start}"`;
        sheet.boxes.push({ kind: state, span, top: y, height: HEIGHT, title: `${ngram}: ${state}`, data: `${found} data-ngram="${escaped(ngram)}"` });
        const [lines, large] = n === 1 ? [[ngram], size] : fitted(words, span[1] - span[0] - 6, Math.min(0.9 * size, 14));
        lines.forEach((text, row) => {
          const low = y + HEIGHT / 2 + 0.35 * large + (row - (lines.length - 1) / 2) * 1.1 * large;
          sheet.labels.push({ text, span: within(span, 3), y: low, size: large, kind: state, data: found });
        });
      });
      y += STEP;
    });
    if (isCut) {
      [mine, ...theirs].forEach((spans, text) => {
        const places = [...spans.keys()];
        for (const [isEnd, at, edge] of [[false, places[0], 0], [true, places.at(-1), texts[text].length - 1]]) {
          if (at === undefined || at === edge) continue;
          const [a, b] = spans.get(at), x = isEnd !== falls(texts[text], places) ? b : a - EDGE;
          sheet.labels.push({ text: "…", span: [x, x + EDGE], y: [top, ...tops][text] + 22, size, kind: "number", data: "" });
        }
      });
    }

    // The fourth root, the length and the legend.
    const score = ' data-step="score"', brevity = ' data-step="brevity"';
    if (room.isNarrow) y = head(y, "fourth root", shown(root), "fourth root", score);
    else sheet.shares.push(say(shown(root), 14, y + 21, "share", score), say("fourth root", Math.max(84, 22 + WIDER * advance(shown(root)) * 21), y + 21, "name", score));
    y = head(y + (room.isNarrow ? 0 : 4), "length", `× ${shown(penalty)}`, "length", brevity, 53) - (room.isNarrow ? 12 : 4);
    const unit = Math.min(40, (width - 8) / Math.max(c, r, 1)), end = 3 + unit * c, enough = 3 + unit * r, bar = { title: "", data: brevity };
    sheet.boxes.push({ ...bar, kind: "length", span: [3, end], top: y + 14, height: 12 });
    if (end < enough) sheet.boxes.push({ ...bar, kind: "missing", span: [end + 2, enough], top: y + 14, height: 12 });
    else if (enough < end) sheet.boxes.push({ ...bar, kind: "mark", span: [enough - 1, enough + 1], top: y + 10, height: 20 });
    sheet.labels.push(say(told.length, 3, y + 46, "says", brevity));
    y += 62;
    let left = 3;
    for (const kind of STATES) {
      const label = say(kind, left + 24, y + 13, "says", ' data-key="1"');
      sheet.boxes.push({ kind, span: [left, left + 16], top: y + 2, height: 12, title: "", data: ' data-key="1"' });
      sheet.labels.push(label);
      left += 50 - 16 * Boolean(room.isNarrow) + measured(label);
    }
    return { sheet, width: room.isNarrow ? width : Math.max(width, left - 25), height: y + 20 };
  }

  // The SVG, as in mtexplain/display/picture_svg.py.
  const one = (number) => number.toFixed(1);
  const none = (number) => String(number % 1 === 0.5 ? 2 * Math.round(number / 2) : Math.round(number));  // as Python rounds
  function label({ text, span: [a, b], y, size, kind, data }) {
    const isWord = !["name", "share", "says"].includes(kind), wide = advance(text) * size;
    let more = isWord ? ' text-anchor="middle"' : "";
    if (isWord && (kind === "number" ? 1.5 : WIDER) * wide > b - a) more += ` textLength="${one(Math.min(wide, b - a))}" lengthAdjust="spacingAndGlyphs"`;
    const style = kind === "name" && a ? ` style="--x: ${none(a)}px"` : "";
    return `<text x="${one(isWord ? (a + b) / 2 : a)}" y="${one(y)}" class="${kind}"${data} font-size="${one(size)}"${style}${more}>${escaped(text)}</text>`;
  }
  function box({ kind, span: [a, b], top, height, title, data }, isFirst) {
    const size = `x="${one(a)}" y="${none(top)}" width="${one(b - a)}" height="${none(height)}"`, fill = FILLS[kind] ? ` fill="${FILLS[kind]}"` : "";
    if (!title) return `<rect class="${kind}"${data} ${size}${fill} rx="${none(Math.min(4, (b - a) / 2))}"/>`;
    return `<rect class="brick ${kind}" role="img"${isFirst ? ' tabindex="0"' : ""}${data} ${size}${fill} rx="6"><title>${escaped(title)}</title></rect>`;
  }
  function band([[c, d], [a, b], top, bottom]) {
    const middle = none((top + bottom) / 2);
    return `<path class="ribbon" d="M${one(c)} ${none(top)}C${one(c)} ${middle} ${one(a)} ${middle} ${one(a)} ${none(bottom)}`
      + `H${one(b)}C${one(b)} ${middle} ${one(d)} ${middle} ${one(d)} ${none(top)}Z"/>`;
  }
  const svg = (width, height, said, drawn) =>
    `<svg width="${none(width)}" height="${none(height)}" viewBox="0 0 ${none(width)} ${none(height)}" ${said} fill="currentColor">${drawn}</svg>`;
  function middle({ sheet: { bands, boxes, labels }, width, height }, alt) {
    const first = boxes.find(({ title }) => title), drawn = [...bands.map(band), ...boxes.map((each) => box(each, each === first))].join("");
    return svg(width, height, `role="${first ? "group" : "img"}" aria-label="${escaped(alt)}"`, `${drawn}<g aria-hidden="true">${labels.map(label).join("")}</g>`);
  }

  return (score, focus = 0) => {
    const { references, rows, c, r, root, penalty } = score, far = Math.abs(r - c), which = references.length > 1 ? "the closest reference" : "the reference";
    const length = `${c} word${c === 1 ? "" : "s"}, ${far ? `${far} ${r > c ? "fewer" : "more"} than` : "as many as"} ${which}`;
    const alt = `A brick for each n-gram of the candidate, and how many earn credit: ${rows.map(({ matches, total }, place) => `${NAMES[place]} ${matches}/${total}`).join("; ")}.`
      + ` Length: ${length}, × ${shown(penalty)}. Fourth root: ${shown(root)}.`;
    const [usual, narrow] = [WIDE, NARROW].map((room) => laid(score, focus, room, { length }));
    const { names, shares } = usual.sheet, measured = (each) => each.span[0] + WIDER * advance(each.text) * each.size;
    const wide = Math.max(...shares.map(measured)), first = Math.min(132, Math.max(96, ...names.map(measured)));
    return `<div class="picture" hidden="hidden"><div>${svg(first, usual.height, 'aria-hidden="true"', names.map(label).join(""))}<div class="wide">${middle(usual, alt)}</div>`
      + `${svg(wide, usual.height, 'aria-hidden="true" preserveAspectRatio="xMinYMid slice"', shares.map(label).join(""))}</div>`
      + `<div class="narrow"><div class="wide">${middle(narrow, alt)}</div></div></div>`;
  };
})();
