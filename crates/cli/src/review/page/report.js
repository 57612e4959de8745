"use strict";
// Shows the games of the page. Data of games is inserted as text, never as markup.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const index = JSON.parse(document.getElementById("index").textContent);
  const sources = document.querySelectorAll("script.game");
  const root = document.getElementById("report");
  // `line` is the line of a remark that is shown instead of the game.
  const state = { game: 0, ply: 0, flip: false, data: null, view: null, line: null };

  // Creates an element with attributes and children; strings become text nodes.
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  }
  const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
  const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);
  const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

  // ---- board, drawn like the pictures of `pinsight board`

  const corner = (square, flip) => {
    const file = square.charCodeAt(0) - 97, rank = square.charCodeAt(1) - 49;
    return flip ? [(7 - file) * 100, rank * 100] : [file * 100, (7 - rank) * 100];
  };
  const centre = (square, flip) => corner(square, flip).map((value) => value + 50);

  function pieces(placement) {
    const found = [];
    placement.split("/").forEach((row, down) => {
      let file = 0;
      for (const letter of row) {
        if (letter >= "1" && letter <= "8") { file += Number(letter); continue; }
        const white = letter === letter.toUpperCase();
        found.push({ square: "abcdefgh"[file] + (8 - down), id: (white ? "w" : "b") + letter.toLowerCase() });
        file += 1;
      }
    });
    return found;
  }

  // Absolute pins have a solid line and a filled head, relative pins a dashed line and an open head.
  function pinArrow(pin, flip) {
    const [from, to] = [centre(pin.squares[0], flip), centre(pin.squares[2], flip)];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const at = (distance, aside = 0) =>
      `${(from[0] + dx * distance + dy * aside).toFixed(1)} ${(from[1] + dy * distance - dx * aside).toFixed(1)}`;
    const group = svg("g", { class: "pin", "data-pin": pin.index });
    if (pin.kind === "absolute") {
      group.append(
        svg("path", { d: `M${at(36)}L${at(length - 57)}`, "stroke-width": 11 }),
        svg("path", { class: "full", d: `M${at(length - 29)}L${at(length - 63, 19)}L${at(length - 63, -19)}z`, "stroke-width": 5 }),
      );
    } else {
      group.append(
        svg("path", { d: `M${at(36)}L${at(length - 39)}`, "stroke-width": 9, "stroke-dasharray": "14 17" }),
        svg("path", { d: `M${at(length - 55, 20)}L${at(length - 29)}L${at(length - 55, -20)}`, "stroke-width": 9 }),
      );
    }
    return group;
  }

  function drawBoard(scene) {
    const { placement, flip, small } = scene;
    const edge = small ? 4 : 40;
    const board = svg("svg", {
      class: "board", role: "img", "aria-label": scene.label,
      viewBox: small ? "-4 -4 808 808" : "-40 -6 846 846",
    });
    let dark = "";
    for (let row = 0; row < 8; row += 1)
      for (let column = 0; column < 8; column += 1)
        if ((row + column) % 2) dark += `M${column * 100} ${row * 100}h100v100h-100z`;
    board.append(svg("rect", { class: "sq-l", width: 800, height: 800 }), svg("path", { class: "sq-d", d: dark }),
      svg("rect", { class: "frame", width: 800, height: 800 }));
    if (!small) {
      for (let line = 0; line < 8; line += 1) {
        const file = "abcdefgh"[flip ? 7 - line : line], rank = flip ? line + 1 : 8 - line;
        board.append(svg("text", { x: line * 100 + 50, y: 830, "text-anchor": "middle" }, file),
          svg("text", { x: -edge / 2 - 2, y: line * 100 + 58, "text-anchor": "middle" }, String(rank)));
      }
    }
    for (const square of [scene.from, scene.to]) {
      if (!square) continue;
      const [x, y] = corner(square, flip);
      board.append(svg("rect", { class: "moved", x, y, width: 100, height: 100 }));
    }
    if (scene.check) {
      const [x, y] = corner(scene.check, flip);
      board.append(svg("rect", { class: "check", x: x + 5, y: y + 5, width: 90, height: 90, rx: 10 }));
    }
    const pinned = new Set(scene.pins.map((pin) => pin.squares[1]));
    const place = (piece) => {
      const [x, y] = corner(piece.square, flip);
      return svg("use", { href: `#${piece.id}`, x, y });
    };
    const all = pieces(placement);
    board.append(...all.filter((piece) => !pinned.has(piece.square)).map(place));
    board.append(...scene.pins.map((pin) => pinArrow(pin, flip)));
    for (const square of pinned) {
      const [x, y] = centre(square, flip);
      const [column, row] = [Math.floor(x / 100), Math.floor(y / 100)];
      const here = scene.pins.filter((pin) => pin.squares[1] === square);
      const absolute = here.some((pin) => pin.kind === "absolute");
      board.append(svg("circle", {
        class: `ring ${(row + column) % 2 ? "sq-d" : "sq-l"}`, cx: x, cy: y, r: 44.5,
        "data-pin": here.map((pin) => pin.index).join(" "), "stroke-dasharray": absolute ? null : "11.5 10",
      }));
    }
    board.append(...all.filter((piece) => pinned.has(piece.square)).map(place));
    return board;
  }

  // ---- position

  const placementAt = (ply) => (ply === 0 ? state.data.start : state.data.moves[ply - 1][2]);

  // Returns the squares of a pin, which change when one of its pieces slides along the line.
  function squaresAt(pin, ply) {
    let squares = pin.path[0][1];
    for (const [since, there] of pin.path) if (since <= ply) squares = there;
    return [squares.slice(0, 2), squares.slice(2, 4), squares.slice(4, 6)];
  }
  const begins = (pin) => pin.path[0][0];
  const stands = (pin, ply) => begins(pin) <= ply && (pin.until === null || ply < pin.until);
  const standingAt = (ply) => state.data.pins
    .map((pin, number) => ({ pin, number }))
    .filter(({ pin }) => stands(pin, ply));

  function sceneAt(ply, only) {
    const move = ply > 0 ? state.data.moves[ply - 1] : null;
    const pins = standingAt(ply)
      .filter(({ number }) => only === undefined || number === only)
      .map(({ pin, number }) => ({ kind: pin.kind, squares: squaresAt(pin, ply), index: number }));
    return {
      placement: placementAt(ply), flip: state.flip, pins,
      from: move && move[3], to: move && move[4], check: move && move[5],
      label: ply === 0 ? "Position at the start" : `Position after ${name(ply)}`,
    };
  }
  // The coach's remark about a move, if there is one.
  const remarkAt = (ply) => (state.data.coach ? state.data.coach.remarks.find((remark) => remark.ply === ply) : undefined);
  const name = (ply) => {
    const [number, san, , , , , glyphs] = state.data.moves[ply - 1];
    const remark = remarkAt(ply);
    return `${number ? `${number} ` : ""}${san}${remark ? remark.glyph : ""}${glyphs}`;
  };

  function gone(placement) {
    const value = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };
    const tally = (text) => {
      const counts = {};
      for (const piece of pieces(text)) counts[piece.id] = (counts[piece.id] || 0) + 1;
      return counts;
    };
    const [start, now] = [tally(state.data.start), tally(placement)];
    const missing = {}, worth = { w: 0, b: 0 };
    for (const side of ["w", "b"]) {
      let promoted = 0;
      for (const role of "qrbn") promoted += Math.max(0, (now[side + role] || 0) - (start[side + role] || 0));
      missing[side] = [];
      for (const role of "qrbnp") {
        worth[side] += value[role] * (now[side + role] || 0);
        const there = (now[side + role] || 0) + (role === "p" ? promoted : 0);
        for (let left = (start[side + role] || 0) - there; left > 0; left -= 1) missing[side].push(side + role);
      }
    }
    return { missing, balance: worth.w - worth.b };
  }

  // ---- page

  const ICONS = {
    first: "M18 5l-7 7 7 7M6 5v14", back: "M15 5l-7 7 7 7", on: "M9 5l7 7-7 7", last: "M6 5l7 7-7 7M18 5v14",
    flip: "M7 4v15m0 0l-3-3m3 3l3-3M17 20V5m0 0l-3 3m3-3l3 3",
  };
  const icon = (which) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[which] }));
  const placeOf = (entry, gap) => [entry.file, entry.event, entry.date && entry.date.replaceAll(".??", "")].filter(Boolean).join(gap);
  const players = (entry) => `${entry.white || "?"} – ${entry.black || "?"}`;
  const pinsOf = (entry) => (entry.tally ? entry.tally[0][0] + entry.tally[1][0] : 0);

  function themeButton() {
    const button = el("button", { class: "tool", type: "button" });
    const modes = ["auto", "light", "dark"];
    let mode = 0;
    const show = () => {
      button.textContent = { auto: "Auto", light: "Light", dark: "Dark" }[modes[mode]];
      button.setAttribute("aria-label", `Colours: ${modes[mode]}`);
      if (mode) document.documentElement.dataset.theme = modes[mode];
      else delete document.documentElement.dataset.theme;
    };
    button.addEventListener("click", () => { mode = (mode + 1) % modes.length; show(); });
    show();
    return button;
  }

  function overview() {
    const totals = [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]], causes = {};
    for (const entry of index.games) {
      (entry.tally || []).forEach((numbers, side) => numbers.forEach((number, at) => { totals[side][at] += number; }));
      for (const [cause, kinds] of Object.entries(entry.causes || {})) {
        causes[cause] = causes[cause] || [0, 0];
        kinds.forEach((number, at) => { causes[cause][at] += number; });
      }
    }
    const rows = Object.entries(causes).sort((a, b) => b[1][0] + b[1][1] - a[1][0] - a[1][1]);
    const most = Math.max(1, ...rows.map(([, [absolute, relative]]) => absolute + relative));
    const lane = (number, kind) => number > 0 &&
      el("i", { class: kind, style: `width:${(100 * number) / most}%`, title: `${number} ${kind}` });
    const chart = el("ol", { class: "chart" }, rows.map(([cause, [absolute, relative]]) => el("li", {},
      el("span", {}, cause),
      el("span", { class: "lane" }, [lane(absolute, "absolute"), lane(relative, "relative")].filter(Boolean)),
      el("span", { "aria-label": `${absolute} absolute, ${relative} relative` }, String(absolute + relative)))));
    const legend = el("p", { class: "legend" },
      el("span", {}, el("i", { class: "absolute" }), "absolute: to the king"),
      el("span", {}, el("i", { class: "relative" }), "relative: to a dearer or a loose piece"));
    return el("section", { class: "overview", id: "overview" },
      el("div", {}, el("h2", {}, index.games.length === 1 ? "How pins arose" : "How pins arose, in all games"), rows.length ? [chart, legend] : el("p", {}, "No pins.")),
      el("div", {}, el("h2", {}, index.games.length === 1 ? "Pins set" : "Pins set, in all games"), tallyTable(totals, ["White", "Black"])));
  }

  function tallyTable(tally, names) {
    const heads = ["total", "absolute", "relative", "self-inflicted", "won material"];
    return el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }), heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, tally.map((numbers, side) => el("tr", {},
        el("th", { scope: "row" }, el("span", { class: `dot ${side ? "b" : "w"}` }), names[side]),
        numbers.map((number) => el("td", {}, String(number)))))));
  }

  function gameList() {
    const list = el("ol", {});
    const items = index.games.map((entry, number) => {
      const place = placeOf(entry, ", ");
      const button = el("button", { type: "button", title: place, onclick: () => open(number) },
        el("b", {}, `${entry.number}. ${players(entry)}`),
        el("small", {}, el("span", {}, entry.result), el("span", {}, count(pinsOf(entry), "pin", "pins"))));
      const item = el("li", {}, button);
      item.dataset.search = `${players(entry)} ${place} ${entry.result}`.toLowerCase();
      list.append(item);
      return { item, button };
    });
    const search = el("input", {
      type: "search", placeholder: "Find a player or event", "aria-label": "Find a game",
      oninput: () => {
        const words = search.value.toLowerCase().split(/\s+/);
        for (const { item } of items) item.hidden = !words.every((word) => item.dataset.search.includes(word));
      },
    });
    const nav = el("nav", { class: "games", "aria-label": "Games" }, el("h2", {}, "Games"), search, list);
    return { nav, items };
  }

  // ---- game

  function player(side) {
    const entry = index.games[state.game];
    const elo = entry.elo[side === "w" ? 0 : 1];
    return el("div", { class: "player", "data-side": side },
      el("span", {}, el("span", { class: `dot ${side}` }), (side === "w" ? entry.white : entry.black) || (side === "w" ? "White" : "Black")),
      elo ? el("small", {}, elo) : null, el("span", { class: "gone" }));
  }

  function showGone(line, placement) {
    const { missing, balance } = gone(placement);
    const side = line.dataset.side, other = side === "w" ? "b" : "w";
    const ahead = side === "w" ? balance : -balance;
    const box = line.querySelector(".gone");
    box.replaceChildren(...missing[other].map((id, at, all) => svg("svg", {
      viewBox: "22 0 56 100", class: at > 0 && all[at - 1] !== id ? "first" : null, "aria-hidden": "true",
    }, svg("use", { href: `#${id}` }))));
    if (ahead > 0) box.append(el("i", {}, `+${ahead}`));
  }

  function light(numbers) {
    const board = state.view.stage.firstChild;
    board.classList.toggle("lit", numbers !== null);
    for (const mark of board.querySelectorAll("[data-pin]")) {
      const here = mark.dataset.pin.split(" ").map(Number);
      mark.classList.toggle("on", numbers !== null && here.some((number) => numbers.includes(number)));
    }
  }
  const lighting = (number) => ({
    onmouseenter: () => light([number]), onmouseleave: () => light(null),
  });

  function say(sign, text, number, lost) {
    const minus = sign === "−";
    return el("div", { class: minus ? "say minus" : "say", "data-sign": sign, ...(minus ? {} : lighting(number)) },
      el("span", {}, text, lost ? el("span", { class: "gain" }, ` It cost ${count(lost, "point", "points")}.`) : null));
  }

  function strip() {
    const last = state.data.moves.length, columns = last + 1;
    const rows = state.data.pins.map((pin, number) => {
      const until = pin.until === null ? columns : pin.until;
      const bar = el("i", {
        class: `bar ${pin.kind}`,
        style: `left:${(100 * begins(pin)) / columns}%;width:${(100 * (until - begins(pin))) / columns}%`,
      });
      const track = el("div", {
        class: "track", title: pin.says,
        onclick: (event) => {
          const box = track.getBoundingClientRect();
          go(Math.floor(((event.clientX - box.left) / box.width) * columns));
        },
        ...lighting(number),
      }, bar);
      return el("li", {},
        el("button", { class: "name", type: "button", title: pin.says, onclick: () => go(begins(pin)), ...lighting(number) },
          el("span", { class: `dot ${pin.by}` }), pin.line.replaceAll(" > ", " › ")),
        track);
    });
    const cursor = el("i", {});
    const box = el("div", { class: "strip" }, el("ol", {}, rows), el("div", { class: "now" }, rows.length ? cursor : null));
    return { box, cursor, columns };
  }

  function moveList() {
    const changes = state.data.moves.map(() => ({ more: false, less: false }));
    for (const pin of state.data.pins) {
      if (begins(pin) > 0) changes[begins(pin) - 1].more = true;
      if (pin.until !== null) changes[pin.until - 1].less = true;
    }
    const box = el("div", { class: "moves" });
    if (state.data.comment) box.append(el("em", {}, state.data.comment), " ");
    let interrupted = true;
    const buttons = state.data.moves.map(([number, san, , , , , glyphs, comment], at) => {
      const shown = number && (interrupted || !number.endsWith("...")) ? el("span", { class: "n" }, number) : null;
      const { more, less } = changes[at];
      const remark = remarkAt(at + 1);
      const title = remark ? remark.text : more ? "brings a pin" : less ? "releases a pin" : null;
      const kind = remark && remark.judgement ? remark.judgement : more ? "star" : less && !state.data.coach ? "less" : null;
      const button = el("button", { type: "button", class: kind, title, onclick: () => go(at + 1) }, `${san}${remark ? remark.glyph : ""}${glyphs}`);
      // Keep a number on the line of its move.
      box.append(shown ? el("span", { class: "pair" }, shown, button) : button, " ");
      interrupted = Boolean(comment);
      if (comment) box.append(el("em", {}, comment), " ");
      return button;
    });
    return { box, buttons };
  }

  // The evaluation after each ply: White's win chance from bottom to top.
  function graph() {
    const { evals, remarks } = state.data.coach, last = Math.max(1, evals.length - 1);
    const x = (ply) => (1000 * ply) / last, y = (chance) => 200 - 2 * chance;
    const points = evals.map(([chance], ply) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`);
    const cursor = svg("path", { class: "cursor", d: "M0 0V200" });
    const picture = svg("svg", {
      class: "graph", viewBox: "0 0 1000 200", preserveAspectRatio: "none", role: "img",
      "aria-label": "Evaluation of the game; White's advantage is at the top",
      onclick: (event) => {
        const box = picture.getBoundingClientRect();
        go(Math.round(((event.clientX - box.left) / box.width) * last));
      },
    },
      svg("path", { class: "area", d: `M0 200L${points.join("L")}L1000 200z` }),
      svg("path", { class: "middle", d: "M0 100H1000" }), svg("path", { class: "curve", d: `M${points.join("L")}` }), cursor);
    const marks = remarks.filter((remark) => remark.judgement).map((remark) => el("button", {
      type: "button", class: `mark ${remark.judgement}`, title: `${name(remark.ply)}: ${remark.judgement.replace("_", " ")}`,
      style: `left:${x(remark.ply) / 10}%;top:${y(evals[remark.ply] ? evals[remark.ply][0] : 50) / 2}%`,
      "aria-label": `Go to ${name(remark.ply)}`, onclick: () => go(remark.ply),
    }));
    const text = el("p", { class: "eval" });
    const show = (ply) => {
      cursor.setAttribute("d", `M${x(ply).toFixed(1)} 0V200`);
      text.textContent = `${evals[ply] ? evals[ply][1] : "Unknown"} ${ply ? `after ${name(ply)}` : "at the start"}`;
    };
    return { box: el("div", { class: "graph-box" }, picture, marks), text, show };
  }

  const TITLES = { allows: "This allows", misses: "Better", better: "Better", exploits: "The line", threatens: "The threat" };

  // A line whose moves show their positions on the board.
  function variation(line) {
    const buttons = line.moves.map(([text], at) => el("button", { type: "button", onclick: () => stepInto(line, at) }, text));
    return el("p", { class: "line" }, el("b", {}, `${TITLES[line.title] || line.title}: `), buttons.flatMap((button) => [button, " "]));
  }

  // Shows the position after a move of a line that was not played.
  function stepInto(line, at) {
    const [text, placement, from, to] = line.moves[at];
    state.line = { line, at };
    const scene = { placement, flip: state.flip, pins: [], from, to, check: null, label: `Position after ${text}` };
    state.view.stage.replaceChildren(drawBoard(scene));
    state.view.lines.forEach((row) => showGone(row, placement));
    state.view.status.textContent = scene.label;
    for (const { lines } of state.view.remarks.items)
      for (const [known, row] of lines)
        [...row.querySelectorAll("button")].forEach((button, index) => button.setAttribute("aria-current", String(known === line && index === at)));
  }

  function remarks() {
    const items = state.data.coach.remarks.map((remark) => {
      const lines = remark.lines.map((line) => [line, variation(line)]);
      const label = remark.judgement ? el("span", { class: `tag ${remark.judgement}` }, remark.judgement.replace("_", " ")) : null;
      const item = el("li", {}, el("button", { type: "button", onclick: () => go(remark.ply) }, name(remark.ply)), label,
        el("p", {}, remark.text), lines.map(([, row]) => row));
      return { ply: remark.ply, item, lines };
    });
    return { box: el("ol", { class: "remarks" }, items.map(({ item }) => item)), items };
  }

  function accuracyTable(coach, names) {
    return el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }), ["accuracy", "inaccuracies", "mistakes", "blunders"].map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, coach.accuracy.map((accuracy, side) => el("tr", {},
        el("th", { scope: "row" }, el("span", { class: `dot ${side ? "b" : "w"}` }), names[side]),
        el("td", {}, accuracy === null ? "-" : `${Math.round(accuracy)} %`),
        coach.errors[side].map((number) => el("td", {}, String(number)))))));
  }

  function ledger() {
    const items = [];
    for (let ply = 0; ply <= state.data.moves.length; ply += 1) {
      const rows = [];
      state.data.pins.forEach((pin, number) => { if (begins(pin) === ply) rows.push(say("+", pin.says, number)); });
      state.data.pins.forEach((pin, number) => { if (pin.until === ply) rows.push(say("−", pin.end, number, pin.lost)); });
      if (rows.length) {
        const item = el("li", {}, el("button", { type: "button", onclick: () => go(ply) }, ply ? name(ply) : "At the start"), rows);
        items.push({ ply, item });
      }
    }
    return { box: el("ol", { class: "ledger" }, items.map(({ item }) => item)), items };
  }

  function cards() {
    const figures = state.data.pins.map((pin, number) => {
      const at = begins(pin);
      const scene = { ...sceneAt(at, number), small: true, from: null, to: null };
      const life = pin.until === null ? "stands to the end" : `until ${name(pin.until)}, ${pin.why}`;
      const cause = pin.cause ? `${pin.cause}${pin.own ? ", own move" : ""}; ` : "";
      return el("figure", {},
        el("button", { type: "button", onclick: () => { go(at); state.view.stage.scrollIntoView({ block: "nearest" }); }, "aria-label": `Go to ${at ? name(at) : "the start"}` }, drawBoard(scene)),
        el("figcaption", {}, el("b", {}, `${at ? name(at) : "At the start"}: ${pin.line.replaceAll(" > ", " › ")}`), ` ${pin.kind}; ${cause}${life}`,
          pin.lost ? `; it cost ${count(pin.lost, "point", "points")}` : null, "."));
    });
    return el("section", { class: "section pictures" }, el("h2", {}, state.data.coach ? "The pins that mattered" : "Every pin, as it arose"), el("div", { class: "cards" }, figures));
  }

  // Opens a game at `ply`, or else at its first pin.
  function open(number, ply) {
    state.game = number;
    state.data = JSON.parse(sources[number].textContent);
    const entry = index.games[number];
    chooser.items.forEach(({ button }, at) => button.setAttribute("aria-current", String(at === number)));
    if (chooser.nav.isConnected) {
      const { item } = chooser.items[number], list = item.parentElement;
      list.scrollTop = Math.max(0, item.offsetTop - list.offsetTop - 80);
    }
    const place = placeOf(entry, " · ");
    const title = el("header", { class: "title" },
      el("h3", {}, `${players(entry)}  ${entry.result}`), place ? el("p", {}, place) : null,
      state.data.faults.map((fault) => el("p", {}, `⚠ ${fault}`)));
    if (!state.data.moves) {
      stage.replaceChildren(title, el("p", {}, "There are no moves that could be replayed."));
      state.view = null;
      return;
    }
    const view = { stage: el("div", {}), strip: strip(), moves: moveList(), ledger: ledger(), standing: el("div", { class: "standing" }) };
    const control = (which, label, onclick) => el("button", { type: "button", "aria-label": label, title: label, onclick }, icon(which));
    view.controls = {
      first: control("first", "To the start", () => go(0)), back: control("back", "One move back", () => step(-1)),
      on: control("on", "One move on", () => step(1)), last: control("last", "To the end", () => go(Infinity)),
      flip: control("flip", "Flip the board", flip),
    };
    view.above = el("div", {});
    view.below = el("div", {});
    view.lines = [player("b"), player("w")];
    view.status = el("p", { class: "keys", role: "status", "aria-live": "polite", style: "position:absolute;clip-path:inset(50%)" });
    state.view = view;
    const pinned = state.data.pins.length > 0, coach = state.data.coach;
    const names = [entry.white || "White", entry.black || "Black"];
    view.graph = coach && coach.evals.length > 1 ? graph() : null;
    view.remarks = coach ? remarks() : { items: [] };
    stage.replaceChildren(title, el("div", { class: "columns" },
      el("div", { class: "course" },
        el("div", {}, view.above, view.stage, view.below, el("div", { class: "controls" }, Object.values(view.controls))),
        el("div", {}, view.graph ? [el("h2", {}, "Evaluation"), view.graph.box, view.graph.text] : [],
          el("h2", {}, coach ? "Pins that mattered" : "Pins in the course of the game"), pinned ? view.strip.box : el("p", {}, coach ? "None." : "No pins in this game."))),
      el("div", { class: "panel" },
        el("section", {}, el("h2", {}, "Moves"), view.moves.box),
        coach ? [
          el("section", {}, el("h2", {}, "What decided the game"), coach.remarks.length ? view.remarks.box : el("p", {}, "No move needs a remark.")),
          el("section", {}, el("h2", {}, "Accuracy"), accuracyTable(coach, names), coach.engine_failure ? el("p", {}, `⚠ ${coach.engine_failure}; the built-in search judged the rest.`) : null),
        ] : [
          el("section", { class: "standing-now" }, el("h2", {}, "Pins on the board now"), view.standing),
          el("section", {}, el("h2", {}, "Ledger"), pinned ? view.ledger.box : el("p", {}, "No pins.")),
          el("section", {}, el("h2", {}, "Pins set in this game"), tallyTable(entry.tally, names)),
        ])),
      pinned ? cards() : "", view.status);
    const firstRemark = coach && coach.remarks.find((remark) => remark.lines.length);
    go(ply ?? (firstRemark ? firstRemark.ply : pinned ? begins(state.data.pins[0]) : 0));
  }

  function keepInSight(box, item) {
    const top = item.offsetTop, bottom = top + item.offsetHeight;
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, top - 4);
  }

  function go(ply) {
    if (!state.view) return;
    const last = state.data.moves.length;
    state.ply = Math.max(0, Math.min(last, ply));
    const { view } = state, scene = sceneAt(state.ply);
    view.stage.replaceChildren(drawBoard(scene));
    const [black, white] = view.lines;
    view.above.replaceChildren(state.flip ? white : black);
    view.below.replaceChildren(state.flip ? black : white);
    view.lines.forEach((line) => showGone(line, scene.placement));
    view.controls.first.disabled = view.controls.back.disabled = state.ply === 0;
    view.controls.on.disabled = view.controls.last.disabled = state.ply === last;
    view.strip.cursor.style.left = `${(100 * (state.ply + 0.5)) / view.strip.columns}%`;
    view.moves.buttons.forEach((button, at) => button.setAttribute("aria-current", String(at + 1 === state.ply)));
    if (state.ply > 0) keepInSight(view.moves.box, view.moves.buttons[state.ply - 1]);
    else view.moves.box.scrollTop = 0;
    const now = standingAt(state.ply);
    view.standing.replaceChildren(...(now.length
      ? now.map(({ pin, number }) => say(begins(pin) === state.ply ? "+" : "=", standingLine(pin), number))
      : [el("p", {}, "None.")]));
    let here = null;
    for (const entry of view.ledger.items) {
      entry.item.classList.toggle("here", entry.ply === state.ply);
      if (entry.ply <= state.ply) here = entry.item;
    }
    if (here) keepInSight(view.ledger.box, here);
    state.line = null;
    if (view.graph) view.graph.show(state.ply);
    for (const { ply: at, item } of view.remarks.items) {
      item.classList.toggle("here", at === state.ply);
      item.querySelectorAll(".line button").forEach((button) => button.removeAttribute("aria-current"));
      if (at === state.ply) keepInSight(view.remarks.box, item);
    }
    view.status.textContent = `${scene.label}. ${count(now.length, "pin stands", "pins stand")}.`;
    try { history.replaceState(null, "", `#game=${state.game + 1}&ply=${state.ply}`); } catch { /* keep the URL */ }
  }

  // Returns a line such as `Bg4 › Nf3 › Qd1, relative, since 3... Bg4`, with the current squares.
  function standingLine(pin) {
    const squares = squaresAt(pin, state.ply);
    const line = pin.line.split(" > ").map((piece, at) => piece.slice(0, -2) + squares[at]).join(" › ");
    const since = begins(pin) === state.ply ? "new" : `since ${begins(pin) ? name(begins(pin)) : "the start"}`;
    return `${line}, ${pin.kind}, ${since}`;
  }

  function flip() {
    const { line, at } = state.line || {};
    state.flip = !state.flip;
    go(state.ply);
    if (line) stepInto(line, at);
  }

  // Moves inside a line that is shown, or else in the game.
  function step(by) {
    const { line, at } = state.line || {};
    if (!line) go(state.ply + by);
    else if (line.moves[at + by]) stepInto(line, at + by);
    else if (by < 0) go(state.ply);
  }

  // Goes to the next or previous move with a remark, or that changes a pin.
  function leap(direction) {
    const from = state.view && (state.data.coach ? state.view.remarks : state.view.ledger);
    const plies = from ? from.items.map(({ ply }) => ply) : [];
    const found = direction > 0 ? plies.find((ply) => ply > state.ply) : plies.findLast((ply) => ply < state.ply);
    if (found !== undefined) go(found);
  }

  const KEYS = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(Infinity),
    ArrowUp: () => leap(-1), ArrowDown: () => leap(1), f: flip,
    PageUp: () => state.game > 0 && open(state.game - 1),
    PageDown: () => state.game + 1 < index.games.length && open(state.game + 1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    const act = KEYS[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  // Scroll without changing the URL, whose hash holds the game and ply.
  function toOverview(event) {
    event.preventDefault();
    document.getElementById("overview").scrollIntoView();
  }

  const chooser = gameList();
  const stage = el("article", { class: "game" });
  const many = index.games.length > 1;
  const all = index.games.reduce((sum, entry) => sum + pinsOf(entry), 0);
  root.append(
    el("header", { class: "masthead" }, el("h1", {}, index.coach ? "Game review" : "Pins, move by move"),
      el("p", { class: index.coach ? "total" : null }, index.coach ? count(index.games.length, "game", "games")
        : el("a", { href: "#overview", onclick: toOverview }, `${count(index.games.length, "game", "games")}, ${count(all, "pin", "pins")}`)), themeButton()),
    el("div", { class: many ? "desk many" : "desk" }, many ? chooser.nav : null, stage),
    index.coach ? "" : overview(),
    el("p", { class: "keys" }, ...[["←", " "], ["→", " step   "], ["↑", " "], ["↓", index.coach ? " to the next remark   " : " to the next change of pins   "], ["Home", " "], ["End", "   "], ["f", " flip"]]
      .flatMap(([key, text]) => [el("kbd", {}, key), text])));
  if (!index.games.length) stage.append(el("p", {}, "There are no games."));
  else {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = Math.min(index.games.length, Math.max(1, Number(wanted.get("game")) || 1));
    open(number - 1, wanted.has("ply") ? Number(wanted.get("ply")) || 0 : undefined);
  }
})();
