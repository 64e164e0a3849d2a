import './twin-dice.css'
import { el, write } from '../../../stage/dom.ts'
import type { GameView, RuleSection, Stage } from '../../../stage/game-client.ts'
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
import { createDie } from './die.ts'

const sums = Array.from({ length: mostSum - leastSum + 1 }, (_, at) => leastSum + at)
const mostLast = 10

/** Ten-thousandths as a player reads them: at least two decimals, no noughts beyond. */
const times = (pay: bigint): string => {
  const text = pay.toString().padStart(5, '0')
  return `×${text.slice(0, -4)}.${text.slice(-4).replace(/0{1,2}$/, '')}`
}
const percent = (part: number): string => `${(part * 100).toFixed(2)}%`

export function twinDice(stage: Stage): GameView<View> {
  const { words, money } = stage
  const bet: Bet = { side: 'over', target: 7 }
  const dice = [createDie(1), createDie(-1)] as const

  const total = el('p', { class: 'td-sum', 'aria-hidden': 'true' })
  const last = el('ol', { class: 'td-last', 'aria-label': words('last') })
  const pit = el('div', { class: 'td-pit' }, ...dice.map(({ element }) => element), total)
  const felt = el('div', { class: 'td-felt' }, last, pit)

  const sideButtons = sides.map((side) => {
    const button = el('button', { type: 'button', class: 'td-side', text: words(side) })
    button.addEventListener('click', () => choose({ side, target: nearestTarget(side, bet.target) }))
    return { side, button }
  })
  const sumButtons = sums.map((sum) => {
    const button = el('button', { type: 'button', class: 'td-target' }, el('b', { text: String(sum) }), el('i'))
    button.style.setProperty('--ways', String(6 - Math.abs(7 - sum)))
    button.addEventListener('click', () => choose({ ...bet, target: sum }))
    return { sum, button }
  })
  const fact = (word: string) => {
    const value = el('dd', { class: 'st-num' })
    return { value, row: el('div', {}, el('dt', { text: words(word) }), value) }
  }
  const [pays, chance, gives] = [fact('pays'), fact('chance'), fact('gives')]
  const panel = el(
    'div',
    { class: 'td-panel' },
    el('div', { class: 'td-sides', role: 'group', 'aria-label': words('side') }, ...sideButtons.map((s) => s.button)),
    el('div', { class: 'td-sums', role: 'group', 'aria-label': words('target') }, ...sumButtons.map((s) => s.button)),
    el('dl', { class: 'td-facts' }, pays.row, chance.row, gives.row),
  )
  stage.board.append(el('div', { class: 'td' }, felt, panel))

  const betName = ({ side, target }: Bet) => words(`${side}.bet`, { target })

  function choose(wish: Bet) {
    if (!stage.isIdle() || !isBet(wish) || (wish.side === bet.side && wish.target === bet.target)) return
    Object.assign(bet, wish)
    stage.sound('tick', 0.8 + bet.target / 20)
    clearMarks()
    draw()
    stage.refresh()
  }

  function draw() {
    for (const { side, button } of sideButtons) button.setAttribute('aria-pressed', String(side === bet.side))
    for (const { sum, button } of sumButtons) {
      const isTarget = sum === bet.target
      button.disabled = !isBet({ ...bet, target: sum })
      button.setAttribute('aria-pressed', String(isTarget))
      button.setAttribute('aria-label', betName({ ...bet, target: sum }))
      button.classList.toggle('is-winning', isHit(bet, sum))
    }
    write(pays.value, times(payOf(bet)))
    write(chance.value, percent(waysOf(bet) / 36))
    drawGives()
  }

  // The stake belongs to the bar; it may have changed with any draw of it.
  let shownStake = -1n
  const drawGives = () => {
    shownStake = stage.stake()
    write(gives.value, money((shownStake * payOf(bet)) / 10_000n))
  }

  function clearMarks() {
    for (const { button } of sumButtons) button.classList.remove('is-result', 'is-won')
    pit.classList.remove('is-won')
    write(total, '')
  }

  function mark({ dice: [a, b], isWin }: View) {
    const sum = a + b
    for (const { sum: each, button } of sumButtons) {
      button.classList.toggle('is-result', each === sum)
      button.classList.toggle('is-won', each === sum && isWin)
    }
    pit.classList.toggle('is-won', isWin)
    write(total, String(sum))
    const chip = el('li', { class: isWin ? 'is-won' : '', text: String(sum) })
    last.prepend(chip)
    while (last.childElementCount > mostLast) last.lastElementChild?.remove()
  }

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step || (event.target instanceof Element && event.target.closest('input'))) return
    event.preventDefault()
    choose({ ...bet, target: bet.target + step })
  })

  dice[0].set(3)
  dice[1].set(4)
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
      pit.classList.add('is-called')
    },
    calledOff: () => pit.classList.remove('is-called'),
    async show({ view }, _before, { isInstant }) {
      pit.classList.remove('is-called')
      Object.assign(bet, { side: view.side, target: view.target })
      draw()
      const [a, b] = view.dice
      if (isInstant || stage.isCalm()) {
        dice[0].set(a)
        dice[1].set(b)
      } else {
        const ms = stage.isTurbo() ? 380 : 900
        stage.sound('spin')
        const knock = (after: number, pitch: number) => setTimeout(() => stage.sound('stop', pitch), after)
        knock(ms * 0.46, 1.5)
        knock(ms * 0.56, 1.7)
        knock(ms * 0.78, 2)
        await Promise.all([dice[0].tumble(a, ms), dice[1].tumble(b, ms * 1.1)])
      }
      mark(view)
      stage.say(words(view.isWin ? 'hit' : 'fell', { sum: a + b, bet: betName(view) }))
      await stage.wait(120)
    },
    rules: () => rulesOf(stage),
  }
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
