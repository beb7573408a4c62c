"use strict";
// Small helps for every page. Everything works without them, by buttons and links.
document.documentElement.dataset.scripts = "on";

// On a phone the navigation is one line that scrolls: where one is must be in sight.
const here = document.querySelector(".side nav [aria-current]"), line = here && here.closest("ul");
if (line) line.scrollLeft = here.offsetLeft - line.offsetLeft - (line.clientWidth - here.offsetWidth) / 2;

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-autosend]");
  if (form) form.requestSubmit();
});

// A region that is swapped in says so to a screen reader once.
document.addEventListener("htmx:afterSwap", (event) => {
  const told = event.detail.target.querySelector("[data-told]");
  const live = document.getElementById("live");
  if (told && live) live.textContent = told.textContent;
});

// A form that destroys something asks first, in the page, not in a dialog of the browser.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (!opener) return;
  const dialog = document.getElementById(opener.dataset.opens);
  if (dialog) dialog.showModal();
});

// A slider of paces says a pace, not a number of seconds.
const sayPace = (slider) => {
  const miles = slider.dataset.lengths === "mi", all = Math.round(Number(slider.value) * (miles ? 1.609344 : 1));
  slider.setAttribute("aria-valuetext", `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}/${miles ? "mi" : "km"}`);
};
document.querySelectorAll("[data-pace]").forEach(sayPace);
document.addEventListener("input", (event) => { if (event.target.matches("[data-pace]")) sayPace(event.target); });

// A form is sent once, however often its button is pressed. Coming back to the page opens it again.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.hasAttribute("hx-post")) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent));

// What goes on out of sight says so, and how to get there: columns of a table, entries of a bar.
const says = document.documentElement.dataset;
const cue = (box) => {
  const beyond = box.scrollWidth - box.clientWidth, before = box.scrollLeft > 2, after = box.scrollLeft < beyond - 2;
  const more = beyond <= 2 ? "" : before && after ? "both" : after ? "end" : "start";
  if (more) box.dataset.more = more; else delete box.dataset.more;
  if (!box.matches(".r-scroll")) return;
  let hint = box.nextElementSibling;
  if (!hint || !hint.matches(".morehint")) {
    hint = document.createElement("p");
    hint.className = "morehint";
    hint.setAttribute("aria-hidden", "true");
    box.after(hint);
  }
  hint.classList.toggle("on", beyond > 2);
  hint.textContent = after ? `${says.moreColumns} →` : `← ${says.moreColumns}`;
};
const watched = new ResizeObserver((entries) => entries.forEach((entry) => cue(entry.target)));
const watch = (root) => root.querySelectorAll(".r-scroll, .side nav ul, .tabs, .runtabs").forEach((box) => {
  if (box.dataset.watched) return;
  box.dataset.watched = "yes";
  box.addEventListener("scroll", () => cue(box), { passive: true });
  // A link half in sight is scrolled to by no browser when a key reaches it.
  box.addEventListener("focusin", (event) => { if (event.target !== box) event.target.scrollIntoView({ block: "nearest", inline: "nearest" }); });
  watched.observe(box);
});
watch(document);
document.addEventListener("htmx:afterSwap", () => watch(document));

// Ticked runs: the button says how many, and waits for two.
const ticks = (form) => {
  const n = form.querySelectorAll("input[name=run]:checked").length, button = form.querySelector(".tickbar button");
  button.disabled = n < 2 || n > Number(form.dataset.ticks);
};
const everyTick = () => document.querySelectorAll("form[data-ticks]").forEach(ticks);
everyTick();
document.addEventListener("change", (event) => { const form = event.target.closest("form[data-ticks]"); if (form) ticks(form); });
document.addEventListener("htmx:afterSwap", everyTick);
addEventListener("pageshow", everyTick);

// Paper is light.
let coloured;
addEventListener("beforeprint", () => { coloured = says.theme; says.theme = "light"; });
addEventListener("afterprint", () => { says.theme = coloured; });
