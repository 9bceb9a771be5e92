// The behaviour of a deck. A slide is 1280 wide and 720 high, or higher if the screen is, and is scaled as a whole.
// Content that is slightly too tall is drawn smaller, and content that is much too tall scrolls.
const PRINTED = /[?&](print-pdf|view=print)/.test(location.search);
const ownKeys = 'summary, a';  // these handle Space and Enter while they have the focus

function height() {
  return Math.max(720, Math.min(960, Math.floor(1280 * window.innerHeight / window.innerWidth)));
}

function scroll(sign, otherwise) {
  const slide = Reveal.getCurrentSlide();
  const room = sign > 0 ? slide.scrollHeight - slide.clientHeight - slide.scrollTop : slide.scrollTop;
  if (room > 20) slide.scrollBy(0, sign * 0.7 * slide.clientHeight);
  else otherwise();
}

// Chromium leaves room after a root as if its sign were the widest in the font. This removes the extra room.
function closeUp(slide) {
  for (const root of slide.querySelectorAll('msqrt:not([style])')) {
    const em = parseFloat(getComputedStyle(root).fontSize) * Reveal.getScale();
    const room = root.getBoundingClientRect().right - root.lastElementChild.getBoundingClientRect().right;
    if (root.getBoundingClientRect().width) root.style.marginInlineEnd = `${(-room / em).toFixed(3)}em`;
  }
}

// A picture as wide as the slide. The picture of a long sentence is drawn smaller.
function fill(slide) {
  for (const [kind, most] of [['big', PRINTED ? 0.9 : 1.7], ['half', 1]]) {
    for (const drawn of slide.querySelectorAll(`.celltag_${kind} .picture > div`)) {
      const width = [...drawn.querySelectorAll('svg')].reduce((sum, svg) => sum + Number(svg.getAttribute('width')), 30);
      drawn.style.zoom = Math.min(most, drawn.closest('.jp-Cell').clientWidth / width).toFixed(2);
    }
  }
}

// At most a fifth smaller, so that the last row can still read it.
function fit() {
  const slide = Reveal.getCurrentSlide?.();
  if (!slide) return;  // a resize before the start
  closeUp(slide);
  fill(slide);
  slide.style.zoom = '';
  const share = slide.clientHeight / slide.scrollHeight;
  if (share < 1 && share > 0.8) slide.style.zoom = Math.floor(share * 100) / 100;
}

// A click opens the next fold, which is why an invisible mark precedes each fold, except inside a trace.
const FOLDS = ':is(.predict, .jp-RenderedHTML, .jp-RenderedMarkdown) > details';
for (const fold of document.querySelectorAll(FOLDS)) {
  const mark = document.createElement('span');
  mark.className = 'fragment fold';
  fold.before(mark);
}

// A picture that grows by clicks. Each row appears first without colours, then with colours and its fraction.
function rows(cell) {
  const orders = [...new Set([...cell.querySelectorAll('.brick')].map((brick) => Number(brick.dataset.n)))];
  for (const n of orders.slice(1)) {  // the words are visible from the start
    for (const what of ['asked', 'told']) {
      const mark = document.createElement('span');
      mark.className = 'fragment row';
      Object.assign(mark.dataset, { n, what });
      cell.append(mark);
    }
    for (const one of cell.querySelectorAll(`[data-n="${n}"]:not(.row)`)) one.classList.add('hidden');
  }
}
if (!PRINTED) document.querySelectorAll('.celltag_by-row').forEach(rows);

function grow(mark, isShown) {
  const { n, what } = mark.dataset, row = mark.parentElement.querySelectorAll(`[data-n="${n}"]:not(.row)`);
  for (const one of row) {
    if (what === 'asked') one.classList.toggle('hidden', !isShown);
    one.classList.toggle('asked', (what === 'asked') === isShown);
  }
}

// The notes of this slide, with questions and likely answers. They begin with the minutes, and say if the slide may be
// skipped. They belong to the slide, not to what appeared on it last.
for (const notes of document.querySelectorAll('aside.notes')) notes.closest('section').append(notes);
const notesOf = (slide) => slide.querySelector('aside.notes');
const maySkip = (slide) => Boolean(notesOf(slide)?.textContent.includes('may be skipped'));
let clicked = 0, speaker = null;

