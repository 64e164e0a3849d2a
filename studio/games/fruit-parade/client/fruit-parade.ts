import './fruit-parade.css'
import { createCancellableShows, type Until } from '../../../stage/cancellable-shows.ts'
import type { GameView, Shown, Stage } from '../../../stage/game-client.ts'
import { createLastResults } from '../../../stage/last-results.ts'
import { createReels } from '../../../stage/reels.ts'
import { createSkip } from '../../../stage/skip.ts'
import sheet from '../art/symbols.webp'
import { rows, strips, type View } from '../math.ts'
import { layoutOf } from './layout.ts'
import { faces, paysOf, rulesOf } from './rules.ts'
import { buildStall } from './stall.ts'
import { amountOf, netText, pathOf, summaryOf, timesText, winMs } from './wins.ts'

/** When each reel stops, from the answer on. */
const stopMs = [360, 760, 1160]
const turboMs = [160, 160, 160]
const start = [4, 12, 20]
const look = {
  sheet,
  faces,
  strips,
  rows,
  gap: 6,
  bounce: 0.22,
  speed: 26,
  line: { colour: 0xe3122f, edge: 0xffffff, isThrough: true },
  glow: 0xffc53d,
}

/** The stake belongs to the bar; it may have changed with any draw of it. */
function followStake(stage: Stage, { drawGlance }: Pick<ReturnType<typeof buildStall>, 'drawGlance'>) {
  let shown = -1n
  return () => {
    if (stage.stake() === shown) return
    shown = stage.stake()
    drawGlance(paysOf(stage))
  }
}

type LineParts = {
  reels: Pick<Awaited<ReturnType<typeof createReels>>, 'light' | 'trace'>
  stall: Pick<ReturnType<typeof buildStall>, 'lightPegs' | 'say'>
  skip: ReturnType<typeof createSkip>
  until: Until
}

/** Several lines that pay are shown one after the other. */
async function tellLines(stage: Stage, { reels, stall, skip, until }: LineParts, now: Shown<View>) {
  const { wins } = now.view
  if (stage.isTurbo() || wins.length < 2) return
  const ms = winMs(wins.length)
  for (const [place, win] of wins.entries()) {
    if (skip.isWanted()) return
    const cells = pathOf(win)
    reels.light(cells)
    reels.trace([cells])
    stall.lightPegs([win.line])
    const amount = stage.money(amountOf(win, now.stake))
    stall.say({ pays: stage.words('pays', { line: win.line }), amount, net: '', netAmount: '' })
    // A return that is no gain is told, and not sung.
    if (now.won > now.staked) stage.sound('tick', 1 + place * 0.08)
    await until(skip.pause(ms))
  }
}

export async function fruitParade(stage: Stage): Promise<GameView<View>> {
  const { board, words, money, facts } = stage
  const results = createLastResults(stage, 16)
  const stall = buildStall(facts.game.name, results.root)
  board.append(stall.ground)
  document.documentElement.style.setProperty('--sheet', `url("${sheet}")`)
  const reels = await createReels(stall.place, { ...look, isCalm: stage.isCalm })
  const skip = createSkip(stage)
  const shows = createCancellableShows()
  let last: readonly number[] = start
  let isTurning = false
  const follow = followStake(stage, stall)
  reels.set(last)
  stall.arm.addEventListener('click', () => void stage.play())

  const turn = () => {
    isTurning = true
    stall.clear()
    stage.sound('spin')
    reels.start()
  }

  const spin = async (until: Until, { stops }: View) => {
    if (!isTurning) turn()
    const onStop = (reel: number) => stage.sound('stop', 1 + reel * 0.06)
    await until(reels.stop(stops, stage.isTurbo() ? turboMs : stopMs, onStop))
    isTurning = false
  }

  /** Everything that pays at once: how it stays until the next spin. */
  const settle = (now: Shown<View>) => {
    const { wins } = now.view
    const paths = wins.map(pathOf)
    reels.light(wins.length > 0 ? paths.flat() : null)
    reels.trace(paths)
    stall.lightPegs(wins.map(({ line }) => line))
    const pays = summaryOf(now.view, words)
    stall.say({
      pays: wins.length > 0 ? pays : '',
      amount: now.won > 0n ? money(now.won) : '',
      net: words('net'),
      netAmount: netText(now, money),
    })
    stage.say(pays)
    results.keep({ text: timesText(now), staked: now.isFree ? 0n : now.staked, won: now.won })
  }

  const showSpin = async (until: Until, now: Shown<View>, isInstant: boolean) => {
    last = now.view.stops
    if (isInstant || stage.isCalm() || document.hidden) {
      isTurning = false
      reels.set(last)
      settle(now)
      return
    }
    // Where the rules of a place forbid a quick stop, a tap ends only the show of lines.
    skip.begin(() => facts.profile.has_turbo && reels.hurry())
    await spin(until, now.view)
    if (!facts.profile.has_turbo) skip.again()
    await tellLines(stage, { reels, stall, skip, until }, now)
    skip.end()
    settle(now)
    await until(stage.wait(now.won > 0n ? 420 : 120))
  }

  return {
    mainWord: 'spin',
    opening() {
      follow()
      return {}
    },
    called() {
      if (!stage.isCalm()) turn()
    },
    calledOff() {
      isTurning = false
      reels.set(last)
      stall.clear()
    },
    show: (now, _before, { isInstant }) => shows((until) => showSpin(until, now, isInstant)),
    rules: () => rulesOf(stage),
    resize(width, height) {
      const layout = layoutOf(width, height)
      stall.resize(layout)
      reels.resize(layout.reelsWidth, layout.reelsHeight)
    },
  }
}
