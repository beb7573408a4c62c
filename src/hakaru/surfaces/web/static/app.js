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
