"use strict";
// Small helps for every page. Everything works without them, by buttons and links.
document.documentElement.dataset.scripts = "on";

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
