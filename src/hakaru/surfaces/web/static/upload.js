"use strict";
// Files are sent one after the other, each with real progress; sending can be paused, and what could
// not be sent is tried again. The work on them goes on in the server, whatever happens to this page.
(() => {
  const drop = document.getElementById("drop"), says = drop.dataset;
  const inside = drop.querySelector("[data-needscript]");
  const inputs = [...drop.querySelectorAll("input[type=file]")];
  const sending = drop.querySelector(".sending");
  const bar = sending.querySelector("progress");
  const status = sending.querySelector("[role=status]"), left = sending.querySelector(".left");
  const buttons = sending.querySelector(".actions");
  const pausing = sending.querySelector("[data-pausing]"), discarding = sending.querySelector("[data-discarding]");
  inside.hidden = false;
  let sent = null;  // what is being sent: {turn, job, files, at, done, total, since, before, paused, request}

  const fill = (template, values) => template.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const say = (template, why) => {
    const file = sent.files[sent.at];
    status.textContent = fill(template, { n: sent.at + 1, total: sent.files.length, name: file ? file.path : "", why });
  };
  const reason = (text) => { try { const reply = JSON.parse(text); return reply.told || reply.error; } catch { return ""; } };
  const post = async (path) => {
    const reply = await fetch(path, { method: "POST", headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" } });
    const body = await reply.json();
    if (!reply.ok) throw new Error(body.error);
    return body;
  };
  const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
  const lasts = (seconds) => (seconds < 60 ? fill(says.seconds, { s: Math.max(1, Math.round(seconds)) }) : fill(says.minutes, { min: Math.round(seconds / 60) }));
  const moved = (bytes) => {
    bar.value = Math.round((1000 * bytes) / Math.max(1, sent.total));
    const since = (performance.now() - sent.since) / 1000, gone = bytes - sent.before;
    if (since < 2 || gone <= 0) return;
    left.textContent = fill(says.left, { sent: megabytes(bytes), size: megabytes(sent.total), time: lasts(((sent.total - bytes) * since) / gone) });
  };
  const send = ({ file, path }) => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(), folder = path.split("/").slice(0, -1).join("/");
    sent.request = request;
    request.open("PUT", `/import/${sent.job}/files?name=${encodeURIComponent(file.name)}&folder=${encodeURIComponent(folder)}`);
    request.upload.addEventListener("progress", (event) => moved(sent.done + event.loaded));
    request.addEventListener("load", () => (request.status === 201 ? resolve() : reject(new Error(reason(request.responseText)))));
    request.addEventListener("error", () => reject(new TypeError("silent")));
    request.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    request.send(file);
  });

  const over = () => { buttons.hidden = true; left.textContent = ""; inputs.forEach((input) => { input.value = ""; }); };
  const rest = (template, why) => {
    sent.paused = true;
    pausing.textContent = says.resume;
    left.textContent = "";
    say(template, why);
  };
  // From the file at which it stands to the last, and on to the page of the import.
  const go = async () => {
    const turn = sent.turn + 1, ended = () => !sent || sent.turn !== turn;
    Object.assign(sent, { turn, paused: false, since: performance.now(), before: sent.done });
    pausing.textContent = says.pause;
    buttons.hidden = false;
    try {
      if (!sent.job) sent.job = (await post("/import/new")).job;
      while (sent.at < sent.files.length) {
        if (ended()) return undefined;
        say(says.sending);
        await send(sent.files[sent.at]);
        if (ended()) return undefined;
        sent.done += sent.files[sent.at].file.size;
        sent.at += 1;
      }
      location.assign((await post(`/import/${sent.job}/start`)).page);
    } catch (error) {
      if (ended() || error.name === "AbortError") return undefined;
      if (error instanceof TypeError) return rest(says.again, says.silent);
      // The server refuses it: what was begun is closed, whoever reads it may leave at once.
      if (sent.job) await post(`/import/${sent.job}/stop`).catch(() => {});
      say(says.failed, error.message);
      sent = null;
      over();
    }
    return undefined;
  };

  const take = (files) => {
    if (sent) return;
    sending.hidden = false;
    if (!files.length) { status.textContent = says.nothing; return; }
    const total = files.reduce((sum, { file }) => sum + file.size, 0);
    sent = { turn: 0, job: 0, files, at: 0, done: 0, total, since: 0, before: 0, paused: false, request: null };
    go();
  };

  pausing.addEventListener("click", () => {
    if (sent.paused) { go(); return; }
    sent.turn += 1;
    if (sent.request) sent.request.abort();
    rest(says.paused);
  });
  discarding.addEventListener("click", async () => {
    const { job, request } = sent;
    if (request) request.abort();
    sending.hidden = true;
    over();
    sent = null;
    if (job) await post(`/import/${job}/stop`).catch(() => {});
    location.reload();
  });

  const inFolder = (file) => ({ file, path: file.webkitRelativePath || file.name });
  const entries = async (items) => {
    const files = [];
    const walk = async (entry) => {
      if (entry.isFile) {
        const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
        return files.push({ file, path: entry.fullPath.replace(/^\//, "") });
      }
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (!some.length) return undefined;
        for (const one of some) await walk(one);
      }
    };
    for (const entry of items) await walk(entry);
    return files;
  };

  inputs.forEach((input) => input.addEventListener("change", () => { if (input.files.length) take([...input.files].map(inFolder)); }));
  // Wherever on the page somebody lets go: a browser would open the file instead of the page.
  const carries = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  addEventListener("dragover", (event) => { if (carries(event)) { event.preventDefault(); drop.classList.add("over"); } });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
  addEventListener("drop", async (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    drop.classList.remove("over");
    const items = [...event.dataTransfer.items].map((one) => one.webkitGetAsEntry && one.webkitGetAsEntry()).filter(Boolean);
    const files = [...event.dataTransfer.files].map(inFolder);
    take(items.length ? await entries(items) : files);
  });
})();
