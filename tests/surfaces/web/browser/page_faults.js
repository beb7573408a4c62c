// What a reader of this page could not read: one sentence per fault, none for a page in order.
async () => {
  // Cues of what goes on out of sight are set after a frame was laid out.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const LEAST_PX = 11, SLACK_PX = 2, MOST = 16;
  const faults = [];
  const short = (text) => text.replace(/\s+/g, " ").trim().slice(0, 40);
  const seen = (element) => {
    if (!element.checkVisibility({ checkVisibilityCSS: true, opacityProperty: true })) return false;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const box = at.getBoundingClientRect();
      if (at instanceof HTMLElement && box.width <= 1 && box.height <= 1) return false;
      if (at.matches(".skip, noscript, script, style, title, desc, option")) return false;
    }
    return true;
  };
  const scrolls = (style) => /auto|scroll/.test(style.overflowX);
  const cuts = (style) => /hidden|clip/.test(style.overflowX);

  // What has been scrolled away in a box lies upon nothing beside the box.
  const inSight = (box, owner) => {
    let { left, right } = box;
    for (let at = owner.parentElement; at; at = at.parentElement) {
      if (!scrolls(getComputedStyle(at))) continue;
      const frame = at.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
    }
    return { left, right, top: box.top, bottom: box.bottom, height: box.height, width: right - left };
  };

  // Every line of text with its rectangle on the screen and the size of its letters.
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement, text = short(node.data);
    if (!text || !seen(owner)) continue;
    const inSvg = owner instanceof SVGElement && owner.closest("svg");
    const scale = inSvg && owner.getScreenCTM ? Math.abs(owner.getScreenCTM().a) : 1;
    const size = parseFloat(getComputedStyle(owner).fontSize) * scale;
    if (size < LEAST_PX - 0.05) faults.push(`text of ${size.toFixed(1)} px: "${text}"`);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const whole of range.getClientRects()) {
      const box = inSight(whole, owner);
      if (box.width > 0.5) lines.push({ text, owner, box, inSvg });
    }
  }

  // Text that an ancestor cuts off, or that leaves its figure or the page.
  for (const { text, owner, box, inSvg } of lines) {
    for (let at = owner; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at), frame = at.getBoundingClientRect();
      const outer = at.matches("figure, .panel, .r-card, main") && inSvg;
      if (at !== owner && scrolls(style)) break;
      if (!outer && !(cuts(style) && at instanceof HTMLElement)) continue;
      const by = Math.max(frame.left - box.left, box.right - frame.right);
      if (by > SLACK_PX) { faults.push(`clipped by ${by.toFixed(0)} px: "${text}" in ${at.tagName.toLowerCase()}.${at.className}`); break; }
    }
  }

  // Labels one upon the other.
  const inner = ({ box }) => ({ left: box.left, right: box.right, top: box.top + box.height * 0.25, bottom: box.bottom - box.height * 0.25 });
  const sorted = lines.map((line) => ({ ...line, ...inner(line) })).sort((a, b) => a.top - b.top);
  for (let first = 0; first < sorted.length; first += 1) {
    for (let next = first + 1; next < sorted.length && sorted[next].top < sorted[first].bottom; next += 1) {
      const a = sorted[first], b = sorted[next];
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) <= SLACK_PX) continue;
      if (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= SLACK_PX) continue;
      const stuck = [a, b].some(({ owner }) => owner.closest("thead, .sticky, .side, th"));
      if (stuck && a.owner.closest(".r-scroll")) continue;
      if (a.owner.closest(".side") !== b.owner.closest(".side")) continue;
      faults.push(`overlap: "${a.text}" and "${b.text}"`);
    }
  }

  // Charts: what is written on a canvas, as `letters.js` has noted it, and points beyond the scale.
  const title = (canvas) => short(canvas.closest(".plot")?.querySelector(".plottitle")?.textContent || canvas.getAttribute("aria-label") || "");
  for (const canvas of document.querySelectorAll("canvas")) {
    if (!canvas.letters || !seen(canvas)) continue;
    const scale = canvas.getBoundingClientRect().width / canvas.width, name = title(canvas);
    const words = [...canvas.letters.values()];
    for (const word of words) {
      if (word.size * scale < LEAST_PX - 0.05) faults.push(`text of ${(word.size * scale).toFixed(1)} px: "${word.text}" on the canvas of "${name}"`);
      const by = scale * Math.max(-word.left, word.right - canvas.width, -word.top, word.bottom - canvas.height);
      if (by > SLACK_PX / 2) faults.push(`clipped by ${by.toFixed(0)} px: "${word.text}" on the canvas of "${name}"`);
    }
    words.forEach((a, first) => words.slice(first + 1).forEach((b) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across * scale > SLACK_PX && down * scale > SLACK_PX) faults.push(`overlap: "${a.text}" and "${b.text}" on the canvas of "${name}"`);
    }));
    // Months begin anew each year: their years stand in a row of their own.
    const axes = Map.groupBy(words.filter((word) => word.tick), (word) => word.tick);
    for (const [side, group] of axes) {
      const texts = group.map((word) => word.text);
      const years = side.startsWith("x") && [...axes.keys()].filter((other) => other.startsWith("x")).length > 1;
      if (!years && new Set(texts).size < texts.length) faults.push(`ticks repeat on ${side} of "${name}": ${texts.join(" ")}`);
    }
  }
  for (const source of document.querySelectorAll("[data-chart] script[type='application/json']")) {
    const chart = JSON.parse(source.textContent);
    for (const panel of chart.panels) {
      for (const series of panel.series.filter((line) => line.kind === "dots" || line.kind === "bars")) {
        const places = series.at || chart.at || [], { low, high } = panel.y, room = 1e-6 * (high - low);
        const out = places.filter((x, row) => series.y[row] != null && (x < chart.x.low || x > chart.x.high || series.kind === "bars" && (series.y[row] < low - room || series.y[row] > high + room)));
        if (out.length) faults.push(`${out.length} points outside the plot of "${short(panel.title)}"`);
      }
    }
  }

  // Tables and bars that go on out of sight must say so.
  for (const box of document.querySelectorAll("main *")) {
    const style = getComputedStyle(box);
    if (!scrolls(style) || box.scrollWidth <= box.clientWidth + SLACK_PX || !seen(box)) continue;
    if (box.matches("textarea, pre, select, input")) continue;
    if (!box.dataset.more) faults.push(`goes on out of sight without a cue: ${box.tagName.toLowerCase()}.${box.className} (${short(box.getAttribute("aria-label") || "")})`);
  }

  // What was typed or chosen and does not fit into its field.
  const pen = document.createElement("canvas").getContext("2d");
  for (const field of document.querySelectorAll("main select, main input:not([type]), main input[type=text], main input[type=search], main input[type=date]")) {
    if (!seen(field) || field.type === "date") continue;
    const style = getComputedStyle(field);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const text = field.tagName === "SELECT" ? field.selectedOptions[0]?.textContent || "" : field.value || field.placeholder;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - (field.tagName === "SELECT" ? 14 : 0);
    const needs = pen.measureText(text).width;
    if (needs > room + SLACK_PX) faults.push(`does not fit into its field (${needs.toFixed(0)} > ${room.toFixed(0)} px): "${short(text)}"`);
  }

  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wider > 0) faults.push(`the page is ${wider} px wider than the window`);
  const distinct = [...new Set(faults)];
  return distinct.length > MOST ? [...distinct.slice(0, MOST), `and ${distinct.length - MOST} more`] : distinct;
}
