/** The company's own look: nothing of it comes from the house. */
const common = `*{box-sizing:border-box}html,body{height:100%}[hidden]{display:none!important}
body{margin:0;display:grid;grid-template:auto minmax(0,1fr) auto/minmax(0,1fr);gap:.5rem;padding:.6rem .75rem .75rem;overflow:hidden auto;
font:600 1rem/1.3 "Avenir Next","Segoe UI Variable","Segoe UI","Noto Sans","Helvetica Neue",sans-serif;color:var(--ink);background:var(--back);font-variant-numeric:tabular-nums}
header,footer{display:flex;align-items:center;gap:.5rem .75rem}header{justify-content:space-between}h1,h2,p{margin:0}
h1{font:700 1.15rem/1.1 var(--display);letter-spacing:.02em;white-space:nowrap;flex:1;overflow:hidden;text-overflow:ellipsis}h1 small{display:block;font:600 .625rem/1.3 inherit;letter-spacing:.22em;color:var(--soft)}
.purse{text-align:end;font-size:.75rem;color:var(--soft)}.purse b{display:block;font-size:1.05rem;line-height:1.1;color:var(--ink)}
button,label.chip span{font:inherit;color:var(--ink);background:var(--quiet);border:1px solid var(--edge);border-radius:.75rem;min-height:2.75rem;min-width:2.75rem;
padding:0 .8rem;display:inline-grid;place-items:center;cursor:pointer;transition:transform 80ms,background 140ms,opacity 140ms}
button:active:not([disabled]){transform:translateY(1px)}button[disabled],fieldset[disabled] span{opacity:.5;cursor:default}
label.chip{position:relative;display:grid}label.chip input{position:absolute;inset:0;opacity:0;margin:0}label.chip input:checked+span{background:var(--accent);border-color:var(--accent);color:var(--dark)}
:focus-visible,label.chip input:focus-visible+span{outline:3px solid #fff;outline-offset:2px}
button.tool{padding:0}.tool svg{width:1.35rem;height:1.35rem}#sound[aria-pressed=true] .mute,#sound[aria-pressed=false] .loud{display:none}
main{display:grid;min-height:0;gap:.5rem;grid-template:minmax(0,1fr) auto auto/minmax(0,1fr)}
.board{min-height:13rem;display:grid;place-items:center;container-type:size;position:relative}
.side{display:grid;gap:.5rem}fieldset{border:0;margin:0;padding:0;min-width:0}legend{padding:0 0 .25rem;font-size:.75rem;color:var(--soft)}
#stakes{flex:1}#stakes div{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:.3rem}#stakes span{padding:0 .1rem;font-size:clamp(.75rem,3.4vw,.95rem);white-space:nowrap}
#go{min-height:3.5rem;min-width:7rem;border:0;border-radius:1rem;font-size:1.05rem;color:var(--dark);background:var(--button);box-shadow:inset 0 2px 0 #fff8,inset 0 -4px 0 #0003,0 6px 14px #0006}
#said{min-height:1.7rem;text-align:center;font-size:1.05rem;text-shadow:0 1px 3px #000a}#said[data-glad]{color:var(--accent);animation:glow .9s ease-in-out 2}
#last{list-style:none;margin:0;padding:0;display:flex;gap:.25rem;min-height:1.5rem;overflow:hidden;justify-content:center}
#last li{min-width:2rem;padding:.1rem .35rem;border-radius:.5rem;background:var(--quiet);font-size:.75rem;line-height:1.25rem;text-align:center}
dialog{border:1px solid var(--edge);border-radius:1.25rem;width:min(36rem,calc(100vw - 1.5rem));max-height:calc(100% - 1.5rem);padding:1.25rem;color:var(--ink);background:var(--sheet);font-weight:400}
dialog::backdrop{background:#000b}dialog h2{font:700 1.15rem/1.3 var(--display);margin:1rem 0 .35rem}dialog form>h2:first-child{margin-top:0}dialog p+p{margin-top:.4rem}
table{width:100%;border-collapse:collapse;margin:.5rem 0}th,td{padding:.4rem .3rem;text-align:end;border-bottom:1px solid var(--edge)}th:first-child,td:first-child{text-align:start}th{font-size:.75rem;color:var(--soft)}
dialog button{margin-top:1rem;width:100%;background:var(--accent);color:var(--dark);position:sticky;bottom:0}
#great{position:fixed;inset:0;margin:auto;z-index:3;width:min(21rem,calc(100vw - 2rem));height:max-content;padding:1.25rem;border-radius:1.25rem;text-align:center;background:var(--sheet);border:2px solid var(--accent);box-shadow:0 20px 60px #000c;animation:rise .3s ease-out}
#great h2{font:700 1.3rem/1.2 var(--display)}#great-amount{display:block;margin:.35rem 0 0;font-size:2.4rem;line-height:1.1;color:var(--accent)}#great p{color:var(--soft)}#great p b{color:var(--ink)}#great button{margin-top:.9rem;width:100%}
.paper{position:fixed;inset:0;z-index:4;display:grid;place-items:center;pointer-events:none;overflow:hidden}.paper i{grid-area:1/1;width:9px;height:15px;border-radius:2px;background:#ffd166;opacity:0;animation:fly 1.5s cubic-bezier(.15,.7,.4,1)}
.paper i:nth-child(3n){background:#ef6f6c}.paper i:nth-child(3n+1){background:#9ad7ff}
@keyframes fly{0%{opacity:1;transform:scale(.4)}70%{opacity:1}100%{opacity:0;transform:translate(var(--x),calc(var(--y) + 20vmin)) rotate(var(--turn))}}
@keyframes glow{50%{text-shadow:0 0 18px var(--accent)}}@keyframes rise{from{opacity:0;transform:translateY(8px)}}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`

