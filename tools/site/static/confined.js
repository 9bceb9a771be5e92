// A worker that is loaded from a file has no policy, while a worker made of text has its page's policy. So each worker is
// made of text.
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
