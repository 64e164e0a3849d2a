import { el } from '../../../stage/dom.ts'

type Choice<T extends string | number> = { value: T; label: string }
type Wanted<T extends string | number> = {
  name: string
  label: string
  choices: readonly Choice<T>[]
  chosen: T
  onChoose: (value: T) => void
}

/** A row of choices of which one holds: radio buttons, so that keys and screen readers know what to do. */
export function choiceRow<T extends string | number>({ name, label, choices, chosen, onChoose }: Wanted<T>) {
  const inputs = choices.map(({ value, label: text }) => {
    const input = el('input', { type: 'radio', name, value, checked: value === chosen })
    input.addEventListener('change', () => onChoose(value))
    return { value, input, cell: el('label', { class: 'pl-cell' }, input, el('span', { text })) }
  })
  const row = el('fieldset', { class: 'pl-choice' }, el('legend', { text: label }), ...inputs.map(({ cell }) => cell))
  return {
    row,
    choose(value: T) {
      for (const each of inputs) each.input.checked = each.value === value
    },
    setOff(isOff: boolean) {
      row.disabled = isOff
    },
  }
}
