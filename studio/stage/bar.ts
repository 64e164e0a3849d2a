import { el, svg, write } from './dom.ts'
import type { Move } from './game-client.ts'
import { type IconName, icon, redraw } from './icons.ts'
import type { Say } from './words.ts'

/** Everything that the bar shows, made anew for each look: the bar itself remembers nothing. */
export type BarLook = {
  balance: string
  stake: string
  /** Null: the title's own chips are the stake. */
  hasStakeButtons: boolean
  isStakeOff: boolean
  isLess: boolean
  isMore: boolean
  main: { word: string; icon: IconName; isOff: boolean; isBusy: boolean }
  moves: readonly Move[] | null
  areMovesOff: boolean
  auto: { isThere: boolean; isOn: boolean; left: number; isOff: boolean }
  turbo: { isThere: boolean; isOn: boolean }
  isLoud: boolean
  freeLeft: number
  mode: 'real' | 'demo'
  offer: string | null
  line: string
  /** `whole` is what the amount rises to. */
  won: { label: string; amount: string; whole: string; isGain: boolean } | null
  isOffline: boolean
}

export type BarHands = {
  less: () => void
  more: () => void
  chooseStake: () => void
  main: () => void
  move: (move: Move) => void
  auto: () => void
  turbo: () => void
  sound: () => void
  rules: () => void
  real: () => void
  offer: () => void
}

/** Signs of an amount beside which a phone has no room for two buttons; two of them only order the text. */
const longStake = 11

/** The ember coin with its ten spots. */
function coin() {
  const ring = svg('circle', { cx: 40, cy: 40, r: 33.5, class: 'st-spots', pathLength: 100 })
  return svg('svg', { viewBox: '0 0 80 80', class: 'st-coin', 'aria-hidden': 'true' }, ring)
}

function button(className: string, label: string, name: IconName, act: () => void) {
  const made = el('button', { type: 'button', class: className, 'aria-label': label, title: label }, icon(name))
  made.addEventListener('click', act)
  return made
}

/** A button that turns off under the focus would lose it; this one stays where it is and does nothing. */
function turnOff(element: HTMLButtonElement, isOff: boolean) {
  if (isOff) element.setAttribute('aria-disabled', 'true')
  else element.removeAttribute('aria-disabled')
}

/** Above the board: balance, what kind of money it is, sound and rules. */
function createHead(words: Say, name: string, hands: BarHands) {
  const balance = el('b', { class: 'st-num' })
  const demo = el('span', { class: 'st-tag', text: words('demo') })
  const real = el('button', { type: 'button', class: 'st-link', text: words('real') })
  real.addEventListener('click', hands.real)
  const free = el('span', { class: 'st-tag is-brass' })
  const sound = button('st-icon', words('sound.off'), 'loud', hands.sound)
  const rules = button('st-icon', words('rules.open'), 'info', hands.rules)
  const head = el(
    'header',
    { class: 'st-head' },
    el('h1', { class: 'st-hidden', text: name }),
    el('p', { class: 'st-balance' }, el('span', { text: words('balance') }), balance),
    el('span', { class: 'st-tags' }, free, demo, real),
    el('span', { class: 'st-tools' }, sound, rules),
  )
  const draw = (look: BarLook) => {
    write(balance, look.balance)
    demo.hidden = look.mode !== 'demo'
    real.hidden = look.mode !== 'demo'
    free.hidden = look.freeLeft === 0
    write(free, words('free', { count: look.freeLeft }))
    redraw(sound, look.isLoud ? 'loud' : 'mute')
    sound.setAttribute('aria-label', words(look.isLoud ? 'sound.off' : 'sound.on'))
    sound.title = words(look.isLoud ? 'sound.off' : 'sound.on')
  }
  return { head, draw }
}

/** What is said, offered and won. */
function createLine(hands: BarHands) {
  const said = el('p', { class: 'st-said' })
  const offer = el('button', { type: 'button', class: 'st-link' })
  offer.addEventListener('click', hands.offer)
  const label = el('span')
  const amount = el('b', { class: 'st-num' })
  const won = el('p', { class: 'st-won', 'aria-hidden': 'true' }, label, amount)
  const line = el('div', { class: 'st-line' }, said, offer, won)
  const draw = (look: BarLook) => {
    write(said, look.line)
    offer.hidden = look.offer === null
    write(offer, look.offer ?? '')
    won.hidden = look.won === null
    write(label, look.won?.label ?? '')
    write(amount, look.won?.amount ?? '')
    amount.dataset.whole = look.won?.whole ?? ''
    won.classList.toggle('is-gain', look.won?.isGain === true)
  }
  return { line, draw }
}

function createStakes(words: Say, hands: BarHands) {
  const less = button('st-round', words('stake.less'), 'minus', hands.less)
  const more = button('st-round', words('stake.more'), 'plus', hands.more)
  const value = el('b', { class: 'st-num' })
  const stake = el('button', { type: 'button', class: 'st-stake' }, el('span', { text: words('stake') }), value)
  stake.addEventListener('click', hands.chooseStake)
  const stakes = el('div', { class: 'st-stakes', role: 'group', 'aria-label': words('stake') }, less, stake, more)
  const draw = (look: BarLook) => {
    write(value, look.stake)
    less.hidden = !look.hasStakeButtons
    more.hidden = !look.hasStakeButtons
    stake.disabled = !look.hasStakeButtons || look.isStakeOff
    turnOff(less, look.isStakeOff || !look.isLess)
    turnOff(more, look.isStakeOff || !look.isMore)
  }
  return { stakes, draw }
}

