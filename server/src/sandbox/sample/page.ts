import type { Seat } from './books.ts'
import { playStreak, playWheel, type Setup, talkTo } from './client.ts'
import { fieldCount, hours, ladder, stakesOf, toText, wheel } from './math.ts'
import { wordsIn } from './words.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const embedded = (value: unknown) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, asCode)
const asCode = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

export const script = `const talkTo = ${talkTo};
const playWheel = ${playWheel};
const playStreak = ${playStreak};
const setup = JSON.parse(document.getElementById('setup').textContent);
(setup.game === 'wheel-of-hours' ? playWheel : playStreak)(setup, talkTo(setup));
`

export const style = `*{box-sizing:border-box}html,body{height:100%}
body{margin:0;display:flex;flex-direction:column;gap:.75rem;align-items:center;justify-content:space-between;padding:1rem;
font:600 1rem/1.3 "Trebuchet MS",system-ui,sans-serif;color:#fff6dd;background:var(--back)}
body.wheel-of-hours{--back:radial-gradient(circle at 50% 35%,#4a34a8,#170d3d);--accent:#e8a93b;--dark:#2a1a10}
body.goal-streak{--back:repeating-linear-gradient(115deg,#1d7a3c 0 60px,#238745 60px 120px);--accent:#d6f58a;--dark:#0c3a1c}
main{display:contents}h1{margin:0;font:inherit}header,footer{width:100%;max-width:46rem;display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;justify-content:space-between}
footer{justify-content:center}#said{min-height:1.5rem;text-align:center;text-shadow:0 1px 2px #0008}
button,label.chip span{font:inherit;color:var(--dark);background:var(--accent);border:0;border-radius:.75rem;min-height:2.75rem;
padding:0 1.1rem;display:inline-grid;place-items:center;cursor:pointer}
button[disabled]{opacity:.45;cursor:default}button.quiet,label.chip span{background:#0005;color:#fff6dd}
label.chip input{position:absolute;opacity:0}label.chip input:checked+span{background:var(--accent);color:var(--dark)}
:focus-visible,label.chip input:focus-visible+span{outline:3px solid #fff;outline-offset:2px}
fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.4rem;justify-content:center}
legend{float:left;padding:0 .5rem 0 0;line-height:2.75rem}svg{width:100%;max-width:26rem;max-height:52vh;display:block;flex:1;min-height:0}
#disc{transform-origin:200px 200px;transition:transform 4s cubic-bezier(.12,.7,.15,1)}
#keeper,#ball{transition:transform .6s cubic-bezier(.2,.8,.3,1)}ol{list-style:none;display:flex;flex-wrap:wrap;justify-content:center;gap:.4rem;margin:0;padding:0}
ol li{padding:.35rem .6rem;border-radius:.5rem;background:#0005}ol li[data-on]{background:var(--accent);color:var(--dark)}
dialog{border:0;border-radius:1rem;max-width:28rem;color:#fff6dd;background:var(--dark);font-weight:400}dialog::backdrop{background:#000a}
@media (prefers-reduced-motion:reduce){#disc,#keeper,#ball{transition:none}}
@media (max-width:30rem){h1{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}ol li{font-size:.875rem;padding:.25rem .4rem}}
@media (max-height:30rem){body{padding:.5rem;gap:.25rem}svg{max-height:42vh}}`

const colours = ['#5b43c9', '#e8a93b', '#7a5be8', '#c9742c', '#b03a7c', '#1f9d63']

