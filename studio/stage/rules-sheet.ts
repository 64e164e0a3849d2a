import type { GameFacts } from '@croupier/contract/methods/rounds'
import { el } from './dom.ts'
import type { GameView, RuleSection } from './game-client.ts'
import { icon, redraw } from './icons.ts'
import { returnsText } from './returns.ts'
import { drawSection } from './rule-section.ts'
import { createSheet } from './sheet.ts'
import type { Say } from './words.ts'

type Need = {
  words: Say
  money: (minor: bigint) => string
  facts: () => GameFacts
  least: () => bigint
  most: () => bigint
  returns: () => ReturnType<NonNullable<GameView<unknown>['returns']>> | null
  sections: () => readonly RuleSection[]
  proof: () => ReturnType<NonNullable<GameView<unknown>['proof']>> | null
}

/** Frames without an origin may not use the clipboard by itself; what is selected can be copied anywhere. */
async function copyText(text: string) {
  const area = el('textarea', { class: 'st-hidden', text })
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (!isCopied) await navigator.clipboard.writeText(text)
}

/** One touch from the game: its rules, what it gives back, its version, and the seeds that prove the rounds. */
export function createRulesSheet(need: Need): { open: () => void } {
  const { words, money, facts, least, most, returns, sections, proof } = need
  const sheet = createSheet(words('rules.title'), words('close'))

  const seed = (name: string, value: string) => {
    const button = el(
      'button',
      { type: 'button', class: 'st-icon', 'aria-label': words('fair.copy', { name }) },
      icon('copy', 16),
    )
    button.addEventListener('click', () => {
      void copyText(value).then(
        () => redraw(button, 'check'),
        () => {},
      )
    })
    return el('div', { class: 'st-seed' }, el('dt', { text: name }), el('dd', {}, el('code', { text: value }), button))
  }

  const draw = () => {
    const { game, fairness, is_guest } = facts()
    const rounded = returns()
    const about: RuleSection = {
      title: words('rules.about'),
      rows: [
        [words('rules.rtp'), `${game.rtp}%`],
        ...(rounded ? [[words('rules.rtpLeast', { stake: money(least()) }), returnsText(rounded)]] : []),
        [words('rules.most'), money(most())],
        [words('rules.version'), game.version],
      ],
      text: [
        words('rules.rtpMeans'),
        words(rounded ? 'rules.roundingWeighs' : 'rules.rounding'),
        words('rules.broken'),
      ],
    }
    const { text, seeds } = proof() ?? {
      text: [words('fair.text'), words(is_guest ? 'fair.guest' : 'fair.check')],
      seeds:
        fairness.hash === ''
          ? []
          : [
              { name: words('fair.hash'), value: fairness.hash },
              { name: words('fair.next'), value: fairness.next_hash },
              { name: words('fair.client'), value: fairness.client_seed },
              { name: words('fair.nonce'), value: String(fairness.nonce) },
            ].filter(({ value }) => value !== ''),
    }
    const fair = drawSection({ title: words('fair.title'), text })
    if (seeds.length > 0)
      fair.append(el('dl', { class: 'st-seeds' }, ...seeds.map(({ name, value }) => seed(name, value))))
    sheet.body.replaceChildren(...sections().map(drawSection), drawSection(about), fair)
  }

  return {
    open() {
      draw()
      sheet.open()
    },
  }
}