function createMain(hands: BarHands) {
  const word = el('span')
  const main = el('button', { type: 'button', class: 'st-main' }, coin(), icon('turn', 24), word)
  main.addEventListener('click', hands.main)
  // A key that is held down is one wish, not a row of them.
  main.addEventListener('keydown', (event) => {
    if (event.repeat) event.preventDefault()
  })
  const draw = (look: BarLook) => {
    redraw(main, look.main.icon)
    write(word, look.main.word)
    turnOff(main, look.main.isOff)
    main.classList.toggle('is-busy', look.main.isBusy)
  }
  return { main, draw }
}

/** Autoplay and turbo. */
function createExtras(words: Say, hands: BarHands) {
  const auto = button('st-round', words('auto.title'), 'repeat', hands.auto)
  const left = el('span', { class: 'st-count' })
  auto.append(left)
  const turbo = button('st-round', words('turbo'), 'zap', hands.turbo)
  const extras = el('div', { class: 'st-extras' }, auto, turbo)
  const draw = (look: BarLook) => {
    auto.hidden = !look.auto.isThere
    auto.setAttribute('aria-pressed', String(look.auto.isOn))
    auto.setAttribute('aria-label', words(look.auto.isOn ? 'auto.stop' : 'auto.title'))
    turnOff(auto, look.auto.isOff)
    write(left, look.auto.isOn ? String(look.auto.left) : '')
    turbo.hidden = !look.turbo.isThere
    turbo.setAttribute('aria-pressed', String(look.turbo.isOn))
  }
  return { extras, draw }
}

/** A button that only says something new, such as an amount that grows, stays the same under a finger. */
export const areSameMoves = (before: readonly Move[] | null, now: readonly Move[]) =>
  before?.length === now.length &&
  now.every(({ key, isMain }, at) => before[at]?.key === key && before[at]?.isMain === isMain)

/** The choices of an open round. */
function createMoves(hands: BarHands) {
  const moves = el('div', { class: 'st-moves', role: 'group' })
  let shown: readonly Move[] | null = null
  const choose = (made: HTMLButtonElement, at: number) => {
    const move = shown?.[at]
    if (move && made.getAttribute('aria-disabled') !== 'true') hands.move(move)
  }
  const focus = () => moves.querySelector<HTMLElement>('.is-main, button')?.focus()
  const rebuild = (list: readonly Move[]) => {
    const hadFocus = moves.contains(document.activeElement)
    moves.replaceChildren(
      ...list.map(({ label, isMain, key }, at) => {
        const made = el('button', { type: 'button', class: isMain ? 'st-move is-main' : 'st-move', text: label })
        if (key) made.setAttribute('aria-keyshortcuts', key === ' ' ? 'Space' : key.toUpperCase())
        made.addEventListener('click', () => choose(made, at))
        return made
      }),
    )
    moves.dataset.count = String(list.length)
    if (hadFocus) focus()
  }
  const draw = (list: readonly Move[] | null, areOff: boolean) => {
    moves.hidden = list === null
    const isSame = list !== null && areSameMoves(shown, list)
    shown = list
    if (list === null) return
    if (!isSame) rebuild(list)
    for (const [at, made] of moves.querySelectorAll('button').entries()) {
      write(made, list[at]?.label ?? '')
      turnOff(made, areOff || list[at]?.isOff === true)
    }
  }
  return { moves, draw, focus }
}

export function createBar(words: Say, name: string, hands: BarHands) {
  const { head, draw: drawHead } = createHead(words, name, hands)
  const { line, draw: drawLine } = createLine(hands)
  const { stakes, draw: drawStakes } = createStakes(words, hands)
  const { main, draw: drawMain } = createMain(hands)
  const { moves, draw: drawMoves, focus: focusMoves } = createMoves(hands)
  const { extras, draw: drawExtras } = createExtras(words, hands)
  const bar = el('div', { class: 'st-bar' }, stakes, main, moves, extras)
  const spoken = el('p', { class: 'st-hidden', role: 'status', 'aria-live': 'polite' })
  const offline = el('p', { class: 'st-offline', role: 'alert' })

  const drawOffline = (isOffline: boolean) => {
    offline.hidden = !isOffline
    if (isOffline && offline.childNodes.length === 0) {
      offline.append(icon('offline', 18), el('span', { text: words('offline') }))
    }
    if (!isOffline) offline.replaceChildren()
  }

  return {
    parts: [head, line, bar, spoken, offline],
    line,
    draw(look: BarLook) {
      drawHead(look)
      drawLine(look)
      drawStakes(look)
      bar.classList.toggle('is-long', look.stake.length > longStake)
      // A player with a keyboard goes on where the round goes on.
      const isHandOver = main.hidden !== (look.moves !== null)
      const hadFocus = isHandOver && bar.contains(document.activeElement)
      main.hidden = look.moves !== null
      stakes.hidden = look.moves !== null
      extras.hidden = look.moves !== null
      drawMain(look)
      drawMoves(look.moves, look.areMovesOff)
      if (hadFocus) (look.moves === null ? () => main.focus() : focusMoves)()
      drawExtras(look)
      drawOffline(look.isOffline)
    },
    /** To a player who cannot see the line. */
    speak(text: string) {
      // The same words twice are news too.
      spoken.textContent = ''
      requestAnimationFrame(() => write(spoken, text))
    },
  }
}

export type Bar = ReturnType<typeof createBar>
