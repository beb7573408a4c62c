"use strict";
// The page of a run: figures of the stretch that is shown, laps that zoom, and the route, which
// follows the cursor of the charts. All of it hears and sends the events of `charts.js`.
(() => {
  // Printing gives the report: it is laid below the page, where only paper shows it.
  const report = document.querySelector("link[rel=alternate][type='text/html']");
  const layReport = async () => {
    const reply = await fetch(report.href);
    if (!reply.ok) return;
    document.querySelector(".onpaper")?.remove();
    const sheet = document.createElement("div");
    sheet.className = "onpaper";
    const [text] = (await reply.text()).match(/<main>[^]*<\/main>/);  // without its style, which the page has
    sheet.append(...new DOMParser().parseFromString(text, "text/html").querySelector("main").childNodes);
    sheet.querySelectorAll("h2[id], h4[id]").forEach((head) => head.removeAttribute("id"));
    document.body.append(sheet);
  };
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== "p") return;
    event.preventDefault();
    layReport().finally(() => print());
  });

  const box = document.querySelector(".runlines [data-chart], .lapchart [data-chart]");
  if (!box) return;
  const send = (name, detail) => box.dispatchEvent(new CustomEvent(name, { detail }));

  // A stretch that the address names is shown at once.
  const lines = document.querySelector(".runlines");
  const named = lines && lines.dataset.zoomedTo.match(/^([\d.]+)-([\d.]+)$/);
  if (named) send("chart:show", { low: Number(named[1]), high: Number(named[2]) });

  const figures = document.querySelector("[data-figures]");
  let waiting = 0, turn = 0;
  box.addEventListener("chart:view", (event) => {
    const { low, high, whole } = event.detail;
    if (figures) {
      clearTimeout(waiting);
      waiting = setTimeout(async () => {
        const mine = ++turn, address = new URL(figures.dataset.figures, location.href);
        if (!whole) { address.searchParams.set("from", low.toFixed(1)); address.searchParams.set("to", high.toFixed(1)); }
        const reply = await fetch(address, { headers: { "hx-request": "true" } });
        if (reply.ok && mine === turn) figures.innerHTML = await reply.text();
      }, 200);
    }
    document.querySelectorAll("table.laps tr.here").forEach((row) => {
      const link = row.querySelector("a");
      if (whole || Math.abs(Number(link.dataset.from) - low) > 1 && Math.abs(Number(link.dataset.to) - high) > 1) row.classList.remove("here");
    });
  });

  const laps = document.querySelector("table.laps");
  if (laps) laps.addEventListener("click", (event) => {
    const row = event.target.closest("tbody tr"), link = row && row.querySelector("a[data-from]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    laps.querySelectorAll("tr.here").forEach((other) => other.classList.remove("here"));
    send("chart:show", { low: Number(link.dataset.from), high: Number(link.dataset.to) });
    row.classList.add("here");
    box.scrollIntoView({ block: "nearest" });
  });

  const route = document.querySelector("[data-route]");
  if (route) drawRoute(route, box);

  async function drawRoute(holder, chartBox) {
    const reply = await fetch(holder.dataset.route, { headers: { accept: "application/json" } });
    if (!reply.ok) return;
    const found = await reply.json(), words = holder.dataset;
    const canvas = holder.querySelector("canvas"), choices = holder.querySelector(".routecolours"), key = holder.querySelector(".routekey");
    if (found.at.length < 2) {
      canvas.replaceWith(Object.assign(document.createElement("p"), { className: "r-soft", textContent: words.none }));
      holder.dataset.drawn = "none";
      return;
    }
    const radians = Math.PI / 180, world = (latitude) => (1 - Math.asinh(Math.tan(latitude * radians)) / Math.PI) / 2;
    const xs = found.longitude.map((longitude) => (longitude + 180) / 360), ys = found.latitude.map(world);
    let by = found.colours[0] && found.colours[0].name, cursor = null, shown = null;
    const bounds = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    const probe = document.createElement("i");
    probe.className = "probe";
    holder.append(probe);
    const rgb = (name) => { probe.style.color = `var(--${name})`; return getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map(Number); };
    const mixed = (from, to, share) => from.map((part, place) => Math.round(part + (to[place] - part) * share));
    const tiles = new Map(), breaks = new Set(found.gap), SHADES = 24;
    let waits = false;
    const soon = () => { if (!waits) { waits = true; requestAnimationFrame(() => { waits = false; paint(); }); } };
    // Neighbours of one shade are one line: a run of hours has thousands of pieces, and a screen few shades.
    const coloured = (ctx, px, py) => {
      const colours = found.colours.find((one) => one.name === by), low = rgb("violet"), middle = rgb("grey"), high = rgb("me");
      const shadeOf = (place) => {
        const value = colours && colours.values[place];
        return value == null ? null : Math.round(SHADES * Math.max(0, Math.min(1, (value - colours.low) / (colours.high - colours.low))));
      };
      const outside = (place) => Boolean(shown && (found.at[place] < shown.low || found.at[place] > shown.high));
      let drawn = null;
      for (let place = 1; place < xs.length; place++) {
        if (breaks.has(place)) continue;
        const shade = shadeOf(place), pale = outside(place);
        if (!drawn || drawn.last !== place - 1 || drawn.shade !== shade || drawn.pale !== pale) {
          if (drawn) ctx.stroke();
          const share = shade == null ? null : shade / SHADES;
          const own = share == null ? middle : share < 0.5 ? mixed(low, middle, 2 * share) : mixed(middle, high, 2 * share - 1);
          drawn = { shade, pale };
          ctx.globalAlpha = pale ? 0.22 : 1;
          ctx.lineWidth = 4;
          ctx.strokeStyle = `rgb(${own})`;
          ctx.beginPath();
          ctx.moveTo(px(place - 1), py(place - 1));
        }
        ctx.lineTo(px(place), py(place));
        drawn.last = place;
      }
      if (drawn) ctx.stroke();
      ctx.globalAlpha = 1;
    };
    const paint = () => {
      const dpr = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
      if (width < 10) return;
      canvas.width = Math.round(width * dpr);
      canvas.height = Math.round(height * dpr);
      const ctx = canvas.getContext("2d"), edge = 18;
      ctx.scale(dpr, dpr);
      const size = Math.min((width - 2 * edge) / Math.max(bounds.right - bounds.left, 1e-9), (height - 2 * edge) / Math.max(bounds.bottom - bounds.top, 1e-9), 2 ** 27);
      const left = (bounds.left + bounds.right) / 2 - width / 2 / size, top = (bounds.top + bounds.bottom) / 2 - height / 2 / size;
      const px = (place) => (xs[place] - left) * size, py = (place) => (ys[place] - top) * size;
      if (words.tiles) laid(ctx, { left, top, size, width, height });
      ctx.lineCap = ctx.lineJoin = "round";
      ctx.lineWidth = 7;
      ctx.strokeStyle = `rgb(${rgb("card")})`;
      ctx.beginPath();
      for (let place = 0; place < xs.length; place++) if (place && !breaks.has(place)) ctx.lineTo(px(place), py(place)); else ctx.moveTo(px(place), py(place));
      ctx.stroke();
      coloured(ctx, px, py);
      dot(ctx, px(0), py(0), 5, `rgb(${rgb("green")})`);
      if (cursor != null) dot(ctx, px(cursor), py(cursor), 7, `rgb(${rgb("me")})`);
      canvas.places = { px, py };
    };
    const dot = (ctx, x, y, radius, fill) => {
      ctx.beginPath();
      ctx.arc(x, y, radius, 0, 2 * Math.PI);
      ctx.fillStyle = fill;
      ctx.fill();
      ctx.lineWidth = 2;
      ctx.strokeStyle = `rgb(${rgb("card")})`;
      ctx.stroke();
    };
    const laid = (ctx, { left, top, size, width, height }) => {
      const zoom = Math.max(0, Math.min(18, Math.round(Math.log2(size / 256)))), count = 2 ** zoom, wide = size / count;
      for (let x = Math.floor(left * count); x <= (left + width / size) * count; x++) {
        for (let y = Math.floor(top * count); y <= (top + height / size) * count; y++) {
          if (x < 0 || y < 0 || x >= count || y >= count) continue;
          const address = words.tiles.replace("{z}", zoom).replace("{x}", x).replace("{y}", y);
          let picture = tiles.get(address);
          if (!picture) {
            picture = new Image();
            picture.referrerPolicy = "no-referrer";
            if (new URL(address, location.href).hostname === location.hostname) picture.crossOrigin = "anonymous";  // our cookie is for every port of this host
            picture.onload = soon;
            picture.src = address;
            tiles.set(address, picture);
          }
          if (picture.complete && picture.naturalWidth) ctx.drawImage(picture, (x / count - left) * size, (y / count - top) * size, wide + 0.5, wide + 0.5);
        }
      }
    };
    const nearest = (x) => {
      let low = 0, high = found.at.length - 1;
      while (low < high) { const middle = (low + high) >> 1; if (found.at[middle] < x) low = middle + 1; else high = middle; }
      return low;
    };
    found.colours.forEach((one) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet small";
      button.textContent = words[one.name];
      button.setAttribute("aria-pressed", String(one.name === by));
      button.addEventListener("click", () => {
        by = one.name;
        choices.querySelectorAll("button").forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
        told();
        paint();
      });
      choices.append(button);
    });
    const told = () => {
      const ends = by === "speed_mps" ? [words.slower, words.faster] : [words.lower, words.higher];
      key.hidden = !by;
      key.querySelectorAll("span").forEach((end, place) => { end.textContent = ends[place]; });
    };
    canvas.addEventListener("pointermove", (event) => {
      const { px, py } = canvas.places, frame = canvas.getBoundingClientRect(), x = event.clientX - frame.left, y = event.clientY - frame.top;
      let best = null, reach = 26 * 26;
      for (let place = 0; place < xs.length; place++) {
        const away = (px(place) - x) ** 2 + (py(place) - y) ** 2;
        if (away < reach) { reach = away; best = place; }
      }
      if (best == null) return;
      cursor = best;
      send("chart:point", { x: found.at[best] });
      soon();
    });
    chartBox.addEventListener("chart:cursor", (event) => { cursor = nearest(event.detail.x); soon(); });
    chartBox.addEventListener("chart:view", (event) => { shown = event.detail.whole ? null : event.detail; soon(); });
    new ResizeObserver(paint).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
    told();
    paint();
    holder.dataset.drawn = "route";
  }
})();
