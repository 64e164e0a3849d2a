import './twin-dice.css'
import { el, write } from '../../../stage/dom.ts'
import type { GameView, RuleSection, Shown, Stage } from '../../../stage/game-client.ts'
import { createLastResults } from '../../../stage/last-results.ts'
import {
  type Bet,
  isBet,
  isHit,
  leastSum,
  mostSum,
  nearestTarget,
  payOf,
  rtpOf,
  type Side,
  sides,
  type View,
  waysOf,
} from '../math.ts'
import { diceReturns } from '../returns.ts'
import { createDie } from './die.ts'

const sums = Array.from({ length: mostSum - leastSum + 1 }, (_, at) => leastSum + at)
const mostLast = 14

/** Ten-thousandths as a player reads them: at least two decimals, no noughts beyond. */
const times = (pay: bigint): string => {
  const text = pay.toString().padStart(5, '0')
  return `×${text.slice(0, -4)}.${text.slice(-4).replace(/0{1,2}$/, '')}`
}
const percent = (part: number): string => `${(part * 100).toFixed(2)}%`

type Fact = { value: HTMLElement; row: HTMLElement }

function createFact(word: string): Fact {
  const value = el('dd', { class: 'st-num' })
  return { value, row: el('div', {}, el('dt', { text: word }), value) }
}

const betName = (words: Stage['words'], { side, target }: Bet) => words(`${side}.bet`, { target })

/** What the player bets on: a side, a sum, and what they pay. */
function createPanel({ words, money }: Stage, choose: (change: (bet: Bet) => Bet) => void) {
  const sideButtons = sides.map((side) => {
    const button = el('button', { type: 'button', class: 'td-side', text: words(side) })
    button.addEventListener('click', () => choose(({ target }) => ({ side, target: nearestTarget(side, target) })))
    return { side, button }
  })
  const sumButtons = sums.map((sum) => {
    const button = el('button', { type: 'button', class: 'td-target' }, el('b', { text: String(sum) }), el('i'))
    button.style.setProperty('--ways', String(6 - Math.abs(7 - sum)))
    button.addEventListener('click', () => choose((bet) => ({ ...bet, target: sum })))
    return { sum, button }
  })
  const [pays, chance, gives] = [createFact(words('pays')), createFact(words('chance')), createFact(words('gives'))]
  const root = el(
    'div',
    { class: 'td-panel' },
    el('div', { class: 'td-sides', role: 'group', 'aria-label': words('side') }, ...sideButtons.map((s) => s.button)),
    el('div', { class: 'td-sums', role: 'group', 'aria-label': words('target') }, ...sumButtons.map((s) => s.button)),
    el('dl', { class: 'td-facts' }, pays.row, chance.row, gives.row),
  )
  return {
    root,
    draw(bet: Bet) {
      for (const { side, button } of sideButtons) button.setAttribute('aria-pressed', String(side === bet.side))
      for (const { sum, button } of sumButtons) {
        button.disabled = !isBet({ ...bet, target: sum })
        button.setAttribute('aria-pressed', String(sum === bet.target))
        button.setAttribute('aria-label', betName(words, { ...bet, target: sum }))
        button.classList.toggle('is-winning', isHit(bet, sum))
      }
      write(pays.value, times(payOf(bet)))
      write(chance.value, percent(waysOf(bet) / 36))
    },
    drawGives: (bet: Bet, stake: bigint) => write(gives.value, money((stake * payOf(bet)) / 10_000n)),
    /** Null: nothing has fallen. */
    mark(result: { sum: number; isWin: boolean } | null) {
      for (const { sum, button } of sumButtons) {
        button.classList.toggle('is-result', sum === result?.sum)
        button.classList.toggle('is-won', sum === result?.sum && result.isWin)
      }
    },
  }
}

/** Where the dice fall, and what fell before. */
function createPit(stage: Stage) {
  const { sound, isTurbo } = stage
  const dice = [createDie(1), createDie(-1)] as const
  const total = el('p', { class: 'td-sum', 'aria-hidden': 'true' })
  const last = createLastResults(stage, mostLast)
  const pit = el('div', { class: 'td-pit' }, ...dice.map(({ element }) => element), total)
  return {
    root: el('div', { class: 'td-felt' }, last.root, pit),
    call: (isCalled: boolean) => pit.classList.toggle('is-called', isCalled),
    set([a, b]: View['dice']) {
      dice[0].set(a)
      dice[1].set(b)
    },
    async roll([a, b]: View['dice']) {
      const ms = isTurbo() ? 380 : 900
      sound('spin')
      const knock = (after: number, pitch: number) => setTimeout(() => sound('stop', pitch), after)
      knock(ms * 0.46, 1.5)
      knock(ms * 0.56, 1.7)
      knock(ms * 0.78, 2)
      await Promise.all([dice[0].tumble(a, ms), dice[1].tumble(b, ms * 1.1)])
    },
    clear() {
      pit.classList.remove('is-won')
      write(total, '')
    },
    keep: (sum: number, { staked, won, isFree }: Shown<View>) =>
      last.keep({ text: String(sum), staked: isFree ? 0n : staked, won }),
    mark({ sum, isWin }: { sum: number; isWin: boolean }) {
      pit.classList.toggle('is-won', isWin)
      write(total, String(sum))
    },
  }
}

