"use strict";
// Steps through the positions of a review. `data` is what page.py made: for each stop its stones (a letter a point, row by
// row from A1), Black's win rate and lead, owners (a White's … z Black's) and the moves that were looked at.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { size, stops, cell: CELL, margin: MARGIN } = data;
  const SPACE = "http://www.w3.org/2000/svg", COLUMNS = "ABCDEFGHJKLMNOPQRST";
  const COLORS = { good: "#2fa84f", inaccuracy: "#d9a400", mistake: "#e07b1a", blunder: "#d1343f" };
  const byId = (name) => document.getElementById(name);
  const state = { at: 0, owners: false, moves: true, line: null };
  const next = stops.map(() => null);
  stops.forEach((stop, index) => { if (stop.before !== null && next[stop.before] === null) next[stop.before] = index; });
  const bad = stops.map((stop, index) => index).filter((index) => stops[index].words);

  const place = (name) => {
    const column = COLUMNS.indexOf(name[0]), row = Number(name.slice(1)) - 1;
    return [MARGIN + column * CELL, MARGIN + (size - 1 - row) * CELL];
  };
  const make = (parent, kind, attributes, text) => {
    const element = document.createElementNS(SPACE, kind);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  };
  const write = (parent, x, y, text, large, ink) =>
    make(parent, "text", { x, y, "font-size": large, "font-weight": 700, "text-anchor": "middle", fill: ink }, text);
  const percent = (share) => (100 * share).toFixed(0) + "\u00a0%";
  const signed = (points) => (points < 0 ? "−" : "+") + Math.abs(points).toFixed(1);

  function drawStones(stop) {
    const layer = byId("stones");
    layer.replaceChildren();
    for (let index = 0; index < stop.stones.length; index++) {
      if (stop.stones[index] === ".") continue;
      const x = MARGIN + (index % size) * CELL, y = MARGIN + (size - 1 - Math.floor(index / size)) * CELL;
      make(layer, "circle", { cx: x + 1.5, cy: y + 2.2, r: 19, fill: "#000", opacity: 0.28 });
      make(layer, "circle", { cx: x, cy: y, r: 19, fill: `url(#tengen-${stop.stones[index] === "X" ? "black" : "white"})` });
    }
  }

  function drawOwners(layer, stop) {
    for (let index = 0; index < (stop.owners || "").length; index++) {
      const owner = (stop.owners.charCodeAt(index) - 97) / 12.5 - 1;
      if (Math.abs(owner) < 0.12) continue;
      const x = MARGIN + (index % size) * CELL, y = MARGIN + (size - 1 - Math.floor(index / size)) * CELL;
      const half = CELL * 0.25 * Math.abs(owner);
      make(layer, "rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, opacity: 0.88,
        fill: owner > 0 ? "#101012" : "#fdfdfb", stroke: "#77777a", "stroke-width": 0.7 });
    }
  }

  function drawLine(layer, stop, line) {
    let black = stop.turn === "B";
    line.split(" ").forEach((name, index) => {
      if (name !== "pass") {
        const [x, y] = place(name);
        make(layer, "circle", { cx: x, cy: y, r: 18.5, fill: `url(#tengen-${black ? "black" : "white"})`, opacity: 0.92 });
        write(layer, x, y + 6, index + 1, 17, black ? "#fff" : "#111");
      }
      black = !black;
    });
  }

  function drawCandidates(layer, stop) {
    const most = stop.moves[0][3];
    stop.moves.filter((move) => move[0] !== "pass" && move[3] >= Math.max(2, 0.02 * most)).reverse().forEach((move) => {
      const [x, y] = place(move[0]), lost = stop.moves[0][1] - move[1], best = move === stop.moves[0];
      const color = best || lost <= 0.01 ? "#1d86d6" : lost <= 0.04 ? "#2fa84f" : lost <= 0.1 ? "#c99400" : "#d1495b";
      make(layer, "circle", { cx: x, cy: y, r: 18, fill: color, opacity: best ? 0.95 : 0.78, stroke: "#fff",
        "stroke-width": best ? 2.4 : 0 });
      write(layer, x, y + 5.5, (100 * move[1]).toFixed(0), 15, "#fff");
    });
  }

  function drawMarks(stop) {
    const layer = byId("marks"), after = next[state.at] === null ? null : stops[next[state.at]];
    layer.replaceChildren();
    if (state.owners) drawOwners(layer, stop);
    if (stop.last && stop.last !== "pass") {
      const [x, y] = place(stop.last);
      const ink = stop.stones[(size - 1 - (y - MARGIN) / CELL) * size + (x - MARGIN) / CELL] === "X" ? "#f4f4f4" : "#1c1c1c";
      make(layer, "circle", { cx: x, cy: y, r: 8.5, fill: "none", stroke: stop.words ? COLORS[stop.severity] : ink,
        "stroke-width": stop.words ? 4.5 : 2.6 });
    }
    if (state.line) drawLine(layer, stop, state.line);
    else if (state.moves && stop.moves && stop.moves.length) drawCandidates(layer, stop);
    if (after && after.move && after.move[1] !== "pass") {
      const [x, y] = place(after.move[1]);
      make(layer, "circle", { cx: x, cy: y, r: 19.5, fill: "none", stroke: COLORS[after.severity] || "#444", "stroke-width": 3,
        "stroke-dasharray": "7 4" });
    }
  }

  function tell(stop) {
    const told = byId("told"), who = { B: "Black", W: "White" };
    const move = stop.move ? `Move ${stop.number}: ${who[stop.move[0]]} ${stop.move[1]}` : stop.number ? "Stones set up" : "The beginning";
    const parts = [move + (stop.main ? "." : ", in a variation.")];
    if (stop.winrate !== undefined) {
      parts.push(`Black wins ${percent(stop.winrate)}, ${stop.lead < 0 ? "White" : "Black"} leads by ${Math.abs(stop.lead).toFixed(1)} points; ${stop.visits.toLocaleString("en")} visits.`);
    }
    if (stop.words) parts.push(stop.words);
    const after = next[state.at] === null ? null : stops[next[state.at]];
    if (state.line && after && after.words) parts.push(`Next, ${after.number}. ${after.move[1]}: ${after.words}`);
    told.replaceChildren();
    const strong = document.createElement("b");
    strong.textContent = parts[0];
    told.append(strong, " " + parts.slice(1).join(" "));
    byId("comment").textContent = stop.comment;
    document.querySelector("#board svg").setAttribute("aria-label", `Go board. ${parts.join(" ")}`);
  }

  function listCandidates(stop) {
    const body = byId("candidates"), after = next[state.at] === null ? null : stops[next[state.at]];
    body.replaceChildren();
    for (const [name, winrate, lead, visits, line] of stop.moves || []) {
      const row = body.insertRow();
      [name, percent(winrate), lead === null ? "–" : signed(lead), visits.toLocaleString("en"), line].forEach((text) => {
        row.insertCell().textContent = text;
      });
      row.lastChild.title = line;
      if (after && after.move && after.move[1] === name) row.className = "played";
      row.addEventListener("mouseenter", () => { state.line = line; drawMarks(stop); });
      row.addEventListener("mouseleave", () => { state.line = null; drawMarks(stop); });
    }
  }

  const graph = document.querySelector("#graph svg");
  const [left, right, first, last] = ["left", "right", "first", "last"].map((name) => Number(graph.dataset[name]));
  const cursor = make(graph, "path", { stroke: "#d1343f", "stroke-width": 1.6, "pointer-events": "none" });
  const xOf = (number) => left + ((right - left) * (number - first)) / (last - first);

  function show(index, line = null) {
    state.at = Math.max(0, Math.min(stops.length - 1, index));
    state.line = line;
    const stop = stops[state.at];
    drawStones(stop);
    drawMarks(stop);
    tell(stop);
    listCandidates(stop);
    const x = xOf(stop.number);
    cursor.setAttribute("d", x >= left && x <= right ? `M${x} 30V190M${x} 222V298` : "");
    byId("slider").value = state.at;
    byId("slider").setAttribute("aria-valuetext", byId("told").textContent);
    document.querySelectorAll("[data-stop]").forEach((button) => {
      const here = Number(button.dataset.stop) === (line ? next[state.at] : state.at);
      if (here && !button.classList.contains("here")) button.scrollIntoView({ block: "nearest" });
      button.classList.toggle("here", here);
    });
    document.body.dataset.at = state.at;
  }

  // A mistake is shown where it was made: the board before it, with what would have been better.
  function showMistake(index) {
    const before = stops[index].before;
    next[before] = index;
    const moves = stops[before].moves;
    show(before, moves && moves.length ? moves[0][4] : null);
  }
  function toggle(name, button) {
    state[name] = !state[name];
    byId(button).setAttribute("aria-pressed", state[name]);
    drawMarks(stops[state.at]);
  }
  const forward = () => show(next[state.at] === null ? state.at : next[state.at]);
  const back = () => show(stops[state.at].before === null ? state.at : stops[state.at].before);
  const end = () => { let at = state.at; while (next[at] !== null) at = next[at]; return at; };
  const leap = (step, count) => { for (let i = 0; i < count; i++) step(); };
  function nextMistake() {
    const at = state.line && next[state.at] !== null ? next[state.at] : state.at;
    const index = bad.find((candidate) => candidate > at);
    if (index !== undefined) showMistake(index);
    else if (bad.length) showMistake(bad[0]);
  }

  byId("first").onclick = () => show(0);
  byId("back").onclick = back;
  byId("forward").onclick = forward;
  byId("last").onclick = () => show(end());
  byId("mistake").onclick = nextMistake;
  byId("mistake").disabled = !bad.length;
  byId("owners-on").onclick = () => toggle("owners", "owners-on");
  byId("moves-on").onclick = () => { state.line = null; toggle("moves", "moves-on"); };
  byId("slider").oninput = (event) => show(Number(event.target.value));
  document.querySelectorAll("[data-stop]").forEach((button) => { button.onclick = () => showMistake(Number(button.dataset.stop)); });
  byId("graph").onclick = (event) => {
    const box = graph.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * graph.viewBox.baseVal.width;
    const number = Math.round(first + ((x - left) / (right - left)) * (last - first));
    const main = stops.map((stop, index) => index).filter((index) => stops[index].main);
    show(main.reduce((a, b) => (Math.abs(stops[b].number - number) < Math.abs(stops[a].number - number) ? b : a)));
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ArrowLeft: back, ArrowRight: forward, Home: () => show(0), End: () => show(end()),
      PageUp: () => leap(back, 10), PageDown: () => leap(forward, 10), m: nextMistake,
      o: byId("owners-on").onclick, c: byId("moves-on").onclick };
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  show(0);
})();
