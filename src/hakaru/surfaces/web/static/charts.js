"use strict";
// Draws any declaration of `present/chart.py`: a box [data-chart] holds it as JSON. Panels share one
// x axis, one view and one cursor. Other scripts hear "chart:cursor" and "chart:view" on the box and
// send "chart:show" ({low, high}), "chart:point" ({x}) and "chart:reload" ({source}) to it.
(() => {
  if (!window.uPlot) return;
  const root = document.documentElement, LANG = root.lang || "en", MI = root.dataset.lengths === "mi";
  const METRES = MI ? 1609.344 : 1000, FAR = MI ? "mi" : "km";
  const DAY_MS = 86400000, FONT = "12px system-ui, sans-serif", BOLD = "600 12px system-ui, sans-serif";
  const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 14400, 28800];
  const PACE_STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 90, 120, 300, 600];
  const DATE_STEPS = [["d", 1], ["d", 2], ["d", 7], ["d", 14], ["m", 1], ["m", 2], ["m", 3], ["m", 6], ["y", 1], ["y", 2], ["y", 5], ["y", 10], ["y", 20], ["y", 50]];
  const LONG_MS = 450;

  const pad = (number) => String(number).padStart(2, "0");
  const clock = (seconds) => {
    const all = Math.round(Math.abs(seconds)), hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60;
    return (seconds <= -0.5 ? "-" : "") + (hours ? `${hours}:${pad(minutes)}` : String(minutes)) + `:${pad(all % 60)}`;
  };
  // The time of day, with seconds only where there are any.
  const timeOfDay = (seconds, fine) => {
    const all = Math.floor(seconds + 0.5), text = `${Math.floor(all / 3600)}:${pad(Math.floor(all / 60) % 60)}`;
    return fine ? `${text}:${pad(all % 60)}` : text;
  };
  const made = (choices) => new Intl.DateTimeFormat(LANG, { timeZone: "UTC", ...choices });
  const DAY = made({ year: "numeric", month: "short", day: "numeric", weekday: "short" });
  const MONTH_DAY = made({ month: "short", day: "numeric" }), MONTH = made({ month: "short" }), YEAR = made({ year: "numeric" });
  const dayOf = (place) => new Date(Math.floor(place) * DAY_MS);
  const placeOf = (year, month) => Date.UTC(year, month, 1) / DAY_MS;
  const fixed = (value, digits) => { const text = value.toFixed(digits); return Number(text) === 0 ? text.replace("-", "") : text; };

  // What a value of an axis reads as, without and with its unit.
  const plain = (axis, value) => {
    if (value == null || !isFinite(value)) return "–";
    switch (axis.kind) {
      case "speed": return value > 0.5 ? clock(METRES / value) : "–";
      case "elapsed": return clock(value);
      case "clock": return timeOfDay(value, true);
      case "distance": return fixed(value / METRES, 2);
      case "date": return DAY.format(dayOf(value));
      case "names": return (axis.names || [])[Math.round(value)] || "";
      default: return fixed(value, axis.digits || 0);
    }
  };
  const unitOf = (axis) => (axis.kind === "speed" ? `/${FAR}` : axis.kind === "distance" ? FAR : axis.kind === "number" ? axis.unit || "" : "");
  const written = (axis, value) => {
    const text = plain(axis, value), unit = unitOf(axis);
    return text === "–" || !unit ? text : unit === "%" || unit.startsWith("/") ? text + unit : `${text} ${unit}`;
  };

  const pen = document.createElement("canvas").getContext("2d");
  pen.font = FONT;
  const broad = (text) => Math.max(...text.split("\n").map((line) => pen.measureText(line).width));

  // Round places of an axis, at most `most` of them, each with a label; no label comes twice.
  const evenly = (low, high, step) => {
    const found = [];
    for (let count = Math.ceil(low / step - 1e-9); count * step <= high + step * 1e-9; count++) found.push(count * step);
    return found;
  };
  const niceStep = (span, most) => {
    const power = 10 ** Math.floor(Math.log10(span / most));
    return [1, 2, 2.5, 5, 10, 20].map((size) => size * power).find((step) => span / step <= most) || span;
  };
  const firstStep = (steps, span, most) => steps.find((step) => span / step <= most) || steps[steps.length - 1];
  const digitsOf = (step) => { for (let digits = 0; digits < 6; digits++) if (Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-6) return digits; return 6; };
  const dated = (low, high, most) => {
    const first = dayOf(low), last = dayOf(high);
    for (const [kind, size] of DATE_STEPS) {
      const found = [];
      if (kind === "d") {
        if ((high - low) / size > most) continue;
        const offset = size % 7 ? 0 : 3;
        for (let place = Math.ceil((low + offset) / size) * size - offset; place <= high; place += size) found.push(place);
      } else {
        const months = kind === "m" ? size : 12 * size;
        if ((high - low) / (30.44 * months) > most) continue;
        const from = first.getUTCFullYear() * 12 + first.getUTCMonth(), until = last.getUTCFullYear() * 12 + last.getUTCMonth();
        for (let month = Math.ceil(from / months) * months; month <= until; month += months) {
          const place = placeOf(Math.floor(month / 12), month % 12);
          if (place >= low && place <= high) found.push(place);
        }
      }
      let year = null;
      return found.map((place) => {
        const day = dayOf(place), own = day.getUTCFullYear();
        if (kind === "y") return [place, YEAR.format(day)];
        const text = (kind === "d" ? MONTH_DAY : MONTH).format(day), told = own !== year;
        year = own;
        return [place, told ? `${text}\n${YEAR.format(day)}` : text];
      });
    }
    return [];
  };
  const ticksOf = (axis, low, high, most) => {
    const span = high - low;
    if (!(span > 0) || most < 1) return [];
    switch (axis.kind) {
      case "elapsed": return evenly(Math.max(low, 0), high, firstStep(TIME_STEPS, span, most)).map((at) => [at, clock(at)]);
      case "clock": return evenly(Math.max(low, 0), high, firstStep(TIME_STEPS, span, most)).map((at) => [at, timeOfDay(at, at % 60 > 0)]);
      case "distance": {
        const step = niceStep(span / METRES, most);
        return evenly(low / METRES, high / METRES, step).map((at) => [at * METRES, fixed(at, digitsOf(step))]);
      }
      case "date": return dated(low, high, most);
      case "names": {
        const step = Math.ceil((axis.names || []).length / most);
        return evenly(Math.max(low, 0), high, 1).filter((at) => at % step === 0 && (axis.names || [])[at] != null).map((at) => [at, axis.names[at]]);
      }
      case "speed": {
        const slow = METRES / Math.max(low, 0.3), fast = METRES / high;
        const step = firstStep(PACE_STEPS, Math.min(slow - fast, 3 * fast), most), kept = [];
        for (let pace = Math.floor(slow / step) * step; pace >= fast; pace -= step) {
          const at = METRES / pace;
          if (!kept.length || (at - kept[kept.length - 1][0]) / span >= 0.8 / (most + 1)) kept.push([at, clock(pace)]);
        }
        return kept;
      }
      default: {
        // One tick alone says nothing of the scale: then there are more, as far as they have room.
        for (const number of [most, most + 1, most + 2]) {
          const step = niceStep(span, number), places = evenly(low, high, step);
          if (places.length > 1 || number === most + 2) return places.map((at) => [at, fixed(at, digitsOf(step))]);
        }
        return [];
      }
    }
  };

  // Series of a panel as uPlot wants them: rows over one x. What another series has no row for is
  // `undefined`, which is no gap; null is one.
  const rowsOf = (panel, shared) => {
    const columns = [], lines = [];
    panel.series.forEach((one) => {
      const at = one.at || shared;
      const add = (values, part) => { columns.push({ at, values }); lines.push({ one, part }); };
      if (one.kind === "band") {
        add(one.low, "low");
        add(one.high, "high");
      } else {
        const edge = one.departs && panel.series.find((other) => other.name === one.departs);
        if (edge) {
          const out = (way, bound) => one.y.map((value, row) => (value == null || bound[row] == null ? null : way(value, bound[row])));
          add(edge.high, "edge");
          add(out(Math.max, edge.high), "over");
          add(edge.low, "edge");
          add(out(Math.min, edge.low), "under");
        }
        if (one.kind !== "dots") add(one.y, one.kind);
        else {
          // What lies beyond the scale is a hollow dot at its edge.
          const { low, high } = panel.y, inside = (value) => value == null || (value >= low && value <= high);
          add(one.y.map((value) => (inside(value) ? value : null)), "dots");
          if (!one.y.every(inside)) add(one.y.map((value) => (inside(value) ? null : Math.min(high, Math.max(low, value)))), "beyond");
        }
      }
    });
    if (columns.every((column) => column.at === shared)) return { data: [shared, ...columns.map((column) => column.values)], lines };
    const places = [], owners = new Map();
    columns.forEach((column) => owners.has(column.at) || owners.set(column.at, owners.size));
    owners.forEach((owner, at) => at.forEach((place, row) => places.push([place, owner, row])));
    places.sort((a, b) => a[0] - b[0]);
    const data = [places.map((place) => place[0])];
    columns.forEach((column) => {
      const owner = owners.get(column.at);
      data.push(places.map((place) => (place[1] === owner ? column.values[place[2]] : undefined)));
    });
    return { data, lines, places, owners };
  };

  const probe = document.createElement("i");
  probe.className = "probe";
  // To ask for a colour is to lay the page out anew: each is asked for once per theme, not per frame.
  const shades = new Map();
  const colour = (name, share) => {
    const key = `${name} ${share}`;
    if (!shades.has(key)) shades.set(key, shade(name, share));
    return shades.get(key);
  };
  const shade = (name, share) => {
    probe.style.color = `var(--${name})`;
    const found = getComputedStyle(probe).color;
    if (share == null) return found;
    const parts = found.match(/[\d.]+/g).map(Number);
    return `rgba(${parts[0]}, ${parts[1]}, ${parts[2]}, ${share * (parts[3] == null ? 1 : parts[3])})`;
  };
  const element = (name, className, text) => {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text != null) node.textContent = text;
    return node;
  };

  const LOOKS = { work: ["me", 0.13], recovery: ["dot", 0.12], departure: ["pulse", 0.2], zone: ["pulse", 0.06], plain: ["line", 0.1] };

  const start = (box) => {
    const words = box.dataset;
    let chart = JSON.parse(box.querySelector("script[type='application/json']").textContent);
    const whole = { low: chart.x.low, high: chart.x.high };
    let view = { ...whole }, plots = [], turn = 0, loading = 0, at = null, dragged = false, moving = null;
    const off = new Set(chart.panels.filter((panel) => panel.shown === false).map((panel) => panel.name));
    const hidden = new Set(chart.panels.flatMap((panel) => panel.series.filter((one) => one.shown === false).map((one) => `${panel.name}/${one.name}`)));
    const area = box.querySelector(".plots"), tools = box.querySelector(".charttools"), told = box.querySelector("output");
    const slider = tools.querySelector("input[type=range]"), choices = box.querySelector(".panelchoices");
    const tip = element("div", "charttip");
    tip.hidden = true;
    area.append(tip);
    tools.hidden = !chart.tools;
    const sync = `chart-${chart.name}-${Math.random()}`;
    const tell = (name, detail) => box.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));

    const shaded = (plot, pieces) => {
      const { left, top, width, height } = plot.bbox, ctx = plot.ctx;
      ctx.save();
      ctx.beginPath();
      ctx.rect(left, top, width, height);
      ctx.clip();
      for (const piece of pieces) {
        const from = plot.valToPos(piece.start, "x", true), until = plot.valToPos(piece.stop, "x", true);
        if (until < left || from > left + width) continue;
        ctx.fillStyle = colour(...(LOOKS[piece.look] || LOOKS.plain));
        ctx.fillRect(from, top, Math.max(1, until - from), height);
      }
      ctx.restore();
    };
    const named = (plot) => {
      const { left, top, width } = plot.bbox, ctx = plot.ctx, dpr = devicePixelRatio;
      ctx.save();
      ctx.font = BOLD.replace("12px", `${12 * dpr}px`);
      ctx.textAlign = "center";
      ctx.textBaseline = "top";
      ctx.lineWidth = 3 * dpr;
      let free = left;
      for (const piece of chart.stretches || []) {
        if (!piece.label) continue;
        const from = Math.max(left, plot.valToPos(piece.start, "x", true)), until = Math.min(left + width, plot.valToPos(piece.stop, "x", true));
        const room = ctx.measureText(piece.label).width + 4 * dpr, middle = (from + until) / 2;
        if (until - from < room || middle - room / 2 < free) continue;
        ctx.strokeStyle = colour("card");
        ctx.strokeText(piece.label, middle, top + 3 * dpr);
        ctx.fillStyle = colour("soft");
        ctx.fillText(piece.label, middle, top + 3 * dpr);
        free = middle + room / 2;
      }
      ctx.restore();
    };
    const marked = (plot, panel) => {
      const { left, top, width, height } = plot.bbox, ctx = plot.ctx, dpr = devicePixelRatio;
      ctx.save();
      ctx.font = FONT.replace("12px", `${12 * dpr}px`);
      const say = (text, x, y) => {
        ctx.save();
        ctx.setLineDash([]);
        ctx.lineWidth = 3 * dpr;
        ctx.strokeStyle = colour("card");
        ctx.strokeText(text, x, y);
        ctx.restore();
        ctx.fillText(text, x, y);
      };
      ctx.setLineDash([3 * dpr, 4 * dpr]);
      let free = -Infinity, row = 0, beside = 0;
      const labels = []; // written last: no line of a later mark crosses them
      for (const mark of panel.marks || []) {
        const place = mark.upright === false ? plot.valToPos(mark.at, "y", true) : plot.valToPos(mark.at, "x", true);
        const inside = mark.upright === false ? place >= top && place <= top + height : place >= left && place <= left + width;
        if (!inside) continue;
        ctx.strokeStyle = ctx.fillStyle = colour(mark.colour || "violet");
        ctx.lineWidth = 1.3 * dpr;
        ctx.beginPath();
        if (mark.upright === false) { ctx.moveTo(left, place); ctx.lineTo(left + width, place); } else { ctx.moveTo(place, top); ctx.lineTo(place, top + height); }
        ctx.stroke();
        const room = ctx.measureText(mark.label).width;
        if (mark.upright === false) {
          if (place - top < 14 * dpr) continue;
          beside = Math.abs(place - free) < 14 * dpr ? beside + room + 6 * dpr : room + 6 * dpr;
          labels.push([mark, "right", "bottom", left + width + 3 * dpr - beside + room, place - 2 * dpr]);
          free = place;
        } else {
          const right = place + room + 8 * dpr > left + width;
          row = place < free ? row + 1 : 0;
          if (row > 3) continue;
          labels.push([mark, right ? "right" : "left", "top", place + (right ? -4 : 4) * dpr, top + (3 + 15 * row) * dpr]);
          free = Math.max(free, place + room + 12 * dpr);
        }
      }
      for (const [mark, align, baseline, x, y] of labels) {
        ctx.fillStyle = colour(mark.colour || "violet");
        ctx.textAlign = align;
        ctx.textBaseline = baseline;
        say(mark.label, x, y);
      }
      ctx.restore();
    };

    const roomColour = ({ one, part }) => (part === "high" ? colour(one.colour || "line", one.thin ? 0.1 : 0.17) : part === "over" ? colour("pulse", 0.55) : colour("violet", 0.5));
    // The room between a series and the one before it as one path, where there is any and both are
    // known. uPlot's own bands cut a filled line with another, which costs many times as much.
    const room = (plot, number, first, last) => {
      const [places, own, other] = [plot.data[0], plot.data[number], plot.data[number - 1]], fill = new Path2D();
      const { left, top, width, height } = plot.bbox, { x, y } = plot.scales, wide = width / (x.max - x.min), tall = height / (y.max - y.min);
      let points = [], wider = false;
      const close = () => {
        if (points.length > 1) {
          points.forEach(([at, edge], place) => (place ? fill.lineTo(at, edge) : fill.moveTo(at, edge)));
          for (let place = points.length - 1; place >= 0; place--) fill.lineTo(points[place][0], points[place][2]);
          fill.closePath();
        }
        points = [];
      };
      for (let row = first; row <= last; row++) {
        if (own[row] === undefined) continue;
        if (own[row] === null || other[row] == null) { close(); wider = false; continue; }
        const down = (value) => Math.round(top + height - (value - y.min) * tall), none = own[row] === other[row];
        const point = [Math.round(left + (places[row] - x.min) * wide), down(own[row]), down(other[row])];
        if (none && !wider) points = []; // two in a row without room: the path begins at the later one
        points.push(point);
        if (none && wider) { close(); points.push(point); }
        wider = !none;
      }
      close();
      return { stroke: null, fill, clip: null, band: null, gaps: null, flags: 0 };
    };
    const seriesOf = (panel, line) => {
      const { one, part } = line, show = !hidden.has(`${panel.name}/${one.name}`), stroke = colour(one.colour || "line");
      const base = { show, points: { show: false }, spanGaps: false, stroke, width: one.thin ? 1 : 1.6 };
      if (one.dashed) base.dash = [5, 4];
      switch (part) {
        case "low": case "edge": return { ...base, stroke: undefined, width: 0, paths: () => null };
        case "high": case "over": case "under": return { ...base, stroke: undefined, width: 0, fill: roomColour(line), paths: room };
        case "area": return { ...base, width: one.thin ? 0.8 : 1.4, fill: one.colour === "hill" ? stroke : colour(one.colour || "line", 0.18), fillTo: (plot, row, low) => plot.scales.y.min };
        case "bars": return { ...base, width: 0, fill: colour(one.colour || "line", 0.75), paths: uPlot.paths.bars({ size: [0.72, 46, 1] }) };
        case "dots": return { ...base, width: 0, paths: () => null, points: { show: true, size: one.thin ? 4 : 7, width: 0, fill: colour(one.colour || "line", one.thin ? 0.4 : 0.8), stroke } };
        case "beyond": return { ...base, width: 0, paths: () => null, points: { show: true, size: 8, width: 1.5, fill: colour("card"), stroke } };
        default: return base;
      }
    };
    const options = (panel, rows, last, width) => {
      const ink = colour("soft"), rule = colour("rule"), phone = width < 520, grid = { stroke: rule, width: 1 };
      const labels = new Map();
      const side = Math.max(52, ...(panel.y.names || []).map((name) => 14 + name.length * (LANG === "ja" ? 12 : 7)));
      // Shares stand below their names where these do not fit beside each other.
      const room = (names) => Math.max(0, ...names.map(broad)) + 8, own = chart.x.names || [];
      const names = own.length * room(own) <= width - side - 12 ? own : own.map((name) => name.replace(/ (?=\d+%$)/, "\n"));
      const tall = Math.round((panel.height || 220) * (phone && (panel.height || 220) > 160 ? 0.82 : 1));
      const foot = chart.x.kind === "date" || names.some((name) => name.includes("\n")) ? 40 : 26;
      const apart = { date: 58, names: room(names), elapsed: 64, clock: 64, distance: 48, speed: 48 }[chart.x.kind] || 52;
      const ticks = (axis, space) => (plot, number, low, high) => {
        const room = (number === 0 ? plot.bbox.width : plot.bbox.height) / devicePixelRatio;
        const found = ticksOf(axis, low, high, Math.max(1, Math.floor(room / space)));
        labels.set(number, new Map(found));
        return found.map((tick) => tick[0]);
      };
      const values = (plot, all, number) => all.map((place) => (labels.get(number) || new Map()).get(place) ?? "");
      // A label that would leave the picture is left out.
      const below = (plot, all) => values(plot, all, 0).map((text, place) => {
        const half = chart.x.kind === "names" ? broad(text) / 2 : 3.4 * Math.max(...text.split("\n").map((line) => line.length)) * (LANG === "ja" && chart.x.kind === "date" ? 1.5 : 1);
        const x = plot.valToPos(all[place], "x"), right = plot.bbox.width / devicePixelRatio + 12;
        return x + half > right || x - half < -50 ? "" : text;
      });
      return {
        width, height: tall + (last ? foot : 8), padding: [8, 12, 0, 0], legend: { show: false },
        cursor: {
          sync: { key: sync, setSeries: false }, drag: { x: true, y: false, setScale: false }, points: { size: 7 },
          bind: { mousedown: (plot, target, usual) => (event) => (event.shiftKey ? null : usual(event)), dblclick: () => () => null },
        },
        scales: { x: { time: false, range: () => [view.low, view.high] }, y: { range: () => [panel.y.low, panel.y.high] } },
        axes: [
          { show: true, stroke: ink, font: FONT, grid, ticks: { show: false }, size: last ? foot : 4, splits: ticks({ ...chart.x, names }, apart), values: last ? below : (plot, all) => all.map(() => ""), space: 1 },
          { stroke: ink, font: FONT, grid, ticks: { show: false }, size: side, space: 1, splits: ticks(panel.y, 28), values },
        ],
        series: [{}, ...rows.lines.map((line) => seriesOf(panel, line))],
        hooks: {
          drawAxes: [(plot) => shaded(plot, chart.stretches || [])],
          draw: [(plot) => { if (plots[0] && plot === plots[0].plot) named(plot); marked(plot, panel); }],
          setCursor: [(plot) => { const drawn = plots.find((one) => one.plot === plot); if (drawn) pointed(drawn); }],
          setSelect: [(plot) => {
            const { left, width: wide } = plot.select;
            if (wide > 8) show(plot.posToVal(left, "x"), plot.posToVal(left + wide, "x"));
            plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
          }],
        },
      };
    };

    // The row of a series that is nearest to a place; null where none is near.
    const nearest = (places, place) => {
      if (!places.length) return null;
      let low = 0, high = places.length - 1;
      while (low < high) { const middle = (low + high) >> 1; if (places[middle] < place) low = middle + 1; else high = middle; }
      if (low > 0 && place - places[low - 1] < places[low] - place) low--;
      return low;
    };
    const readings = (panel, place) => panel.series.map((one) => {
      const places = one.at || chart.at || [], row = nearest(places, place), near = (view.high - view.low) * 0.02;
      const reach = one.kind === "dots" || one.kind === "bars" ? Math.max(near, 0.5 * (chart.x.kind === "date" || chart.x.kind === "names")) : Math.max(near, chart.x.kind === "clock" ? 60 : 1e-9);
      if (row == null || Math.abs(places[row] - place) > reach) return { one, row: null, text: "–" };
      const text = one.kind === "band" ? `${plain(panel.y, one.low[row])} – ${written(panel.y, one.high[row])}` : written(panel.y, one.y[row]);
      return { one, row, text: one.kind === "band" && one.low[row] == null ? "–" : text };
    });
    const legendTexts = (drawn, place) => readings(drawn.panel, place).forEach((reading, number) => {
      const shown = drawn.values[number];
      if (shown && reading.one.kind !== "dots") shown.textContent = reading.text === "–" ? "" : reading.text;
    });
    // uPlot calls back for the chart under the pointer and, in sync, for the others.
    const pointed = (drawn) => {
      if (dragged) return; // the stretch moves with the pointer: what is under it stays the same
      const plot = drawn.plot, left = plot.cursor.left;
      if (left == null || left < 0) { if (drawn.over) { drawn.over = false; tip.hidden = true; } return; }
      const place = plot.posToVal(left, "x");
      legendTexts(drawn, place);
      if (!plot.cursor.event) return;
      at = place;
      drawn.over = true;
      tipped(drawn, place);
      moved(place);
    };
    const moved = (place) => {
      if (slider) {
        slider.value = String(Math.round((1000 * (place - view.low)) / (view.high - view.low)));
        slider.setAttribute("aria-valuetext", written(chart.x, place));
      }
      tell("chart:cursor", { x: place });
    };
    const dotUnder = (drawn) => {
      const { plot, panel } = drawn, { left, top } = plot.cursor;
      let best = null, reach = 18 * 18;
      panel.series.forEach((one) => {
        if (one.kind !== "dots" || hidden.has(`${panel.name}/${one.name}`)) return;
        (one.at || chart.at).forEach((place, row) => {
          if (one.y[row] == null) return;
          const value = Math.min(panel.y.high, Math.max(panel.y.low, one.y[row]));
          const away = (plot.valToPos(place, "x") - left) ** 2 + (plot.valToPos(value, "y") - top) ** 2;
          if (away < reach) { reach = away; best = { one, row, place }; }
        });
      });
      return best;
    };
    const tipped = (drawn, place) => {
      const { plot, panel } = drawn, dot = panel.series.some((one) => one.kind === "dots") ? dotUnder(drawn) : null;
      drawn.dot = dot;
      plot.over.style.cursor = dot && dot.one.links ? "pointer" : "crosshair";
      const lines = [];
      if (dot) {
        lines.push([dot.one.label, written(panel.y, dot.one.y[dot.row])]);
        if (dot.one.notes && dot.one.notes[dot.row]) lines.push([dot.one.notes[dot.row], ""]);
      } else {
        readings(panel, place).forEach((reading) => {
          if (reading.one.kind !== "dots" && reading.text !== "–" && !hidden.has(`${panel.name}/${reading.one.name}`)) lines.push([reading.one.label, reading.text]);
        });
      }
      if (!lines.length) { tip.hidden = true; return; }
      const snapped = !dot && (chart.x.kind === "date" || chart.x.kind === "names") ? Math.round(place) : dot ? dot.place : place;
      tip.replaceChildren(element("strong", "", written(chart.x, snapped)), ...lines.map(([name, value]) => {
        const row = element("span");
        row.append(`${name} `, element("b", "", value));
        return row;
      }));
      tip.hidden = false;
      const over = plot.over.getBoundingClientRect(), frame = area.getBoundingClientRect();
      const x = over.left - frame.left + plot.cursor.left, right = x + 14 + tip.offsetWidth > frame.width;
      tip.style.left = `${Math.max(0, right ? x - 14 - tip.offsetWidth : x + 14)}px`;
      tip.style.top = `${Math.max(0, over.top - frame.top + Math.min(plot.cursor.top, over.height - tip.offsetHeight) - 4)}px`;
    };
    // A place chosen otherwise than by the mouse: slider, keys, touch, another script.
    const point = (place, quietly) => {
      at = Math.min(view.high, Math.max(view.low, place));
      plots.forEach((drawn) => {
        drawn.plot.setCursor({ left: drawn.plot.valToPos(at, "x"), top: 10 }, false);
        legendTexts(drawn, at);
      });
      if (told) told.textContent = [written(chart.x, at), ...plots.flatMap((drawn) => readings(drawn.panel, at).filter((one) => one.one.kind !== "band" && one.text !== "–").map((one) => `${one.one.label} ${one.text}`))].join(" · ");
      if (!quietly) moved(at);
    };

    const legend = (drawn) => {
      const list = element("div", "chartlegend");
      drawn.values = drawn.panel.series.map((one) => {
        const key = `${drawn.panel.name}/${one.name}`, button = element("button", "legendkey"), swatch = element("i", `swatch ${one.kind}${one.colour === "hill" ? " pale" : one.thin ? " thin" : ""}`), value = element("b");
        button.type = "button";
        button.setAttribute("aria-pressed", String(!hidden.has(key)));
        swatch.style.color = `var(--${one.colour || "line"})`;
        button.append(swatch, element("span", "", one.label), value);
        button.addEventListener("click", () => {
          if (!hidden.delete(key)) hidden.add(key);
          button.setAttribute("aria-pressed", String(!hidden.has(key)));
          drawn.lines.forEach((line, place) => line.one === one && drawn.plot.setSeries(place + 1, { show: !hidden.has(key) }));
        });
        list.append(button);
        return value;
      });
      return list;
    };
    const draw = () => {
      const own = ++turn, width = Math.floor(area.clientWidth);
      if (width < 40) return;
      moving = null;
      plots.forEach((drawn) => drawn.plot.destroy());
      area.append(probe);
      area.replaceChildren(tip, probe);
      tip.hidden = true;
      const panels = chart.panels.filter((panel) => !off.has(panel.name));
      plots = [];
      panels.forEach((panel, number) => {
        const holder = element("div", "plot"), rows = rowsOf(panel, chart.at || []), drawn = { panel, lines: rows.lines, values: [] };
        const unit = unitOf(panel.y), heading = element("p", "plottitle", unit ? `${panel.title} (${unit})` : panel.title);
        holder.append(heading, legend(drawn));
        area.append(holder);
        drawn.plot = new uPlot(options(panel, rows, number === panels.length - 1, width), rows.data, holder);
        drawn.plot.root.setAttribute("role", "img");
        drawn.plot.root.setAttribute("aria-label", `${panel.title}. ${chart.text || ""}`);
        plots.push(drawn);
        touched(drawn);
      });
      if (chart.x.label && panels.length) area.append(element("p", "xlabel", chart.x.label + (unitOf(chart.x) ? ` (${unitOf(chart.x)})` : "")));
      if (plots[0]) plots[0].plot.redraw(false);
      if (own === turn) box.dataset.drawn = `${view.low}-${view.high}`;
      if (at != null) point(at, true);
    };
    const rescaled = () => {
      plots.forEach((drawn) => drawn.plot.setScale("x", { min: view.low, max: view.high }));
      box.dataset.drawn = `${view.low}-${view.high}`;
    };
    // While the view follows the hand, the charts that are in the window are drawn, with lines as
    // thin as the screen has them, which cost a fifth; `settled` draws all of them as they should be.
    const follow = () => {
      if (!moving) {
        const seen = ({ top, bottom }) => bottom > 0 && top < innerHeight;
        moving = plots.filter((drawn) => seen(drawn.plot.root.getBoundingClientRect()));
        moving.forEach((drawn) => drawn.plot.series.forEach((line) => { if (line.width > 0) line.width = Math.min(line.width, 1 / devicePixelRatio); }));
      }
      moving.forEach((drawn) => drawn.plot.setScale("x", { min: view.low, max: view.high }));
      box.dataset.drawn = `${view.low}-${view.high}`;
    };
    const settled = () => {
      if (!moving) return;
      const thin = moving;
      moving = null;
      thin.forEach((drawn) => {
        drawn.lines.forEach((line, place) => { drawn.plot.series[place + 1].width = seriesOf(drawn.panel, line).width; });
        drawn.plot.redraw(false);
      });
      rescaled();
    };
    let asked = 0;
    const soon = () => { clearTimeout(asked); asked = setTimeout(() => { settled(); if (chart.source) fetched(); }, 180); };
    const show = (low, high, following) => {
      const least = chart.x.kind === "date" ? 3 : chart.x.kind === "names" ? 1 : (whole.high - whole.low) / 2000;
      const span = Math.min(whole.high - whole.low, Math.max(least, high - low)), from = Math.min(whole.high - span, Math.max(whole.low, low + (high - low - span) / 2));
      view = { low: from, high: from + span };
      box.toggleAttribute("data-zoomed", span < (whole.high - whole.low) * 0.999);
      if (following) follow();
      else if (moving) settled();
      else rescaled();
      tell("chart:view", { ...view, whole: span >= (whole.high - whole.low) * 0.999 });
      soon();
    };
    const fetched = async () => {
      const mine = ++loading, address = new URL(chart.source, location.href);
      const span = view.high - view.low, room = chart.panels.length ? Math.min(2400, Math.max(400, Math.round(area.clientWidth * 1.6))) : 400;
      address.searchParams.set("points", String(room));
      if (span < (whole.high - whole.low) * 0.999) {
        address.searchParams.set("from", String(Math.max(whole.low, view.low - span * 0.5)));
        address.searchParams.set("to", String(Math.min(whole.high, view.high + span * 0.5)));
      }
      box.dataset.working = "";
      try {
        const reply = await fetch(address, { headers: { accept: "application/json" } });
        if (!reply.ok || mine !== loading) return;
        const found = await reply.json();
        const same = found.panels.length === chart.panels.length && found.panels.every((panel, place) => panel.series.length === chart.panels[place].series.length);
        chart = { ...found, source: chart.source };
        if (same) {
          const panels = chart.panels.filter((panel) => !off.has(panel.name));
          plots.forEach((drawn, number) => {
            const rows = rowsOf(panels[number], chart.at || []);
            drawn.panel = panels[number];
            drawn.lines.forEach((line, place) => { line.one = rows.lines[place].one; });
            drawn.plot.setData(rows.data, false);
            drawn.plot.setScale("x", { min: view.low, max: view.high });
          });
          if (at != null) point(at, true);
        } else draw();
      } finally {
        if (mine === loading) delete box.dataset.working;
      }
    };
    const zoom = (how) => {
      const span = view.high - view.low, middle = at != null && at > view.low && at < view.high ? at : (view.low + view.high) / 2;
      if (how === "all") show(whole.low, whole.high);
      if (how === "in") show(middle - span / 4, middle + span / 4);
      if (how === "out") show(middle - span, middle + span);
      if (how === "back" || how === "on") { const step = (how === "on" ? 1 : -1) * span / 2; show(view.low + step, view.high + step); }
    };

    // A finger moves the cursor, or the stretch once it is zoomed; two fingers zoom. Shift and the
    // mouse move the stretch. Scrolling the page up and down stays possible.
    const touched = (drawn) => {
      const over = drawn.plot.over, fingers = new Map();
      let before = null, pressed = 0, pending = null;
      const frame = (change) => { if (!pending) requestAnimationFrame(() => { const todo = pending; pending = null; todo(); }); pending = change; };
      const valueAt = (x) => view.low + ((x - over.getBoundingClientRect().left) / over.clientWidth) * (view.high - view.low);
      over.addEventListener("pointerdown", (event) => {
        if (event.pointerType === "mouse" && !event.shiftKey) return;
        fingers.set(event.pointerId, event.clientX);
        before = { xs: [...fingers.values()], view: { ...view } };
        pressed = event.timeStamp;
        over.setPointerCapture(event.pointerId);
        if (event.pointerType !== "mouse") point(valueAt(event.clientX));
      });
      over.addEventListener("pointermove", (event) => {
        if (!fingers.has(event.pointerId)) return;
        fingers.set(event.pointerId, event.clientX);
        const xs = [...fingers.values()], span = before.view.high - before.view.low, per = span / over.clientWidth;
        if (xs.length === 2 && before.xs.length === 2) {
          const share = Math.abs(before.xs[0] - before.xs[1]) / Math.max(20, Math.abs(xs[0] - xs[1]));
          const left = over.getBoundingClientRect().left, middle = before.view.low + ((before.xs[0] + before.xs[1]) / 2 - left) * per;
          frame(() => show(middle - (middle - before.view.low) * share, middle + (before.view.high - middle) * share, true));
        } else if (box.hasAttribute("data-zoomed") && (event.pointerType === "mouse" || event.timeStamp - pressed > LONG_MS || Math.abs(xs[0] - before.xs[0]) > 12)) {
          const by = (before.xs[0] - xs[0]) * per;
          dragged = tip.hidden = true;
          frame(() => show(before.view.low + by, before.view.high + by, true));
        } else frame(() => point(valueAt(xs[0])));
      });
      const lifted = (event) => { dragged = false; fingers.delete(event.pointerId); before = { xs: [...fingers.values()], view: { ...view } }; settled(); };
      over.addEventListener("pointerup", lifted);
      over.addEventListener("pointercancel", lifted);
      over.addEventListener("dblclick", () => show(whole.low, whole.high));
      over.addEventListener("wheel", (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const middle = valueAt(event.clientX), share = Math.exp(event.deltaY / 300);
        frame(() => show(middle - (middle - view.low) * share, middle + (view.high - middle) * share, true));
      }, { passive: false });
      over.addEventListener("click", () => {
        const dot = drawn.dot;
        if (dot && dot.one.links && dot.one.links[dot.row]) location.assign(dot.one.links[dot.row]);
      });
      over.addEventListener("mouseleave", () => { tip.hidden = true; });
    };

    if (choices && chart.panels.length > 1) {
      chart.panels.forEach((panel) => {
        const button = element("button", "legendkey", panel.title);
        button.type = "button";
        button.setAttribute("aria-pressed", String(!off.has(panel.name)));
        button.addEventListener("click", () => {
          if (!off.delete(panel.name) && off.size < chart.panels.length - 1) off.add(panel.name);
          button.setAttribute("aria-pressed", String(!off.has(panel.name)));
          draw();
        });
        choices.append(button);
      });
      choices.hidden = false;
    }
    tools.addEventListener("click", (event) => { const how = event.target.dataset && event.target.dataset.zoom; if (how) zoom(how); });
    if (slider) slider.addEventListener("input", () => point(view.low + (Number(slider.value) / 1000) * (view.high - view.low)));
    const KEYS = { "+": "in", "=": "in", "-": "out", 0: "all", PageUp: "back", PageDown: "on" };
    area.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target !== area) return;
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) point((at == null ? (view.low + view.high) / 2 : at) + step * Math.max((view.high - view.low) / 100, chart.x.kind === "date" || chart.x.kind === "names" ? 1 : 0));
      else if (KEYS[event.key]) zoom(KEYS[event.key]);
      else return;
      event.preventDefault();
    });
    box.addEventListener("chart:show", (event) => { show(event.detail.low ?? whole.low, event.detail.high ?? whole.high); });
    box.addEventListener("chart:point", (event) => point(event.detail.x, true));
    box.addEventListener("chart:reload", (event) => { chart.source = event.detail.source; fetched(); });
    let wide = 0;
    new ResizeObserver(() => { if (Math.floor(area.clientWidth) !== wide) { wide = Math.floor(area.clientWidth); draw(); } }).observe(area);
    const again = () => { shades.clear(); if (plots.length) draw(); };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    new MutationObserver(again).observe(root, { attributeFilter: ["data-theme"] });
    // On paper: as wide as a page, so that its letters stay large enough.
    const drawWithin = (most) => { area.style.maxWidth = most; if (plots.length) draw(); };
    addEventListener("beforeprint", () => drawWithin("660px"));
    addEventListener("afterprint", () => drawWithin(""));
    box.dataset.live = "";
  };

  // What the window shows is drawn at once; what lies further down when the page's thread is free,
  // one chart at a time, so that a press is answered in between; on paper, or asked for, at once.
  const later = window.requestIdleCallback || ((todo) => setTimeout(todo, 1));
  const waiting = new Set();
  const begin = (box) => { if (waiting.delete(box) && box.isConnected) start(box); };
  const next = () => { const [box] = waiting; if (box) { begin(box); later(next, { timeout: 300 }); } };
  const all = (within) => {
    const idle = !waiting.size;
    const boxes = "[data-chart]:not([data-live])";
    if (within.matches?.(boxes)) waiting.add(within);
    within.querySelectorAll(boxes).forEach((box) => waiting.add(box));
    [...waiting].filter((box) => box.getBoundingClientRect().top < innerHeight).forEach(begin);
    if (idle && waiting.size) later(next, { timeout: 300 });
  };
  for (const name of ["chart:show", "chart:point", "chart:reload"]) document.addEventListener(name, (event) => begin(event.target), true);
  addEventListener("beforeprint", () => [...waiting].forEach(begin));
  document.addEventListener("htmx:load", (event) => all(event.target));
  all(document);
})();
