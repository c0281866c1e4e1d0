"""How the page looks: colours by day and by night, the board as large as the window lets it be."""

CSS = """
:root {
  --paper: #f5f1e8; --card: #fffdf8; --ink: #2b2620; --soft: #7c7264; --edge: #e3dacb; --accent: #9c5b1e;
  --good: #2fa84f; --bad: #d1495b; --graph-white: #fbf8f1; --graph-black: #ded5c4; --line: #9c5b1e;
}
.body--dark {
  --paper: #17181c; --card: #212329; --ink: #e9e6e0; --soft: #9a978f; --edge: #32353d; --accent: #e0a35c;
  --graph-white: #2a2d35; --graph-black: #1b1d22; --line: #e0a35c;
}
body { background: var(--paper); color: var(--ink); font-family: system-ui, -apple-system, "Segoe UI", sans-serif; }
.nicegui-content { padding: 0; gap: 0; width: 100%; }
.bar { display: flex; align-items: center; gap: 4px; padding: 6px 14px; width: 100%; box-sizing: border-box;
  border-bottom: 1px solid var(--edge); background: var(--card); }
.brand { font-weight: 700; font-size: 1.15rem; letter-spacing: .02em; margin-right: auto; display: flex;
  align-items: center; gap: 8px; color: var(--ink); }
.brand svg { width: 26px; height: 26px; }
.bar .q-btn, .panel .q-btn { color: var(--ink); }
.unkept { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; padding: 8px 14px; width: 100%;
  box-sizing: border-box; background: #fff3cd; color: #4a3a00; border-bottom: 1px solid #e0c65a; }
.body--dark .unkept { background: #4a3a00; color: #fff3cd; border-color: #7a6412; }
.unkept .told { flex: 1 1 24em; }
.unkept .q-btn { border: 1px solid currentColor; border-radius: 8px; padding: 2px 10px; }
.table { display: grid; grid-template-columns: minmax(0, 1fr) minmax(300px, 400px); gap: 18px; padding: 14px;
  width: 100%; max-width: 1500px; margin: 0 auto; box-sizing: border-box; }
.board-box { position: relative; width: min(100%, calc(100vh - 90px)); aspect-ratio: 1; margin: 0 auto;
  outline: none; border-radius: 8px; box-shadow: 0 6px 26px rgba(40, 25, 5, .25); touch-action: manipulation;
  user-select: none; }
.board-box:focus-visible { box-shadow: 0 0 0 4px #1d9bf0; }
.board-box > div { position: absolute; inset: 0; width: 100%; height: 100%; }
.board-box svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
.board-box .above { pointer-events: none; }
.point { cursor: pointer; outline: none; }
.point .ghost { opacity: 0; pointer-events: none; }
@media (hover: hover) { .point:hover .ghost { opacity: .45; } }
.places.black .ghost { fill: #111; }
.places.white .ghost { fill: #fff; stroke: #999; }
.panel { display: flex; flex-direction: column; gap: 10px; min-width: 0; }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: 10px 12px; }
.players { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; padding: 1px; }
.player { display: grid; grid-template-columns: 30px minmax(0, 1fr); column-gap: 8px; align-items: center;
  padding: 8px 10px;
  border-radius: 10px; border: 2px solid transparent; background: var(--card); box-shadow: 0 0 0 1px var(--edge); }
.player.turn { border-color: var(--accent); }
.stone { width: 26px; height: 26px; border-radius: 50%; grid-row: span 2; box-shadow: 0 1px 3px rgba(0,0,0,.4); }
.stone.black { background: radial-gradient(circle at 35% 30%, #6f6f74, #222226 55%, #050506); }
.stone.white { background: radial-gradient(circle at 35% 30%, #fff, #f0eeea 70%, #c4c0b8); }
.player .name { font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.player .facts span { white-space: nowrap; }
.player .facts { color: var(--soft); font-size: .85rem; }
.player .clock { font-variant-numeric: tabular-nums; font-weight: 700; font-size: 1.1rem; color: var(--ink); }
.message { white-space: pre-line; min-height: 1.6em; font-size: .98rem; line-height: 1.35; overflow-wrap: anywhere; }
.thinking::after { content: ""; display: inline-block; width: .7em; height: .7em; margin-left: .5em;
  border-radius: 50%; background: var(--accent); animation: breathe 1.1s infinite ease-in-out; }
@keyframes breathe { 50% { transform: scale(.4); opacity: .4; } }
@media (prefers-reduced-motion: reduce) { .thinking::after { animation: none; } }
.row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.row .q-btn { border: 1px solid var(--edge); border-radius: 8px; background: var(--card); }
.row .q-btn { padding: 2px 10px; }
.kinds { gap: 4px; } .kinds .q-btn { padding: 1px 7px; font-size: .84rem; }
.row .q-btn.on { background: var(--accent); color: #fff; border-color: var(--accent); }
.row .q-btn.agree { background: var(--good); color: #fff; border-color: var(--good); }
.nav { justify-content: center; }
.nav .number { min-width: 6.5em; text-align: center; color: var(--soft); font-variant-numeric: tabular-nums; }
.rate { height: 20px; border-radius: 6px; overflow: hidden; display: flex; font-size: .78rem; line-height: 20px;
  border: 1px solid var(--edge); }
.rate .black { background: #26262a; color: #fff; padding-left: 6px; white-space: nowrap; overflow: hidden; }
.rate .white { background: #fbfaf6; color: #222; padding-right: 6px; flex: 1; text-align: right; white-space: nowrap;
  overflow: hidden; }
.graph svg { width: 100%; height: 120px; display: block; border-radius: 6px; }
.graph-white { fill: var(--graph-white); } .graph-black { fill: var(--graph-black); }
.graph-score { fill: #5b8fb9; opacity: .45; } .graph-middle { stroke: var(--soft); stroke-width: .6; opacity: .6; }
.graph-line { fill: none; stroke: var(--line); stroke-width: 2; vector-effect: non-scaling-stroke; }
.graph-dot { fill: var(--line); } .graph-now { stroke: #1d9bf0; stroke-width: 1.4; vector-effect: non-scaling-stroke; }
.graph rect[data-move], .tree g { cursor: pointer; }
.moves table, .openings table {
  width: 100%; border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; }
.moves th, .openings th { text-align: right; color: var(--soft); font-weight: 500; padding: 1px 4px; }
.moves td, .openings td { text-align: right; padding: 2px 4px; }
.openings th.line { text-align: left; }
.moves td.line, .moves th.line { text-align: left; color: var(--soft); white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; max-width: 140px; }
.moves tr[data-vertex], .openings tr[data-vertex] { cursor: pointer; }
.moves tr[data-vertex]:hover, .openings tr[data-vertex]:hover { background: var(--edge); }
.moves td.vertex, .openings td.vertex { font-weight: 700; text-align: left; }
.openings .letter { display: inline-block; width: 1.3em; color: var(--soft); font-weight: 400; }
.openings table, .openings-note { margin-top: 8px; }
.openings-note { color: var(--soft); font-size: .84rem; padding: 0 4px; }
.openings table + .openings-note { margin-top: 2px; }
.tree { overflow: auto; max-height: 150px; }
.tree-sheet { position: relative; width: max-content; } .tree-sheet svg { display: block; }
.tree-mark { position: absolute; inset: 0; pointer-events: none; }
.tree-note { color: var(--soft); font-size: .8rem; }
.tree-line { fill: none; stroke: var(--soft); stroke-width: 1.5; }
.tree-black { fill: #26262a; stroke: #888; } .tree-white { fill: #fff; stroke: #888; }
.tree-none { fill: var(--soft); } .tree-now { fill: none; stroke: #1d9bf0; stroke-width: 2.5; }
.tree-comment { fill: #d9a400; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.form { display: grid; grid-template-columns: 1fr 1fr; gap: 10px 14px; min-width: min(460px, 86vw); }
.form .wide { grid-column: span 2; }
.keys { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
.keys kbd { border: 1px solid var(--edge); border-radius: 5px; padding: 1px 7px; background: var(--paper); }
@media (max-width: 900px) {
  .table { grid-template-columns: 1fr; padding: 8px; gap: 10px; }
  .board-box { width: 100%; }
  .bar .q-btn .block { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .bar .q-btn .on-left { margin: 0; }
}
"""

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="#dfae60"/>'
    '<path d="M20 4V36M4 20H36" stroke="#4a3413" stroke-width="2"/>'
    '<circle cx="20" cy="20" r="10" fill="#1c1c20"/></svg>'
)
