/**
 * The page's style. Blue carries, orange loses: told apart with every common colour blindness, and never the only
 * sign. Every pair of text and ground has at least 4.5 : 1.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --card: #fffefb; --ink: #1b2330; --soft: #535d6c; --line: #dedbd2; --faint: #ece9e1;
  --blue: #0a57a3; --blue-soft: #c9def3; --orange: #a83c06; --orange-soft: #f7d9c4; --violet: #5d3a9b; --focus: #0a57a3;
  --q0: #dcebf9; --q1: #eaf1f6; --q2: #fbeee2; --q3: #f8dcc5; --q4: #f3c19c; --q5: #eda873; --q6: #e58f4e; --on-q: #1b2330;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #12161c; --card: #1a2028; --ink: #e7e9ed; --soft: #a3adbb; --line: #323b47; --faint: #242c36;
    --blue: #82bcff; --blue-soft: #1f3f61; --orange: #ffa06b; --orange-soft: #57301a; --violet: #c5aaff; --focus: #ffd479;
    --q0: #1c3855; --q1: #1f2e3d; --q2: #352a22; --q3: #4a301f; --q4: #65391c; --q5: #7f4219; --q6: #8f4614; --on-q: #f4f1ec;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', 'DejaVu Sans', Arial, sans-serif;
  font-variant-numeric: tabular-nums lining-nums;
}
.page { max-width: 78rem; margin: 0 auto; padding: 2.5rem 1.5rem 6rem; }
.skip { position: absolute; left: -999rem; top: 0; background: var(--card); color: var(--ink); padding: .75rem 1rem; z-index: 9; }
.skip:focus { left: .5rem; top: .5rem; }
bdi { overflow-wrap: anywhere; }
.hide { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.shapes { position: absolute; }
a { color: var(--blue); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
main:focus, tr:focus { outline: none; }
h1, h2, h3, h4 { line-height: 1.2; letter-spacing: -.012em; font-weight: 650; text-wrap: balance; }
h1 { font-size: clamp(1.9rem, 1.3rem + 2.4vw, 2.75rem); margin: .2rem 0 .8rem; }
h2 { font-size: 1.5rem; margin: 0 0 .5rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
h4 { font-size: .95rem; margin: 1rem 0 .25rem; }
p { margin: 0 0 .75rem; max-width: 44rem; }
section { margin-top: 3.5rem; }
code { font: .86em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace; }
.soft { color: var(--soft); font-weight: 400; }
.bad { color: var(--orange); }
.lead { color: var(--soft); }
.lead b { color: var(--ink); font-weight: 600; }
.note { color: var(--soft); font-size: .92rem; margin-top: .75rem; }
.note b { color: var(--ink); }
.warn { color: var(--ink); border-left: 3px solid var(--orange); padding-left: .75rem; }
.empty { border: 1px dashed var(--line); border-radius: .6rem; padding: 1rem 1.25rem; color: var(--soft); max-width: none; }
.kicker { text-transform: uppercase; letter-spacing: .12em; font-size: .75rem; color: var(--soft); margin: 0; font-weight: 600; }
.simulated {
  display: inline-block; vertical-align: .22em; font-size: .9rem; letter-spacing: .02em; font-weight: 650; line-height: 1.2;
  border: 2px dashed var(--violet); color: var(--violet); border-radius: .5rem; padding: .25rem .6rem; margin-left: .35rem;
}
.bound { border-left: 3px solid var(--blue); padding: .1rem 0 .1rem .9rem; }
.left-out { font-size: .92rem; color: var(--soft); }
.left-out p { margin: 0; }
.left-out ul { margin: .15rem 0 .75rem; padding-left: 1.2rem; max-width: 44rem; }
.left-out b { color: var(--ink); }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; margin: 1.25rem 0 0; padding: .75rem 0 0; border-top: 1px solid var(--line); }
nav a { display: inline-block; padding: .2rem 0; }

#summary { margin-top: 1.75rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; margin: 0; }
.figure { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: 1rem 1.2rem 1.1rem; }
.figure dt { font-size: .9rem; color: var(--soft); }
.figure dd { margin: 0; display: flex; flex-direction: column; font-size: .88rem; line-height: 1.4; }
.figure .big { font-size: 2.2rem; line-height: 1.25; font-weight: 650; letter-spacing: -.02em; }
.figure.bad { border-color: var(--orange); box-shadow: inset 0 3px 0 var(--orange); color: inherit; }
.figure.bad .big, .figure.bad .big a { color: var(--orange); }
.figure.act { border-color: var(--violet); box-shadow: inset 0 3px 0 var(--violet); }
.figure.act .big, .figure.act .big a { color: var(--violet); }

.scroll { position: relative; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .8rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding: .85rem 1.1rem .35rem; }
th, td { text-align: left; vertical-align: top; padding: .65rem 1.1rem; border-top: 1px solid var(--faint); font-weight: 400; }
thead th { border-top: 0; border-bottom: 1px solid var(--line); font-size: .82rem; color: var(--soft); padding-top: .3rem; padding-bottom: .45rem; vertical-align: bottom; }
tbody th { font-weight: 600; }
.n { text-align: right; white-space: nowrap; }
thead .n { white-space: normal; }
.rate { min-width: 15rem; }
.rate-line { display: flex; justify-content: space-between; gap: 1rem; align-items: baseline; max-width: 22rem; }
.rate .value { font-weight: 650; font-size: 1.1rem; white-space: nowrap; }
.counts { font-size: .88rem; white-space: nowrap; }
.interval { font-size: .82rem; color: var(--soft); line-height: 1.3; }
.none { color: var(--soft); }
.drawn { display: block; width: calc(100% - 9px); max-width: calc(22rem - 9px); height: 18px; overflow: visible; margin: .15rem 4.5px; }
.drawn .axis { stroke: var(--line); stroke-width: 2; stroke-linecap: round; }
.drawn .bar { fill: var(--blue); opacity: .35; }
.drawn .dot { fill: var(--blue); }
.drawn .ring { fill: none; stroke: var(--blue); stroke-width: 1.5; }
.limit { stroke: var(--orange); stroke-width: 2; stroke-dasharray: 4 3; fill: none; }
.drawn .limit { stroke-dasharray: none; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1.25rem; margin-top: 1.5rem; align-items: start; }
.panel { min-width: 0; }
@media (min-width: 62rem) { .panel:nth-child(3) { grid-column: 2; grid-row: 1 / span 2; } }
.small th, .small td { padding: .5rem .9rem; }
.small caption { padding: .75rem .9rem .25rem; }
.small .rate { min-width: 11rem; }
.small .rate .value { font-size: 1rem; }
.edge-name { font-size: 1.02rem; }
.edges tbody th { min-width: 15rem; }
.edges .soft { font-size: .88rem; }
.arrow { color: var(--soft); }
.codes { list-style: none; margin: 0; padding: 0; font-size: .9rem; }
.codes code, .edges .codes li { white-space: nowrap; }

.matrix { width: auto; border-collapse: separate; border-spacing: 3px; margin: .25rem .9rem .9rem; }
.matrix caption { padding-left: .2rem; }
.matrix th, .matrix td { border: 0; padding: .55rem .7rem; }
.matrix thead th { color: var(--ink); font-weight: 600; border: 0; max-width: 9rem; }
.matrix tbody th { max-width: 12rem; min-width: 6rem; }
.matrix td { text-align: right; border-radius: .35rem; min-width: 6.2rem; }
.matrix td a { display: block; color: var(--on-q); font-weight: 650; }
.matrix td .counts { display: block; color: var(--on-q); }
.matrix .corner { text-align: left; color: var(--soft); font-size: .8rem; vertical-align: bottom; min-width: 0; }
.corner span { display: block; }
.matrix .no-edge { color: var(--soft); text-align: center; }
.matrix .q-none { background: none; box-shadow: inset 0 0 0 1px var(--line); }
.matrix .q-none a { color: var(--ink); font-weight: 400; font-size: .9rem; }
.q0 { background: var(--q0); } .q1 { background: var(--q1); } .q2 { background: var(--q2); } .q3 { background: var(--q3); }
.q4 { background: var(--q4); } .q5 { background: var(--q5); } .q6 { background: var(--q6); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; padding: 0; margin: .75rem 0; font-size: .88rem; color: var(--soft); }
.legend li { display: flex; align-items: center; gap: .4rem; }
.swatch { width: 1.2rem; height: 1.2rem; border-radius: .25rem; border: 1px solid var(--line); }

.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem; align-items: start; }
.more { margin-top: 1rem; }
.more > summary { color: var(--blue); width: fit-content; }
.more > .charts { margin-top: 1rem; }
.chart { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: 1rem 1.2rem; min-width: 0; }
.chart figcaption { margin-bottom: .75rem; }
.chart p { font-size: .88rem; margin: .6rem 0 .4rem; }
.plot { display: grid; grid-template-columns: auto 1fr; gap: .6rem; height: 9rem; }
.plot .y { display: flex; flex-direction: column; justify-content: space-between; text-align: right; font-size: .75rem; color: var(--soft); margin: -.55rem 0; }
.plot svg { width: 100%; height: 9rem; overflow: visible; min-width: 0; }
.plot path, .plot line { vector-effect: non-scaling-stroke; }
.grid { stroke: var(--faint); stroke-width: 1; }
.band { fill: var(--blue); opacity: .16; }
.line { fill: none; stroke: var(--blue); stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
.x { display: flex; justify-content: space-between; gap: 1rem; font-size: .75rem; color: var(--soft); margin: .5rem 0 0 3rem; }
.x span:last-child { text-align: right; }
.chart .scroll { margin-top: .5rem; max-height: 22rem; overflow: auto; }
.points { font-size: .85rem; }
.points th, .points td { padding: .3rem .7rem; white-space: nowrap; }
.points tbody th { font-weight: 400; }
summary { cursor: pointer; border-radius: .3rem; }
.chart summary, .story summary { font-size: .88rem; color: var(--blue); width: fit-content; }
.share { width: 9rem; min-width: 7rem; vertical-align: middle; }
.share svg { display: block; width: 100%; height: 8px; }
.share-bar { fill: var(--orange); }

.filters { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: .9rem 1.1rem; margin-bottom: 1rem; }
.filters label { display: flex; flex-direction: column; gap: .2rem; font-size: .82rem; color: var(--soft); min-width: 0; flex: 1 1 9rem; }
.filters .grow { flex: 2 1 14rem; }
.filters select, .filters input, .filters button { font: inherit; font-size: .95rem; color: var(--ink); background: var(--ground); border: 1px solid var(--soft); border-radius: .45rem; padding: .45rem .6rem; min-width: 0; width: 100%; min-height: 2.6rem; }
.filters input::placeholder { color: var(--soft); opacity: 1; }
.filters button { width: auto; cursor: pointer; padding: .45rem 1.1rem; }
.status { flex: 1 0 100%; margin: 0; font-size: .88rem; color: var(--soft); }

.runs { display: grid; gap: .75rem; }
.run { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; min-width: 0; scroll-margin-top: 1rem; }
.run > summary { padding: .8rem 1.1rem; display: flex; flex-wrap: wrap; gap: .3rem .9rem; align-items: baseline; list-style: none; }
.run > summary::-webkit-details-marker { display: none; }
.run > summary::before { content: '▸'; color: var(--soft); width: .8rem; }
.run[open] > summary::before { content: '▾'; }
.run-name { font-weight: 650; }
.run-facts { font-size: .88rem; }
.run-body { padding: 0 1.1rem 1.1rem; }
.run-body .scroll { margin-top: .5rem; }
.run:target { border-color: var(--focus); box-shadow: 0 0 0 2px var(--focus); }
.badge { font-size: .82rem; font-weight: 650; white-space: nowrap; min-width: 7.2rem; }
.s-violated, .s-lost { color: var(--orange); }
.s-can-be-saved { color: var(--violet); }
.s-incomplete { color: var(--soft); }
.s-in-order { color: var(--blue); }
.transfers { font-size: .92rem; }
.transfers .soft { font-size: .85rem; }
.transfers th, .transfers td { padding: .55rem .8rem; }
.transfers tbody th { white-space: nowrap; }
.transfers td:nth-child(2) { min-width: 13rem; }
.transfers td:last-child { min-width: 16rem; }
.transfers tr:target > * { background: var(--blue-soft); }
.transfers tr:target .soft { color: var(--ink); }
.transfers tr:target .bad { color: var(--ink); }
.transfers tr:target > th { box-shadow: inset 4px 0 0 var(--focus); }
tr[id]:target { scroll-margin-top: 4rem; }
.edges tr:target > * { background: var(--blue-soft); }
.edges tr:target :is(.soft, .interval, .bad, .counts a, .arrow) { color: var(--ink); }

.timeline { font-size: .9rem; }
.timeline th, .timeline td { padding: .55rem .8rem; }
.timeline thead th { white-space: nowrap; vertical-align: top; color: var(--ink); font-weight: 600; }
.timeline thead .soft, .timeline thead .bad { font-size: .8rem; font-weight: 400; }
.timeline tbody th { min-width: 14rem; max-width: 22rem; }
.said { font-weight: 600; }
.track { position: relative; min-width: 7rem; }
.track::before { content: ''; position: absolute; left: 0; right: 0; top: 1.2rem; border-top: 2px solid transparent; }
.track.held::before { border-color: var(--blue-soft); }
.track.lost::before { border-top-style: dashed; border-color: var(--orange-soft); }
.track > * { position: relative; }
.mark { display: inline-flex; align-items: center; gap: .35rem; background: var(--card); padding-right: .35rem; white-space: nowrap; }
.mark svg { width: 1.05rem; height: 1.05rem; flex: none; }
.mark .cut, .cut { stroke: var(--card); }
.m-stated, .m-carried, .m-restored { color: var(--blue); }
.m-weakened, .m-unresolved, .m-dropped, .m-missing, .m-violated { color: var(--orange); }
.m-violated { font-weight: 650; }
.m-discharged { color: var(--violet); }
.m-lapsed { color: var(--soft); }
.legend .mark { background: none; }
.gap { color: var(--soft); }
.story { margin: .75rem 0; font-size: .92rem; }
.story ol { margin: .2rem 0; padding-left: 1.4rem; }

.sheet { display: none; }
.sheet:target {
  display: block; position: fixed; right: 1rem; bottom: 1rem; z-index: 5; width: min(26rem, calc(100vw - 2rem)); max-height: min(70vh, 40rem); overflow: auto;
  margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: .9rem; padding: 0 1.2rem 1.2rem; box-shadow: 0 1rem 3rem rgb(0 0 0 / .28);
}
.sheet:focus { outline: 3px solid var(--focus); }
.sheet-head { position: sticky; top: 0; background: var(--card); display: flex; justify-content: space-between; gap: 1rem; padding: 1rem 0 .5rem; align-items: baseline; }
.sheet-head h3 { margin: 0; }
.refs { list-style: none; padding: 0; margin: 0; font-size: .92rem; }
.refs li { padding: .25rem 0; border-top: 1px solid var(--faint); }
.refs .hop { color: var(--soft); }
footer { margin-top: 4rem; border-top: 1px solid var(--line); padding-top: 1rem; font-size: .88rem; }

@media (max-width: 40rem) {
  .page { padding: 1.5rem 1rem 5rem; }
  section { margin-top: 2.75rem; }
  th, td { padding: .55rem .75rem; }
  caption { padding: .75rem .75rem .3rem; }
  .figures { grid-template-columns: 1fr 1fr; gap: .6rem; }
  .figure { padding: .75rem .85rem; }
  .rate, .small .rate { min-width: 7.2rem; padding-left: .3rem; padding-right: .5rem; }
  .rates:not(.edges) th { padding-right: .3rem; padding-left: .6rem; }
  .rate-line { flex-wrap: wrap; gap: 0 .6rem; }
  .edges tbody th { min-width: 11rem; }
  .timeline tbody th { min-width: 10rem; }
  .run > summary { padding: .75rem .85rem; }
  .run-body { padding: 0 .6rem .8rem; }
  .badge { min-width: 0; }
  .filters label { flex-basis: 40%; }
  .sheet:target { right: 0; left: 0; bottom: 0; width: 100%; max-height: 60vh; border-radius: 1rem 1rem 0 0; }
}
@media print {
  body { background: #fff; font-size: 10pt; }
  .page { max-width: none; padding: 0; }
  .filters, nav, .sheets, .skip { display: none !important; }
  .scroll { overflow: visible; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  section, .run, figure { break-inside: auto; }
  tr { break-inside: avoid; }
  a { color: inherit; }
}
@media (forced-colors: active) { .band { opacity: .4; } .swatch, .matrix td { forced-color-adjust: none; } }
`;