const wheelLook = `body.wheel-of-hours{--display:"Palatino Linotype",Palatino,"Book Antiqua","URW Palladio L",P052,Georgia,serif;--ink:#fff4d8;--soft:#c9bdf0;--dark:#2b1604;--accent:#f2c464;
--button:linear-gradient(#ffe7a6,#e0a53c 55%,#b97c1d);--quiet:#ffffff14;--edge:#ffffff26;--sheet:#1d1550;
--back:radial-gradient(1px 1px at 12% 18%,#fff,#0000 2px),radial-gradient(1px 1px at 82% 12%,#fff,#0000 2px),radial-gradient(1.5px 1.5px at 68% 34%,#ffe9b0,#0000 2px),radial-gradient(1px 1px at 26% 62%,#fff,#0000 2px),radial-gradient(1.5px 1.5px at 92% 58%,#fff,#0000 2px),radial-gradient(circle at 50% 30%,#4a37a8,#1b1250 60%,#0d0830)}
#clock{width:min(100cqw,100cqh);height:min(100cqw,100cqh);filter:drop-shadow(0 12px 24px #0009)}#disc{transform-origin:200px 200px;will-change:transform}#pointer{transform-origin:200px 9px}
#disc g path{stroke:#2b1604;stroke-width:1;opacity:.42;transition:opacity 220ms}#disc g text{font:700 11px var(--display);text-anchor:middle;fill:#fff;opacity:.65}
${['#5f4bd8', '#c98a24', '#2f86c9', '#b8456e', '#6fae3c', '#e8e2ff'].map((colour, at) => `[data-hour="${at}"]>path{fill:${colour}}#last [data-hour="${at}"]{background:${colour};color:${at === 5 ? '#241a63' : '#fff'}}#clock[data-pick="${at}"] [data-hour="${at}"]>*{opacity:1!important}.picks label:nth-child(${at + 1})>span::before{background:${colour}}`).join('')}
#disc [data-hour="5"] text{fill:#241a63;font-size:9px}#disc [data-hour="4"] text{font-size:8.5px}#disc g.hit>path{opacity:1;stroke:#fff;stroke-width:4}#disc g.hit>text{opacity:1}
.pin{fill:#ffe9b0}.ray{stroke:#f2c464;stroke-width:3;stroke-linecap:round}.star{fill:#fff;opacity:.7}
.picks{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:.3rem}.picks .chip span{position:relative;padding:.5rem 0 .3rem;min-height:3.1rem;line-height:1.15;overflow:hidden;align-content:center}.picks .chip span::before{content:"";position:absolute;inset:0 0 auto;height:4px}
.picks b{font:700 1rem/1.15 var(--display)}.picks i{font-style:normal;font-size:.85rem}.picks small{display:none;font-size:.7rem;font-weight:500;opacity:.8}
.worth{display:flex;justify-content:space-between;font-size:.85rem;color:var(--soft)}.worth b{color:var(--ink)}`

const streakLook = `body.goal-streak{--display:"Arial Narrow","Roboto Condensed","Liberation Sans Narrow","Avenir Next Condensed",Impact,sans-serif;--ink:#f4fff2;--soft:#a9d8b8;--dark:#08290f;--accent:#c8f560;
--button:linear-gradient(#e9ffa8,#b4e63c 55%,#7fb80f);--quiet:#ffffff14;--edge:#ffffff2e;--sheet:#0c2d1a;--back:radial-gradient(circle at 50% 0,#1c5f4c,#0a2c23 60%,#051a14)}
.goal-streak h1{text-transform:uppercase;font-style:italic}.scene{position:relative;aspect-ratio:4/3;width:min(100cqw,calc(100cqh*4/3));border-radius:1rem;overflow:hidden;border:2px solid #ffffff30;box-shadow:0 14px 30px #0008}
.scene>svg{width:100%;height:100%;display:block}.board text.board,text.board{font:italic 700 15px var(--display);fill:#c8f560;text-anchor:middle;letter-spacing:.08em}
#keeper,#ball,#shade{transition:transform .6s cubic-bezier(.2,.8,.3,1);transform-box:fill-box;transform-origin:center}#keeper{transition-duration:.52s}#net.is-hit{animation:bulge .5s ease-out}
@keyframes bulge{40%{transform:translateY(-5px)}}
.corners{position:absolute;inset:23% 15.5% 28%;display:grid;grid-template-columns:repeat(3,1fr)}.corners button{background:none;border:0;border-radius:.5rem;padding:0;align-content:center;gap:.2rem;font-size:.8rem;text-shadow:0 1px 3px #000;opacity:0}
.corners button::before{content:"";width:2.4rem;height:2.4rem;border:3px dashed var(--accent);border-radius:50%;background:#c8f56022}[data-open] .corners button{opacity:1}.corners button:hover::before{background:#c8f56088}
#ladder{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:.3rem}#ladder li{padding:.3rem .1rem;border-radius:.6rem;background:var(--quiet);border:1px solid var(--edge);text-align:center;line-height:1.2}
#ladder small{display:block;font-size:.7rem;font-weight:500;color:var(--soft);white-space:nowrap}#ladder li[data-next]{border-color:var(--accent)}#ladder li[data-on]{background:var(--accent);color:var(--dark)}#ladder li[data-on] small{color:inherit}
#last li[data-on]{color:var(--accent)}`

const widths = `@media (min-width:45rem) and (min-height:26rem){body{padding:1rem 1.5rem;grid-template:"head head" auto "board side" minmax(0,1fr) "board foot" auto/minmax(0,1fr) minmax(18rem,24rem);gap:.75rem 1.5rem}
header{grid-area:head}main{display:contents}.board{grid-area:board;min-height:0}.side{grid-area:side;align-content:end;gap:.9rem;min-height:0}footer{grid-area:foot;flex-direction:column;align-items:stretch;gap:.9rem}
h1{font-size:1.6rem}#go{min-height:4rem;font-size:1.25rem}.picks{grid-template-columns:repeat(3,1fr);gap:.5rem}.picks .chip span{min-height:4.2rem;padding:.6rem 0 .4rem}.picks small{display:block}
#ladder{grid-template-columns:1fr}#ladder li{display:flex;justify-content:space-between;padding:.5rem .9rem}#ladder small{font-size:.95rem}#said{font-size:1.2rem}}
@media (min-width:45rem) and (max-height:40rem) and (min-height:26rem){body{padding:.6rem 1rem}.side{gap:.4rem}#ladder li{padding:.2rem .9rem}.picks .chip span{min-height:4.1rem;padding:.55rem 0 .25rem}footer{gap:.5rem}#go{min-height:3.25rem}}
@media (max-width:24rem){#go{min-width:6.2rem;padding:0 .5rem;font-size:.95rem}.purse{font-size:.7rem}}
@media (max-width:44.99rem){h1{font-size:1rem;letter-spacing:0;white-space:normal}header{gap:.5rem}#said{font-size:.95rem}footer{flex-wrap:wrap}#stakes{flex-basis:100%}#go{flex:1}}
@media (max-height:25.99rem){body{overflow:auto}.board{min-height:9rem}}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{transition-duration:1ms!important;animation-duration:1ms!important;animation-iteration-count:1!important}}`

export const style = [common, wheelLook, streakLook, widths].join('\n')
