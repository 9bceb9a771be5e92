// What both pages of a poll do: make elements, set text that has `code` in it, hear from the server, tell it something.
export const find = (id) => document.getElementById(id);

export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

export const prose = (text) => text.split("`").map((piece, place) => (place % 2 ? element("code", {}, piece) : piece));

export const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// The server's answer, and whether it agreed. An error where none came.
export async function post(address, said) {
  const held = new AbortController(), late = setTimeout(() => held.abort(), 8000);
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(said), signal: held.signal });
    return { ok: answer.ok, status: answer.status, said: await answer.json() };
  } finally {
    clearTimeout(late);
  }
}

// The server speaks at least every 15 seconds. A phone that slept, or a network that came back, asks to be told anew.
// A server that answers but refuses is not asked again: `refused` is told why.
export function hear(address, show, refused) {
  let source, heard = 0, isOver = false;
  const lost = (isLost) => { find("lost").hidden = !isLost; };
  function connect() {
    if (isOver) return;
    source?.close();
    heard = Date.now();
    source = new EventSource(address);
    source.onmessage = (event) => { heard = Date.now(); lost(false); show(JSON.parse(event.data)); };
    source.onerror = () => { lost(true); if (source.readyState === EventSource.CLOSED) ask(); };
  }
  async function ask() {  // the same once more, since an EventSource doesn't say what it was told
    const held = new AbortController(), answer = await fetch(address, { signal: held.signal }).catch(() => null);
    const why = answer?.status === 403 && await answer.json().catch(() => null);
    held.abort();
    if (!why || isOver) return;
    isOver = true;
    lost(false);
    refused(why.error);
  }
  connect();
  setInterval(() => { if (Date.now() - heard > 35000 || source.readyState === EventSource.CLOSED) connect(); }, 4000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) connect(); });
}
