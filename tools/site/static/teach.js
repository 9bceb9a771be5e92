// The code that leads a class to this site, at its public address or, if that is unknown, at the address of this page.
document.getElementById("show-code").addEventListener("click", async ({ target }) => {
  const shown = document.getElementById("shown"), known = document.querySelector('link[rel="canonical"]');
  const home = new URL("..", known ? known.href : location.href).href;
  target.disabled = true;
  shown.hidden = false;
  shown.textContent = "One moment …";
  try {
    if (home.startsWith("file:")) throw new Error("This page is on a disk, where no phone can open it. Put the folder on a web server first.");
    if (/^(localhost|127\.|\[?::1)/.test(new URL(home).hostname)) throw new Error("This address works only on this machine, so no phone can open it. Put the folder on a web server first.");
    shown.innerHTML = `${await mtx.call("code", { text: home })}<p></p>`;
    shown.lastChild.textContent = home;
  } catch (error) {
    shown.textContent = error.message;
    target.disabled = false;
  }
});