function disc(): string {
  const point = (turn: number, far: number) =>
    `${(200 + far * Math.sin(turn)).toFixed(2)} ${(200 - far * Math.cos(turn)).toFixed(2)}`
  const width = (2 * Math.PI) / fieldCount
  const fields = wheel.map((hour, at) => {
    const [from, to] = [(at - 0.5) * width, (at + 0.5) * width]
    const turn = (at * 360) / fieldCount
    return `<path fill="${colours[hour]}" stroke="#f6d79a" d="M200 200L${point(from, 186)}A186 186 0 0 1 ${point(to, 186)}Z"/>
<text transform="rotate(${turn.toFixed(2)} 200 200)" x="200" y="34" font-size="11" text-anchor="middle" fill="#fff">${hours[hour]?.name ?? ''}</text>`
  })
  return `<svg viewBox="0 0 400 400" aria-hidden="true"><g id="disc">${fields.join('')}
<circle cx="200" cy="200" r="120" fill="#3a2314" stroke="#f6d79a" stroke-width="4"/></g>
<path d="M178 150h44c0 30-18 36-18 50s18 20 18 50h-44c0-30 18-36 18-50s-18-20-18-50z" fill="#bfe3ff" stroke="#f6d79a" stroke-width="4"/>
<path d="M186 240c4-16 24-16 28 0z" fill="#e8a93b"/><path d="M200 2l14 30h-28z" fill="#fff" transform="rotate(180 200 17)"/></svg>`
}

const goal = (corners: readonly string[]) => `<svg viewBox="0 0 400 300" aria-hidden="true">
<path d="M60 210V60h280v150" fill="#0003" stroke="#fff" stroke-width="8"/><path d="M60 100h280M60 140h280M60 180h280M110 60v150M160 60v150M210 60v150M260 60v150M310 60v150" stroke="#fff6" fill="none"/>
<g id="keeper"><circle cx="200" cy="130" r="16" fill="#f2c9a0"/><path d="M176 208v-50q24-18 48 0v50z" fill="#ffb52e"/><path d="M176 160l-26-20M224 160l26-20" stroke="#ffb52e" stroke-width="12" stroke-linecap="round"/></g>
<g id="ball"><circle cx="200" cy="268" r="20" fill="#fff"/><path d="M200 258l9 7-3 10h-12l-3-10z" fill="#2f6fe0"/></g></svg>
<fieldset>${corners.map((word, at) => `<button id="corner-${at}" disabled>${escaped(word)}</button>`).join('')}</fieldset>
<ol id="ladder">${ladder.map((step) => `<li>×${toText(step, 'EUR')}</li>`).join('')}</ol>`

const names: Readonly<Record<string, string>> = { 'wheel-of-hours': 'Wheel of Hours', 'goal-streak': 'Goal Streak' }

/** A game as the browser gets it. */
export function gamePage({ game, home, currency, locale }: Seat): string {
  const words = wordsIn(locale)
  const isWheel = game === 'wheel-of-hours'
  const setup: Setup = { game, home, currency, words, wheel, ladder: ladder.map((step) => toText(step, 'EUR')) }
  const chip = (name: string, value: string, text: string, isFirst: boolean) =>
    `<label class="chip"><input type="radio" name="${name}" value="${value}"${isFirst ? ' checked' : ''}><span>${escaped(text)}</span></label>`
  const picks = hours.map(({ name, factor }, at) => chip('pick', String(at), `${name} ×${factor}`, at === 0))
  const stakes = stakesOf(currency).map((stake, at) =>
    chip('stake', toText(stake, currency), toText(stake, currency), at === 0),
  )
  return `<!doctype html><html lang="${escaped(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${names[game] ?? ''}</title><link rel="stylesheet" href="/halcyon.css"></head><body class="${game}">
<header><h1>${names[game] ?? ''}</h1><span>${escaped(words.balance)}: <b id="balance">…</b></span>
<button class="quiet" id="rules">${escaped(words.rules)}</button></header>
<main>${isWheel ? `${disc()}<fieldset><legend>${escaped(words.pick)}</legend>${picks.join('')}</fieldset>` : goal(words.corner)}
<div id="said" role="status"></div></main>
<footer><fieldset><legend>${escaped(words.stake)}</legend>${stakes.join('')}</fieldset>
<button id="go">${escaped(isWheel ? words.spin : words.kickOff)}</button></footer>
<dialog><form method="dialog"><p>${escaped(isWheel ? words.wheelRules : words.streakRules)}</p><button>${escaped(words.close)}</button></form></dialog>
<script type="application/json" id="setup">${embedded(setup)}</script><script src="/halcyon.js" defer></script></body></html>`
}
