// A worker that a file is loaded into has no policy; one that begins as text has that of its page. So each begins as text.
window.Worker = class extends Worker {
  constructor(url, options) {
    const whole = new URL(url, location.href);
    if (whole.protocol !== "blob:") {
      const name = JSON.stringify(whole);
      const load = options?.type === "module" ? `import ${name};` : `importScripts(${name});`;
      url = URL.createObjectURL(new Blob([load], { type: "text/javascript" }));
    }
    super(url, options);
  }
};
