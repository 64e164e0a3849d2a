import './blackjack.css'
import type { GameClient, GameView, Move, Shown, Stage } from '../../../stage/game-client.ts'
import { halvesOf, type MoveName, type View } from '../math.ts'
import { type DealStep, dealerSteps, drawnIn, isAsLaid, moveSteps, openingSteps } from './deal-steps.ts'
import { createHint } from './hint.ts'
import { rulesOf } from './rules.ts'
import { lineFor } from './speech.ts'
import { createTable } from './table.ts'

const cardMs = 300
const turnMs = 520
/** The last card of a row is still turning when its time is over. */
const restMs = 160

const keys: Readonly<Record<MoveName, string>> = {
  hit: 'h',
  stand: 's',
  double: 'd',
  split: 'p',
  insure: 'i',
  decline: 'n',
}

export const blackjack: GameClient<View> = (stage: Stage): GameView<View> => {
  const { words, money } = stage
  const table = createTable(stage)
  const hint = createHint(stage)
  stage.board.append(table.root, hint.button)
  let last: Shown<View> | null = null
  let turn = 0

  /** Deals card after card; stops where another look has begun meanwhile. */
  async function run(mine: number, steps: readonly DealStep[]) {
    for (const step of steps) {
      if (mine !== turn) return
      await stage.wait(perform(step))
    }
  }

  /** Does one step at the table; says how long it takes. */
  const perform = (step: DealStep): number => {
    stage.sound(step.kind === 'split' ? 'chip' : step.kind === 'turn' ? 'reveal' : 'deal')
    if (step.kind === 'split') table.split(step.hand)
    else if (step.kind === 'turn') table.open(step.card)
    else if (step.kind === 'player') table.dealTo(step.hand, step.card)
    else table.dealDealer(step.card)
    return step.kind === 'turn' || (step.kind === 'dealer' && step.isLate) ? turnMs : cardMs
  }

  const show = async (now: Shown<View>, before: Shown<View> | null, { isInstant }: { isInstant: boolean }) => {
    turn += 1
    const mine = turn
    last = now
    const { view, stake } = now
    const finish = () => {
      if (mine !== turn) return
      stage.say(lineFor(stage, view, stake, drawnIn(view, before?.view ?? null)))
    }
    if (isInstant || stage.isCalm() || (before && !isAsLaid(before.view, table.counts()))) {
      table.rebuild(view, stake)
      return finish()
    }
    if (!before) {
      table.sweep()
      table.bet(view, stake)
      await run(mine, openingSteps(view))
    } else {
      if (now.staked > before.staked) stage.sound('chip')
      table.bet(view, stake)
      await run(mine, moveSteps(view, before.view))
    }
    await run(mine, dealerSteps(view))
    await stage.wait(restMs)
    if (mine !== turn) return
    table.tell(view, stake, now.isOver)
    finish()
    if (now.isOver) await stage.wait(500)
  }

  const moves = ({ view, stake }: Shown<View>): readonly Move[] =>
    view.moves.map(({ move, stake: halves }) => ({
      label:
        halves > 0
          ? words('move.costs', { move: words(`move.${move}`), amount: money(halvesOf(stake, halves)) })
          : words(`move.${move}`),
      choice: { move },
      key: keys[move],
      isMain: hint.moveOf(view) === move,
    }))

  return {
    show,
    opening: () => ({}),
    moves,
    mainWord: 'deal',
    mainIcon: 'cards',
    rules: () => rulesOf(stage),
    called: () => table.sweep(),
    calledOff() {
      turn += 1
      if (last) table.rebuild(last.view, last.stake)
      else table.clear()
    },
    resize: table.resize,
  }
}
