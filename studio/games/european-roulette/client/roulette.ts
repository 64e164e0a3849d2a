import './roulette.css'
import { el } from '../../../stage/dom.ts'
import type { GameClient, GameView, Shown, Stage } from '../../../stage/game-client.ts'
import { ladderOf } from '../../../stage/ladder.ts'
import { type Bet, chipsOn, mostChips, type View } from '../math.ts'
import { colourOf, spotNamed } from '../spots.ts'
import { arrange } from './arrange.ts'
import { type Cloth, chipFor, chipUnits, clear, double, emptyCloth, lay, put, takeOff, trayOf, undo } from './bets.ts'
import { createCloth } from './cloth.ts'
import { nameOf, resultOf } from './names.ts'
import { rulesOf } from './rules.ts'
import { createTray } from './tray.ts'
import { createWheel } from './wheel.ts'

const spinMs = 5200
/** How much of it is left in turbo: as much as the stage waits. */
const turboPart = 0.35
const mostRecent = 12

type Wheel = ReturnType<typeof createWheel>

/** The ball leaves the track, meets the frets twice, lies still: shares of the spin, and what is heard after each. */
const ballSounds = [
  [0.58, 'tick'],
  [0.05, 'bounce'],
  [0.1, 'bounce'],
  [0.07, 'stop'],
  [0.2, null],
] as const

/** What is said after a touch: what lies on the spot that was touched, or what to do on an empty cloth. */
function lineAfter({ words, money }: Stage, { bets }: Cloth, touched: string | undefined, unit: bigint): string {
  const spot = touched ? spotNamed(touched) : undefined
  const chips = bets.find(([name]) => name === touched)?.[1] ?? 0
  if (spot && chips > 0) return words('placed', { name: nameOf(words, spot), amount: money(unit * BigInt(chips)) })
  return bets.length === 0 ? words('hint') : ''
}

const recentNumber = (number: number) => el('li', { class: `ro-last is-${colourOf(number)}`, text: String(number) })

/** From the throw until the ball lies; ends early where another look has begun meanwhile. */
async function spinWheel(stage: Stage, wheel: Wheel, number: number, isCurrent: () => boolean) {
  stage.sound('spin')
  if (!stage.isCalm()) wheel.spin(number, stage.isTurbo() ? spinMs * turboPart : spinMs)
  for (const [share, sound] of ballSounds) {
    await stage.wait(spinMs * share)
    if (!isCurrent()) return
    if (sound) stage.sound(sound)
  }
  wheel.settle(number)
  await stage.wait(700)
}

type Pieces = { root: HTMLElement; board: ReturnType<typeof createCloth>; wheel: Wheel }

function drawPlan({ root, board, wheel }: Pieces, plan: ReturnType<typeof arrange>, height: number) {
  root.dataset.plan = plan.name
  board.resize(plan.cloth.isTall, plan.cloth.along, plan.cloth.across)
  wheel.resize(plan.wheel)
  root.style.setProperty('--peek', `${plan.peek}px`)
  root.style.setProperty('--wheel', `${plan.wheel}px`)
  root.style.setProperty('--height', `${height}px`)
}

export const roulette: GameClient<View> = (stage: Stage): GameView<View> => {
  const { words, money } = stage
  const { step: unit, max } = ladderOf(stage.facts)
  const most = Math.min(mostChips, Number(max / unit))

  let cloth: Cloth = emptyCloth
  let chosen = 1
  /** What was spun last, for the button that lays it again. */
  let last: readonly Bet[] = []
  let recent: readonly number[] = []
  /** What one chip is worth: of the round that is shown, or of the next. */
  let worth = unit
  let turn = 0

  const wheel = createWheel()
  const seat = el('div', { class: 'ro-seat' }, wheel.root)
  const veil = el('div', { class: 'ro-veil' })
  const history = el('ol', { class: 'ro-recent', 'aria-label': words('recent') })
  const board = createCloth(stage, () => worth, {
    put: (spot) => change(put(cloth, spot, chipUnits[chosen] ?? 1, most), spot),
    takeOff: (spot) => change(takeOff(cloth, spot)),
    chooseChip: (place) => choose(place),
  })
  const tray = createTray(stage, unit, {
    choose: (place) => choose(place),
    undo: () => change(undo(cloth)),
    again: () => change(cloth.bets.length === 0 ? lay(cloth, last) : double(cloth, most)),
    clear: () => change(clear(cloth)),
  })
  const root = el('div', { class: 'ro' }, board.root, tray.root, history, veil, seat)
  stage.board.append(root)

  function choose(place: number) {
    chosen = place
    stage.sound('tick')
    stage.keepStake(unit * BigInt(chipUnits[place] ?? 1))
    drawTray()
  }

  /** A touch of the player: only between rounds, and only as far as the cloth goes. */
  function change(next: Cloth | null, fresh?: string) {
    if (!stage.isIdle()) return
    if (next === null) {
      stage.say(words('full', { amount: money(unit * BigInt(most)) }))
      return
    }
    if (next === cloth) return
    const isMore = chipsOn(next.bets) > chipsOn(cloth.bets)
    cloth = next
    worth = unit
    stage.sound(isMore ? 'chip' : 'tick')
    board.mark(null)
    board.setBets(cloth.bets, isMore ? fresh : undefined)
    stage.say(lineAfter(stage, cloth, fresh, unit))
    drawTray()
    stage.refresh()
  }

  function drawTray() {
    tray.draw({ chosen, ...trayOf(cloth, last, most), isOff: root.classList.contains('is-spinning') })
  }

  async function spin(number: number, mine: number) {
    root.classList.add('is-spinning')
    drawTray()
    await spinWheel(stage, wheel, number, () => mine === turn)
  }

  const show = async (now: Shown<View>, _before: Shown<View> | null, { isInstant }: { isInstant: boolean }) => {
    turn += 1
    const mine = turn
    const { bets, number, wins } = now.view
    worth = now.stake / BigInt(chipsOn(bets))
    board.mark(null)
    board.setBets(bets)
    if (!isInstant) await spin(number, mine)
    if (mine !== turn) return
    root.classList.remove('is-spinning')
    wheel.settle(number)
    board.settle(number, wins)
    recent = [number, ...recent].slice(0, mostRecent)
    history.replaceChildren(...recent.map(recentNumber))
    last = bets
    // The chips stay for the next spin; at the worth of the table's own unit.
    cloth = { bets, past: cloth.past }
    stage.say(resultOf(words, number))
    drawTray()
    await stage.wait(isInstant ? 0 : 250)
  }

  drawTray()
  stage.say(words('hint'))

  return {
    show,
    opening: () => (cloth.bets.length === 0 ? null : { bets: cloth.bets }),
    stake: () => unit * BigInt(chipsOn(cloth.bets)),
    takeKept(worth) {
      chosen = chipFor(worth, unit)
      drawTray()
    },
    mainWord: 'spin',
    rules: () => rulesOf(stage, unit, unit * BigInt(most)),
    called() {
      worth = unit
      board.mark(null)
      board.setBets(cloth.bets)
    },
    resize(width, height) {
      const plan = arrange(width, height, matchMedia('(pointer: coarse)').matches)
      drawPlan({ root, board, wheel }, plan, height)
    },
  }
}