export function twinDice(stage: Stage): GameView<View> {
  const { words } = stage
  const bet: Bet = { side: 'over', target: 7 }
  // The stake belongs to the bar; it may have changed with any draw of it.
  let shownStake = -1n
  const pit = createPit(stage)
  const panel = createPanel(stage, (change) => choose(change(bet)))
  stage.board.append(el('div', { class: 'td' }, pit.root, panel.root))

  function choose(wish: Bet) {
    if (!stage.isIdle() || !isBet(wish) || (wish.side === bet.side && wish.target === bet.target)) return
    Object.assign(bet, wish)
    stage.sound('tick', 0.8 + bet.target / 20)
    clearMarks()
    draw()
    stage.refresh()
  }
  const drawGives = () => {
    shownStake = stage.stake()
    panel.drawGives(bet, shownStake)
  }
  const draw = () => {
    panel.draw(bet)
    drawGives()
  }
  const clearMarks = () => {
    panel.mark(null)
    pit.clear()
  }

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (event.target instanceof Element && event.target.closest('input'))
    )
      return
    const wish = wishOf(event.key, bet)
    if (!wish) return
    event.preventDefault()
    choose(wish)
  })

  pit.set([3, 4])
  draw()

  return {
    mainWord: 'roll',
    mainIcon: 'dice',
    opening: () => {
      if (stage.stake() !== shownStake) drawGives()
      return { side: bet.side, target: bet.target }
    },
    called() {
      clearMarks()
      pit.call(true)
    },
    calledOff: () => pit.call(false),
    async show(now, _before, { isInstant }) {
      const { view } = now
      pit.call(false)
      Object.assign(bet, { side: view.side, target: view.target })
      draw()
      if (isInstant || stage.isCalm()) pit.set(view.dice)
      else await pit.roll(view.dice)
      const result = { sum: view.dice[0] + view.dice[1], isWin: view.isWin }
      panel.mark(result)
      pit.mark(result)
      pit.keep(result.sum, now)
      stage.say(words(view.isWin ? 'hit' : 'fell', { sum: result.sum, bet: betName(words, view) }))
      await stage.wait(120)
    },
    rules: () => rulesOf(stage),
    returns: diceReturns,
  }
}

const sideKeys: Readonly<Record<string, Side>> = { u: 'under', e: 'exact', o: 'over' }
const stepKeys: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** What a key asks to bet on. */
function wishOf(key: string, { side, target }: Bet): Bet | null {
  const other = sideKeys[key.toLowerCase()]
  if (other) return { side: other, target: nearestTarget(other, target) }
  const step = stepKeys[key]
  return step ? { side, target: target + step } : null
}

/** Over seven and under seven are one bet seen from two sides: each row names both. */
function rulesOf({ words }: Stage): RuleSection[] {
  const row = (name: string, bet: Bet) => {
    const [ways, pay] = [waysOf(bet), payOf(bet)]
    return [name, `${ways}/36`, times(pay), `${(rtpOf(bet) * 100).toFixed(3)}%`]
  }
  const mirrored = (side: Side, other: Side) =>
    sums
      .filter((target) => isBet({ side, target }))
      .map((target) => {
        const twin = leastSum + mostSum - target
        const names = [words(`${side}.bet`, { target }), words(`${other}.bet`, { target: twin })]
        return row([...new Set(names)].join(' · '), { side, target })
      })
  const exact = mirrored('exact', 'exact')
  return [
    { title: words('rules.play'), text: [words('rules.play1'), words('rules.play2'), words('rules.play3')] },
    { title: words('rules.range'), text: [words('rules.columns')], rows: mirrored('over', 'under') },
    { title: words('exact'), rows: exact.slice(0, Math.ceil(exact.length / 2)) },
    { title: words('rules.keys'), text: [words('rules.keys1')] },
  ]
}
