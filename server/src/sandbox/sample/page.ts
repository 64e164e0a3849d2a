import type { Seat } from './books.ts'
import { gladness, housePage, moneyWords, ownServer, type Setup } from './client.ts'
import { sampleSounds } from './client-sound.ts'
import { goalScene, playStreak } from './client-streak.ts'
import { sampleControls, sampleTable } from './client-table.ts'
import { playWheel, wheelScene } from './client-wheel.ts'
import { clock, pitch } from './drawings.ts'
import { fieldCount, hours, ladder, signOf, stakesOf, toText, wheel } from './math.ts'
import { type RulesPart, rulesIn } from './rules.ts'
import { type Words, wordsIn } from './words.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const embedded = (value: unknown) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, asCode)
const asCode = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

const sent = {
  ...{ moneyWords, gladness, housePage, ownServer, sampleSounds, sampleTable, sampleControls },
  ...{ wheelScene, playWheel, goalScene, playStreak },
}

export const script = `'use strict';
${Object.entries(sent)
  .map(([name, code]) => `const ${name} = ${code};`)
  .join('\n')}
const setup = JSON.parse(document.getElementById('setup').textContent);
const said = document.getElementById('said');
const page = housePage(setup);
const server = ownServer(() => { said.textContent = setup.words.waiting; });
const sound = sampleSounds(() => page.settings().is_loud);
const table = sampleTable(setup, { page, server, money: moneyWords(setup), sound, sizeOf: gladness });
const parts = { page, server, table, controls: sampleControls };
if (setup.game === 'wheel-of-hours') playWheel(setup, { ...parts, scene: wheelScene(setup, table) });
else playStreak({ ...parts, scene: goalScene(setup, table) });
`

const chip = (
  name: string,
  value: string,
  inner: string,
  { isFirst, more = '' }: { isFirst: boolean; more?: string },
) =>
  `<label class="chip"><input type="radio" name="${name}" value="${value}"${more}${isFirst ? ' checked' : ''}><span>${inner}</span></label>`

function wheelBoard(words: Words): string {
  const picks = hours.map(({ name, factor, fields }, at) =>
    chip(
      'pick',
      String(at),
      `<b>${name}</b> <i>×${factor}</i><small aria-hidden="true">${fields}/${fieldCount}</small>`,
      { isFirst: at === 0, more: ` data-factor="${factor}"` },
    ),
  )
  return `<div class="board">${clock()}</div><div class="side"><ol id="last" aria-label="${escaped(words.last)}"></ol>
<div id="said" role="status"></div><fieldset><legend>${escaped(words.pick)}</legend><div class="picks">${picks.join('')}</div></fieldset>
<p class="worth"><span>${escaped(words.worth)}</span><b id="pays"></b></p></div>`
}

function streakBoard(words: Words): string {
  const corners = words.corner.map((word, at) => `<button id="corner-${at}" disabled>${escaped(word)}</button>`)
  const steps = ladder.map((step) => `<li><b>×${toText(step, 'EUR')}</b><small></small></li>`)
  return `<div class="board"><div class="scene">${pitch()}<div class="corners" role="group" aria-label="${escaped(words.aim)}">${corners.join('')}</div></div></div>
<div class="side"><ol id="last" aria-label="${escaped(words.last)}"></ol><div id="said" role="status"></div>
<ol id="ladder" aria-label="${escaped(words.ladder)}">${steps.join('')}</ol></div>`
}

function table({ head, rows }: RulesPart): string {
  if (!head || !rows) return ''
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
  const heads = head.map((cell) => `<th scope="col">${escaped(cell)}</th>`)
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

const sheet = (parts: readonly RulesPart[]) =>
  parts
    .map((part) => {
      const text = (part.text ?? []).map((each) => `<p>${escaped(each)}</p>`)
      return `<h2>${escaped(part.title)}</h2>${text.join('')}${table(part)}`
    })
    .join('')

const names: Readonly<Record<string, string>> = { 'wheel-of-hours': 'Wheel of Hours', 'goal-streak': 'Goal Streak' }

const speaker = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 9v6h4l5 4V5L8 9z"/><path class="loud" d="M16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11"/><path class="mute" d="M17 9.5l5 5M22 9.5l-5 5"/></svg>`
const info = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 11v5M12 7.5v.01"/></svg>`

/** A game as the browser gets it. */
export function gamePage({
  game,
  mode,
  home,
  currency,
  locale,
}: Pick<Seat, 'game' | 'mode' | 'home' | 'currency' | 'locale'>): string {
  const words = wordsIn(locale)
  const isWheel = game === 'wheel-of-hours'
  const sign = signOf(currency)
  const { write } = moneyWords(sign)
  const setup: Setup = {
    ...{ game, mode, home, locale, currency, ...sign, words, wheel },
    hours: hours.map(({ name }) => name),
    ladder: ladder.map((step) => toText(step, 'EUR')),
  }
  const stakes = stakesOf(currency).map((stake, at) =>
    chip('stake', toText(stake, currency), escaped(write(stake)), { isFirst: at === 0 }),
  )
  const name = names[game] ?? ''
  return `<!doctype html><html lang="${escaped(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${name}</title><link rel="stylesheet" href="/halcyon.css"></head><body class="${game}">
<header><h1>${name}</h1><span class="purse">${escaped(words.balance)} <b id="balance" dir="ltr">…</b></span>
<button class="tool" id="sound" aria-pressed="false" aria-label="${escaped(words.soundOn)}">${speaker}</button><button class="tool" id="rules" aria-label="${escaped(words.rules)}">${info}</button></header>
<main>${isWheel ? wheelBoard(words) : streakBoard(words)}
<section id="great" role="dialog" aria-labelledby="great-title" hidden><h2 id="great-title">${escaped(words.great)}</h2><b id="great-amount"></b><p><span id="great-times"></span></p>
<p>${escaped(words.sessionNet)} <b id="great-net"></b></p><button>${escaped(words.goOnPlaying)}</button></section></main>
<footer><fieldset id="stakes"><legend>${escaped(words.stake)}</legend><div>${stakes.join('')}</div></fieldset>
<button id="go"><span id="go-word">${escaped(isWheel ? words.spin : words.kickOff)}</span></button></footer>
<dialog aria-label="${escaped(words.rules)}"><form method="dialog">${sheet(rulesIn(words, game, currency, write))}<button>${escaped(words.close)}</button></form></dialog>
<script type="application/json" id="setup">${embedded(setup)}</script><script src="/halcyon.js" defer></script></body></html>`
}
