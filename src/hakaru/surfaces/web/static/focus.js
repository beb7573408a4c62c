"use strict";
// The engine tells of every change over a WebSocket; the words for it come from the server.
(() => {
  const live = document.getElementById("live");
  if (!live || !live.dataset.socket) return;
  let rest = 500, asked = 0;
  const refresh = () => {
    if (asked) return;
    asked = setTimeout(() => { asked = 0; htmx.trigger(live, "told"); }, 150);
  };
  const listen = () => {
    const socket = new WebSocket(`ws://${location.host}${live.dataset.socket}`);
    socket.addEventListener("open", () => { rest = 500; live.dataset.connected = "yes"; });
    socket.addEventListener("message", refresh);
    socket.addEventListener("close", () => { live.dataset.connected = "no"; setTimeout(listen, rest); rest = Math.min(2 * rest, 15000); });
  };
  listen();
})();
