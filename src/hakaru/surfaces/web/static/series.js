"use strict";
// The lines of a run: one small chart per series, one cursor for all of them. The server thins what
// is shown and sends more of it for a shorter stretch.
(() => {
  const box = document.getElementById("lines");
  if (!box || !window.uPlot) return;
  const NAMES = ["speed_mps", "heart_rate_bpm", "gct_ms", "vo_cm", "vr_pct", "power_w", "cadence_spm", "elevation_m"];
  const METRES = box.dataset.lengths === "mi" ? 1609.344 : 1000;
  const UNITS = { heart_rate_bpm: "bpm", gct_ms: "ms", vo_cm: "cm", vr_pct: "%", power_w: "W", cadence_spm: "spm", elevation_m: "m", speed_mps: METRES === 1000 ? "/km" : "/mi" };
  const DIGITS = { vo_cm: 1, vr_pct: 1 };
  const COLOURS = { speed_mps: "--line", heart_rate_bpm: "--pulse", gct_ms: "--me", vo_cm: "--star", vr_pct: "--dot", power_w: "--violet", cadence_spm: "--green", elevation_m: "--soft" };
  const tools = box.querySelector(".linetools");
  const plots = box.querySelector(".plots");
  const slider = tools.querySelector("input[type=range]");
  const readout = tools.querySelector("output");
  const sync = uPlot.sync("run");
  const key = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  const label = (name) => box.dataset[key(name)] || name;
  let charts = [], data = null, whole = null, waiting = 0;

  const clock = (seconds) => {
    const all = Math.round(seconds), hours = Math.floor(all / 3600);
    const rest = `${String(Math.floor(all / 60) % 60).padStart(hours ? 2 : 1, "0")}:${String(all % 60).padStart(2, "0")}`;
    return hours ? `${hours}:${rest}` : rest;
  };
  const pace = (speed) => (speed > 0.5 ? clock(METRES / speed) : "-");
  const written = (name, value) => (value == null ? "-" : name === "speed_mps" ? pace(value) : value.toFixed(DIGITS[name] || 0));
  const resolved = (variable) => {
    const probe = document.createElement("i");
    probe.className = `probe ${variable.slice(2)}`;
    box.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };

  // Standing does not stretch an axis of pace: the server says where it begins and ends.
  const steady = (name) => {
    if (name === "speed_mps" && data.pace_domain_mps) return data.pace_domain_mps;
    const values = data.columns[name];
    const known = values.filter((one) => one != null).sort((a, b) => a - b);
    if (!known.length) return [0, 1];
    const at = (share) => known[Math.floor(share * (known.length - 1))];
    const low = at(0.02), high = at(0.995), room = Math.max((high - low) * 0.1, Math.abs(high) * 0.01, 0.05);
    return [low - room, high + room];
  };

  const PACE_STEPS = [5, 10, 15, 20, 30, 60, 90, 120, 300];
  const paces = (low, high) => {
    const slow = METRES / Math.max(low, 0.4), fast = METRES / high;
    const step = PACE_STEPS.find((one) => (slow - fast) / one <= 6) || 300;
    const found = [];
    for (let one = Math.floor(slow / step) * step; one >= fast; one -= step) found.push(METRES / one);
    return found.filter((one, place) => place === 0 || one - found[place - 1] > (high - low) / 7);
  };
  const TIME_STEPS = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200];

  const options = (name, last) => {
    const ink = resolved("--soft"), rule = resolved("--rule");
    const font = "12px system-ui, sans-serif";
    return {
      width: plots.clientWidth, height: last ? 118 : 92, padding: [8, 8, 0, 0],
      cursor: { sync: { key: "run", setSeries: false }, drag: { x: true, y: false, setScale: false }, points: { size: 7 } },
      legend: { show: false },
      scales: { x: { time: false }, y: { range: () => steady(name) } },
      axes: [
        { show: last, stroke: ink, font, grid: { stroke: rule, width: 1 }, ticks: { show: false }, incrs: TIME_STEPS, space: 60, values: (_, all) => all.map(clock), size: 26 },
        { stroke: ink, font, grid: { stroke: rule, width: 1 }, ticks: { show: false }, size: 52, space: 26,
          ...(name === "speed_mps" ? { splits: (_, axis, low, high) => paces(low, high) } : {}),
          values: (_, all) => all.map((one) => written(name, one)) },
      ],
      series: [{}, { stroke: resolved(COLOURS[name]), width: 1.4, points: { show: false }, spanGaps: false,
        fill: name === "elevation_m" ? resolved("--hill") : undefined }],
      hooks: {
        setCursor: [(chart) => { if (chart === charts[0]) told(chart.cursor.idx); }],
        setSelect: [(chart) => {
          const { left, width } = chart.select;
          if (width > 8 && chart.cursor.event) load(chart.posToVal(left, "x"), chart.posToVal(left + width, "x"));
          chart.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        }],
      },
    };
  };

  const told = (index) => {
    if (index == null || !data) return;
    const at = data.elapsed_s[index];
    slider.value = String(Math.round((1000 * index) / Math.max(1, data.elapsed_s.length - 1)));
    slider.setAttribute("aria-valuetext", clock(at));
    readout.replaceChildren(item(box.dataset.moment, clock(at), ""), ...Object.keys(data.columns).map((name) => item(label(name), written(name, data.columns[name][index]), UNITS[name])));
  };
  const item = (name, value, unit) => {
    const made = document.createElement("span"), strong = document.createElement("b");
    strong.textContent = value;
    made.append(`${name} `, strong, value === "-" || !unit ? "" : unit.startsWith("/") || unit === "%" ? unit : ` ${unit}`);
    return made;
  };

  const draw = () => {
    charts.forEach((chart) => chart.destroy());
    plots.replaceChildren();
    const shown = NAMES.filter((name) => data.columns[name]);
    charts = shown.map((name, place) => {
      const holder = document.createElement("div"), head = document.createElement("p");
      holder.className = "plot";
      head.textContent = `${label(name)} (${UNITS[name]})`;
      holder.append(head);
      plots.append(holder);
      return new uPlot(options(name, place === shown.length - 1), [data.elapsed_s, data.columns[name]], holder);
    });
    charts.forEach((chart) => sync.sub(chart));
    told(Math.floor(data.elapsed_s.length / 2));
    box.dataset.drawn = `${data.elapsed_s[0]}-${data.elapsed_s[data.elapsed_s.length - 1]}`;
  };

  const load = async (from, to) => {
    const turn = ++waiting;
    const asked = new URLSearchParams({ points: String(Math.min(2000, Math.max(300, Math.round(plots.clientWidth * 1.5)))) });
    if (from != null) asked.set("from", Math.max(0, from).toFixed(1));
    if (to != null) asked.set("to", to.toFixed(1));
    const reply = await fetch(`${box.dataset.source}?${asked}`, { headers: { accept: "application/json" } });
    if (!reply.ok || turn !== waiting) return;
    const found = await reply.json();
    if (found.elapsed_s.length < 2) {
      if (!whole) plots.textContent = box.dataset.none;
      return;
    }
    data = found;
    whole = [found.start_s, found.end_s];
    tools.hidden = false;
    draw();
  };

  const zoom = (how) => {
    const first = data.elapsed_s[0], last = data.elapsed_s[data.elapsed_s.length - 1], span = last - first;
    const middle = charts[0] && charts[0].cursor.idx != null ? data.elapsed_s[charts[0].cursor.idx] : (first + last) / 2;
    const clipped = (low, high) => load(Math.max(whole[0], low), Math.min(whole[1] + 1, high));
    if (how === "all") return load(null, null);
    if (how === "in") return clipped(middle - span / 4, middle + span / 4);
    if (how === "out") return clipped(middle - span, middle + span);
    const step = (how === "on" ? 1 : -1) * span / 2;
    return clipped(first + step, last + step);
  };

  tools.addEventListener("click", (event) => {
    const how = event.target.dataset && event.target.dataset.zoom;
    if (how && data) zoom(how);
  });
  slider.addEventListener("input", () => {
    const index = Math.round((Number(slider.value) / 1000) * (data.elapsed_s.length - 1));
    charts.forEach((chart) => chart.setCursor({ left: chart.valToPos(data.elapsed_s[index], "x"), top: 10 }, false));
    told(index);
  });
  let sized = 0;
  addEventListener("resize", () => { clearTimeout(sized); sized = setTimeout(() => data && draw(), 150); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => data && draw());
  load(null, null);
})();
