import { el } from './dom.ts'
import { fitted, type Ladder } from './ladder.ts'
import { plainAmount, typedAmount } from './money-text.ts'
import { createSheet } from './sheet.ts'
import type { Say } from './words.ts'

type Need = {
  words: Say
  money: (minor: bigint) => string
  currency: string
  ladder: () => Ladder
  stake: () => bigint
  choose: (stake: bigint) => void
}

/** The ladder, and a field for another amount. */
export function createStakeSheet({ words, money, currency, ladder, stake, choose }: Need): { open: () => void } {
  const sheet = createSheet(words('stake.title'), words('close'))
  const rungs = el('div', { class: 'st-rungs' })
  const hint = el('p', { class: 'st-hint', id: 'stake-hint' })
  const field = el('input', {
    class: 'st-field',
    id: 'stake-field',
    inputmode: 'decimal',
    autocomplete: 'off',
    enterkeyhint: 'done',
    maxlength: 20,
    'aria-describedby': 'stake-hint',
  })
  const take = el('button', { type: 'button', class: 'st-button', text: words('stake.take') })
  sheet.body.append(
    rungs,
    el('label', { class: 'st-label', for: 'stake-field', text: words('stake.other') }),
    el('div', { class: 'st-row' }, field, take),
    hint,
  )

  const done = (amount: bigint) => {
    choose(amount)
    sheet.close()
  }
  const takeTyped = () => {
    const typed = typedAmount(field.value, currency)
    const fit = typed === null ? null : fitted(typed, ladder())
    if (typed !== null && fit === typed) return done(typed)
    field.setAttribute('aria-invalid', 'true')
    // The nearest stake stands ready: a second touch takes it.
    if (fit !== null) field.value = plainAmount(fit, currency)
    hint.setAttribute('role', 'alert')
    field.focus()
  }
  take.addEventListener('click', takeTyped)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') takeTyped()
  })
  field.addEventListener('input', () => field.removeAttribute('aria-invalid'))

  return {
    open() {
      const { rungs: steps, min, max, step } = ladder()
      const now = stake()
      rungs.replaceChildren(
        ...steps.map((rung) => {
          const button = el('button', {
            type: 'button',
            class: 'st-rung',
            text: money(rung),
            'aria-pressed': rung === now ? 'true' : 'false',
          })
          button.addEventListener('click', () => done(rung))
          return button
        }),
      )
      hint.removeAttribute('role')
      hint.textContent = words('stake.hint', { min: money(min), max: money(max), step: money(step) })
      field.value = plainAmount(now, currency)
      field.removeAttribute('aria-invalid')
      sheet.open()
      rungs.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
    },
  }
}
