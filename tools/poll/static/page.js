// Functions of both pages of a poll, to make elements, show text with `code` in it, and talk to the server.
export const find = (id) => document.getElementById(id);

export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

export const prose = (text) => text.split("`").map((piece, place) => (place % 2 ? element("code", {}, piece) : piece));

export const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// The server's answer, and whether it agreed. An error is thrown if no answer came.
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

// The server sends something at least every 15 seconds. A phone that slept or lost its network connects again.
// If the server answers but refuses, the page doesn't ask again, and `refused` is called with the reason.
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
  async function ask() {  // ask again, since an EventSource doesn't give the reason
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
