import type { AutoPlan } from './autoplay.ts'
import { el } from './dom.ts'
import { typedAmount } from './money-text.ts'
import { createSheet } from './sheet.ts'
import type { Say } from './words.ts'

type Need = { words: Say; currency: string; hasFeatures: () => boolean; start: (plan: AutoPlan) => void }

const counts = [10, 25, 50, 100] as const

/** How many rounds, and what ends them sooner. Nothing is chosen for the player but the smallest count. */
export function createAutoSheet({ words, currency, hasFeatures, start }: Need): { open: () => void } {
  const sheet = createSheet(words('auto.title'), words('close'))
  let rounds: number = counts[0]

  const buttons = counts.map((count) => {
    const button = el('button', { type: 'button', class: 'st-rung', text: String(count) })
    button.addEventListener('click', () => {
      rounds = count
      mark()
    })
    return button
  })
  const mark = () => {
    for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(counts[at] === rounds))
  }
  mark()

  const amount = (id: string, word: string) => {
    const input = el('input', { class: 'st-field', id, inputmode: 'decimal', autocomplete: 'off', maxlength: 20 })
    const label = el('label', { class: 'st-label', for: id, text: words(word) })
    return { input, row: el('div', { class: 'st-stack' }, label, input) }
  }
  const loss = amount('auto-loss', 'auto.loss')
  const win = amount('auto-win', 'auto.win')
  const feature = el('input', { type: 'checkbox', id: 'auto-feature', class: 'st-check', checked: true })
  const go = el('button', { type: 'button', class: 'st-button is-main', text: words('auto.start') })

  const tick = el('label', { class: 'st-tick', for: 'auto-feature' }, feature, words('auto.feature'))
  sheet.body.append(
    el('p', { class: 'st-label', text: words('auto.rounds') }),
    el('div', { class: 'st-rungs' }, ...buttons),
    el('div', { class: 'st-pair' }, loss.row, win.row),
    tick,
    el('p', { class: 'st-hint', text: words('auto.hint') }),
    go,
  )

  const read = (input: HTMLInputElement): bigint | null | 'wrong' => {
    if (input.value.trim() === '') return null
    const typed = typedAmount(input.value, currency)
    return typed === null || typed === 0n ? 'wrong' : typed
  }
  for (const { input } of [loss, win]) input.addEventListener('input', () => input.removeAttribute('aria-invalid'))
  go.addEventListener('click', () => {
    const [lossLimit, winLimit] = [read(loss.input), read(win.input)]
    if (lossLimit === 'wrong' || winLimit === 'wrong') {
      const wrong = lossLimit === 'wrong' ? loss.input : win.input
      wrong.setAttribute('aria-invalid', 'true')
      wrong.focus()
      return
    }
    sheet.close()
    start({ rounds, lossLimit, winLimit, stopsOnFeature: feature.checked })
  })
  return {
    open() {
      tick.hidden = !hasFeatures()
      sheet.open()
    },
  }
}
