import './blackjack.css'
import type { Card } from '../../../engine/cards.ts'
import type { GameClient, GameView, Move, Shown, Stage } from '../../../stage/game-client.ts'
import { halvesOf, type MoveName, type View } from '../math.ts'
import { rulesOf } from './rules.ts'
import { lineFor } from './speech.ts'
import { createTable } from './table.ts'

const cardMs = 300
const turnMs = 520

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
  stage.board.append(table.root)
  let last: Shown<View> | null = null
  let turn = 0

  /** Deals card after card; stops where another look has begun meanwhile. */
  async function run(mine: number, steps: readonly (() => number)[]) {
    for (const step of steps) {
      if (mine !== turn) return
      await stage.wait(step())
    }
  }

  const dealTo = (hand: number, card: Card) => () => {
    stage.sound('deal')
    table.dealTo(hand, card)
    return cardMs
  }
  const dealDealer =
    (card: Card | null, ms = cardMs) =>
    () => {
      stage.sound('deal')
      table.dealDealer(card)
      return ms
    }

  /** To player, dealer, player, dealer: the last one face down. */
  function openingSteps({ dealer, hands: [hand] }: View) {
    const [up] = dealer.cards
    const [first, second] = hand?.cards ?? []
    if (!up || !first || !second) return []
    return [dealTo(0, first), dealDealer(up), dealTo(0, second), dealDealer(null)]
  }

  /** What a move brought: hands parted, cards for each hand. */
  function moveSteps(view: View, before: View) {
    const steps: (() => number)[] = []
    const counts = [...before.hands.map(({ cards }) => cards.length)]
    if (view.hands.length > before.hands.length && before.active !== null) {
      const hand = before.active
      counts.splice(hand, 1, 1, 1)
      steps.push(() => {
        stage.sound('chip')
        table.split(hand)
        return cardMs
      })
    }
    for (const [at, { cards }] of view.hands.entries()) {
      steps.push(...cards.slice(counts[at] ?? 0).map((card) => dealTo(at, card)))
    }
    return steps
  }

  /** The hole card, and what the dealer draws. */
  function dealerSteps({ dealer }: View) {
    const [, hole, ...more] = dealer.cards
    if (!dealer.isOpen || !hole) return []
    return [
      () => {
        stage.sound('reveal')
        table.open(hole)
        return turnMs
      },
      ...more.map((card) => dealDealer(card, turnMs)),
    ]
  }

  const isAsLaid = ({ hands }: View) => {
    const counts = table.counts()
    return counts.dealer === 2 && hands.every(({ cards }, at) => cards.length === counts.hands[at])
  }

  const drawnIn = (view: View, before: View | null): Card | null => {
    if (!before || view.active === null || view.hands.length !== before.hands.length) return null
    const cards = view.hands[view.active]?.cards ?? []
    return cards.length > (before.hands[view.active]?.cards.length ?? 0) ? (cards.at(-1) ?? null) : null
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
    if (isInstant || stage.isCalm() || (before && !isAsLaid(before.view))) {
      table.rebuild(view, stake)
      return finish()
    }
    if (!before) {
      table.sweep()
      table.tell(view, stake, false)
      await run(mine, openingSteps(view))
    } else {
      if (now.staked > before.staked) stage.sound('chip')
      table.tell(view, stake, false)
      await run(mine, moveSteps(view, before.view))
    }
    await run(mine, dealerSteps(view))
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
