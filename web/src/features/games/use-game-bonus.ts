import type { GameNote } from '@croupier/contract/game-notes'
import type { RefObject } from 'react'
import { isGain } from '../../i18n/format.ts'
import { showGameBalance, useBalances } from '../../session/balance.ts'
import { useOpenBonus } from '../../session/open-bonus.ts'
import { useShell } from '../../shell.ts'
import { paysFirst, useStakeQuestions } from '../bonuses/bonuses.tsx'
import type { FrameHandle } from './game-frame.tsx'
import type { Mode } from './game-head.tsx'
import type { TileGame } from './tile-game.ts'

type Playing = { mode: Mode | null; game: TileGame; isOwn: boolean; frame: RefObject<FrameHandle | null> }

/** The open bonus of who plays, and what the game says that concerns it: the balance and its parts, a refused stake. */
export function useGameBonus({ mode, game, isOwn, frame }: Playing) {
  const { account } = useShell()
  const bonus = useOpenBonus(mode === 'real')
  // A game of another provider names one sum: what of it is bonus money, the house knows.
  const purse = useBalances()?.balance_bonus
  const bonusMoney = purse && isGain(purse.amount) ? purse : null
  const ask = useStakeQuestions({ uid: account?.uid ?? null, game, tell: (note) => frame.current?.tell(note) })
  const hear = (note: GameNote) => {
    if (note.type === 'balance') {
      const order = bonus && paysFirst(bonus)
      const held = isOwn ? note.bonus : bonusMoney
      showGameBalance({ balance: note.balance, bonus: held ?? null, staking: note.staking ?? null, order })
    }
    // Games of others tell their players themselves.
    if (note.type === 'refused' && isOwn) ask(note)
  }
  return { bonus, hear }
}
