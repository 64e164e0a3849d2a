import { el, write } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import { icon } from '../../../stage/icons.ts'
import { minorOf, moneyText } from '../../../stage/money-text.ts'
import { heightText } from '../math.ts'
import type { Players, TableState } from './feed.ts'
import { higher, lower, rankOf, readHeight, timesText } from './heights.ts'

const mostChips = 20
const firstAuto = 200

type Need = Pick<Stage, 'words'> & {
  /** What was set in advance, or the wish to fly next, changed. */
  onChange: () => void
}

function createSwitch(label: string, onChange: () => void) {
  const input = el('input', { type: 'checkbox', role: 'switch', class: 'lo-switch' })
  input.addEventListener('change', () => {
    // After a touch the keys belong to the flight again: a space gets off, it does not turn this back.
    if (!input.matches(':focus-visible')) input.blur()
    onChange()
  })
  return { input, label: el('label', { class: 'lo-check' }, input, el('span', { text: label })) }
}

/** Where to get off without a touch. */
function createAuto({ words, onChange }: Need) {
  const on = createSwitch(words('auto'), onChange)
  const field = el('input', {
    class: 'lo-height st-num',
    inputmode: 'decimal',
    autocomplete: 'off',
    enterkeyhint: 'done',
    maxlength: 8,
    value: heightText(firstAuto),
    'aria-label': words('auto.height'),
  })
  let height = firstAuto
  const take = (next: number) => {
    height = next
    field.value = heightText(next)
    field.removeAttribute('aria-invalid')
    on.input.checked = true
    onChange()
  }
  const button = (name: 'minus' | 'plus', label: string, next: (height: number) => number) => {
    const made = el('button', { type: 'button', class: 'lo-step', 'aria-label': label }, icon(name, 18))
    made.addEventListener('click', () => take(next(height)))
    return made
  }
  const less = button('minus', words('auto.lower'), lower)
  const more = button('plus', words('auto.higher'), higher)
  field.addEventListener('input', () => {
    const read = readHeight(field.value)
    field.toggleAttribute('aria-invalid', read === null)
    if (read === null) return
    height = read
    on.input.checked = true
    onChange()
  })
  field.addEventListener('blur', () => settle())
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') field.blur()
  })
  /** What cannot be read goes back to what was set last. */
  function settle() {
    field.value = heightText(height)
    field.removeAttribute('aria-invalid')
  }
  const root = el(
    'div',
    { class: 'lo-auto', role: 'group', 'aria-label': words('auto') },
    on.label,
    el('div', { class: 'lo-field' }, less, field, more),
  )
  return {
    root,
    height: (): number | null => (on.input.checked ? height : null),
    setOff(isOff: boolean) {
      for (const each of [on.input, field, less, more]) each.disabled = isOff
    },
    /** As a round that is open was staked. */
    follow(auto: number | null) {
      on.input.checked = auto !== null
      if (auto !== null) height = auto
      settle()
    },
  }
}

export function createPanel(need: Need) {
  const { words, onChange } = need
  const auto = createAuto(need)
  const next = createSwitch(words('next'), onChange)
  const count = el('p', { class: 'lo-count' })
  const list = el('ol', { class: 'lo-players', 'aria-label': words('players') })
  const chips = el('ol', { class: 'lo-chips', 'aria-label': words('history') })
  const crowd = el('section', { class: 'lo-crowd', 'aria-label': words('players') }, count, list)
  const hands = el('div', { class: 'lo-hands' }, auto.root, next.label)

  let drawnPlayers = ''
  let drawnChips = ''

  return {
    chips,
    hands,
    crowd,
    auto,
    next: next.input,

    showPlayers(players: Players) {
      const text = JSON.stringify(players)
      if (text === drawnPlayers) return
      drawnPlayers = text
      write(count, words('aboard', { count: players.count, off: players.cashed_count }))
      list.replaceChildren(
        ...players.items.map(({ fakename, stake, is_demo, is_demo_player, cashed_at }) => {
          const name = el('bdi', { class: 'lo-name', text: fakename ?? words(is_demo ? 'guest' : 'hidden') })
          const cells = [name]
          const mark = is_demo ? 'demo' : is_demo_player ? 'demoPlayer' : null
          if (mark) cells.push(el('i', { class: 'lo-demo', text: words(mark) }))
          return el(
            'li',
            { class: cashed_at === null ? 'lo-row' : 'lo-row is-off' },
            el('span', { class: 'lo-who' }, ...cells),
            el('span', { class: 'lo-stake st-num', text: moneyText(minorOf(stake), stake.currency) }),
            el('b', { class: 'lo-at st-num', text: cashed_at === null ? '' : timesText(cashed_at) }),
          )
        }),
      )
    },

    showHistory(history: TableState['history']) {
      const text = JSON.stringify(history)
      if (text === drawnChips) return
      drawnChips = text
      chips.replaceChildren(
        ...history
          .slice(0, mostChips)
          .map(({ point }) => el('li', { class: `lo-chip st-num is-${rankOf(point)}`, text: timesText(point) })),
      )
    },
  }
}
