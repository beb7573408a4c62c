"use strict";
// Files are sent one after the other, each with real progress; the work on them goes on in the
// server, whatever happens to this page.
(() => {
  const drop = document.getElementById("drop");
  const inside = drop.querySelector("[data-needscript]");
  const input = document.getElementById("files");
  const sending = drop.querySelector(".sending");
  const bar = sending.querySelector("progress");
  const said = sending.querySelector("p");
  inside.hidden = false;
  let busy = false;

  const say = (template, name, why) => { said.textContent = template.replace("{why}", why || "").replace("{name}", name); };
  const reason = (text) => { try { const told = JSON.parse(text); return told.told || told.error; } catch { return ""; } };
  const post = async (path) => {
    const reply = await fetch(path, { method: "POST", headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" } });
    const told = await reply.json();
    if (!reply.ok) throw new Error(told.error);
    return told;
  };
  const send = (job, file, done, total) => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", `/import/${job}/files?name=${encodeURIComponent(file.name)}`);
    request.upload.addEventListener("progress", (event) => { bar.value = Math.round((1000 * (done + event.loaded)) / Math.max(1, total)); });
    request.addEventListener("load", () => (request.status === 201 ? resolve() : reject(new Error(reason(request.responseText)))));
    request.addEventListener("error", () => reject(new Error(drop.dataset.silent)));
    request.send(file);
  });

  const take = async (files) => {
    if (busy || !files.length) return;
    busy = true;
    sending.hidden = false;
    let name = "", job = 0;
    try {
      const total = files.reduce((sum, file) => sum + file.size, 0);
      ({ job } = await post("/import/new"));
      let done = 0;
      for (const file of files) {
        name = file.name;
        say(drop.dataset.sending, name);
        await send(job, file, done, total);
        done += file.size;
      }
      location.assign((await post(`/import/${job}/start`)).page);
    } catch (error) {
      // Whoever reads it may leave at once: what was begun is closed before.
      if (job) await post(`/import/${job}/stop`).catch(() => {});
      say(drop.dataset.failed, name, error instanceof TypeError ? drop.dataset.silent : error.message);
      busy = false;
    }
  };

  const entries = async (items) => {
    const found = [];
    const walk = async (entry) => {
      if (entry.isFile) return found.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (!some.length) return undefined;
        for (const one of some) await walk(one);
      }
    };
    for (const entry of items) await walk(entry);
    return found;
  };

  input.addEventListener("change", () => take([...input.files]));
  // Wherever on the page somebody lets go: a browser would open the file instead of the page.
  const carries = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  addEventListener("dragover", (event) => { if (carries(event)) { event.preventDefault(); drop.classList.add("over"); } });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
  addEventListener("drop", async (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    drop.classList.remove("over");
    const items = [...event.dataTransfer.items].map((one) => one.webkitGetAsEntry && one.webkitGetAsEntry()).filter(Boolean);
    const files = [...event.dataTransfer.files];
    take(items.length ? await entries(items) : files);
  });
})();