function tell() {
  const notes = notesOf(Reveal.getCurrentSlide());
  document.body.classList.toggle('skippable', maySkip(Reveal.getCurrentSlide()));
  if (!speaker || speaker.closed) return;
  const minutes = Math.floor((Date.now() - (clicked || Date.now())) / 60000);
  const clock = document.createElement('p');
  const place = Reveal.getSlidePastCount(), slides = Reveal.getSlides();
  clock.textContent = `${minutes} min since the first click · slide ${place + 1} of ${slides.length}`;
  const next = document.createElement('p'), slide = slides[place + 1];
  const title = slide?.querySelector('h1, h2')?.textContent.replace('¶', '') || 'the end';
  next.textContent = `Next: ${title}${slide && maySkip(slide) ? ' (may be skipped)' : ''}`;
  speaker.document.body.replaceChildren(clock, ...(notes ? [speaker.document.importNode(notes, true)] : []), next);
}

function openNotes() {
  speaker = window.open('', 'notes', 'width=900,height=600');
  if (!speaker) return;
  speaker.document.title = 'Notes';
  speaker.document.body.style.cssText = 'font: 24px/1.4 system-ui, sans-serif; margin: 24px; max-width: 40em';
  speaker.onkeydown = (event) => ({ ArrowRight: Reveal.next, PageDown: Reveal.next, ' ': Reveal.next,
    ArrowLeft: Reveal.prev, PageUp: Reveal.prev })[event.key]?.();
  tell();
}

// Scrolls to what has just appeared, or to its top if it is taller than the slide.
function show(element) {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

// On paper nothing can be clicked, so folds are printed open, except the working inside a trace.
if (PRINTED) {
  document.querySelectorAll(FOLDS).forEach((fold) => { fold.open = true; });
}

// Fonts must be loaded, or have failed to load, before anything is measured.
Promise.allSettled([...document.fonts].map((face) => face.load())).then(() => Reveal.initialize({
  width: 1280, height: height(), margin: 0, center: false, minScale: 0.1,
  transition: 'none', backgroundTransition: 'none',
  navigationMode: 'linear',  // right and left move through everything, including slides below other slides
  hash: true, hashOneBasedIndex: true, slideNumber: 'c/t',
  scrollActivationWidth: null, postMessage: false, help: false, pdfSeparateFragments: false,
  keyboard: {
    38: () => scroll(-1, () => Reveal.prev()),  // up
    40: () => scroll(1, () => Reveal.next()),  // down
    69: () => window.open(document.body.dataset.panel),  // E
    78: () => document.body.classList.toggle('with-notes'),  // N
    83: openNotes,  // S
  },
  keyboardCondition: (event) => ![' ', 'Enter'].includes(event.key) || !event.target.closest(ownKeys),
}));

window.addEventListener('resize', () => { Reveal.configure({ height: height() }); fit(); });

Reveal.on('ready', () => { if (PRINTED) Reveal.getSlides().forEach(fill); });
['ready', 'slidechanged'].forEach((moment) => Reveal.on(moment, () => { fit(); tell(); }));
['fragmentshown', 'fragmenthidden', 'slidechanged'].forEach((moment) => Reveal.on(moment, () => {
  clicked ||= Date.now();
}));
['fragmentshown', 'fragmenthidden'].forEach((moment) => Reveal.on(moment, ({ fragment }) => {
  if (fragment.matches('.row')) grow(fragment, moment === 'fragmentshown');
  else if (fragment.matches('.fold')) fragment.nextElementSibling.open = moment === 'fragmentshown';
  else if (moment === 'fragmentshown') show(fragment);
}));
setInterval(tell, 5000);

document.addEventListener('toggle', (event) => { fit(); if (event.target.open) show(event.target); }, true);

// After a mouse click on a fold, the next Space should continue the talk instead of closing the fold again.
document.addEventListener('click', (event) => {
  const summary = event.target.closest('summary');
  if (summary && event.detail > 0) summary.blur();
});
