import type { Tx } from '../../context.ts'
import type { Announce } from '../../happenings.ts'
import { setOpenBonuses } from '../account/account.ts'
import { kindsOf } from '../games/games.ts'
import { readBonuses, type Wager, writeBonuses } from './desk-store.ts'
import { type Bonus, type GameKind, isOpen } from './rules.ts'

/** `left`: what was still to be wagered after the call. */
export type LateShare = { bonusId: bigint; amount: bigint; left: bigint; provider: string; transaction: string }

export type BonusDesk = ReturnType<typeof bonusDesk>

type Asked = {
  /** Open ones of the players, those of rounds, and those that stakes and wins of before belong to. */
  ids: readonly bigint[]
  games: readonly string[]
}

/** Bonuses of a batch. Without any, nothing is asked. */
export async function openBonusDesk(tx: Tx, { ids, games }: Asked): Promise<BonusDesk> {
  if (ids.length === 0) return bonusDesk([], new Map())
  const [found, kinds] = await Promise.all([readBonuses(tx, [...new Set(ids)]), kindsOf(tx, games)])
  return bonusDesk(found, kinds)
}

/** How the bonuses of a batch stand, call after call; nothing of it is written yet. */
export function bonusDesk(found: readonly Bonus[], kinds: ReadonlyMap<string, GameKind>) {
  const bonuses = new Map(found.map((bonus) => [bonus.id, bonus]))
  const open = new Map(found.filter(isOpen).map(({ playerId, id }) => [playerId, id]))
  const changed = new Set<bigint>()
  const wagers: Wager[] = []
  const late: LateShare[] = []

  return {
    byId: (id: bigint) => bonuses.get(id),

    /** The bonus that could pay here, whether or not its time is over. */
    openOf(playerId: bigint, currency: string): Bonus | null {
      const id = open.get(playerId)
      const bonus = id === undefined ? undefined : bonuses.get(id)
      return bonus && isOpen(bonus) && bonus.currency === currency ? bonus : null
    },

    kindOf: (game: string): GameKind => kinds.get(game) ?? { sysname: game, type: '', provider: '' },

    took(step: { changed: readonly Bonus[]; wagers: readonly Wager[]; late: readonly LateShare[] }) {
      for (const bonus of step.changed) {
        bonuses.set(bonus.id, bonus)
        changed.add(bonus.id)
      }
      wagers.push(...step.wagers)
      late.push(...step.late)
    },

    /** Rows, the players' open bonuses, and the news; the next of the queue is opened by who hears it. */
    async write(tx: Tx, announce: Announce): Promise<void> {
      if (changed.size === 0) return
      const after = [...bonuses.values()].filter(({ id }) => changed.has(id))
      const before = new Map(found.map((bonus) => [bonus.id, bonus]))
      const ended = after.filter((bonus) => !isOpen(bonus) && isOpen(before.get(bonus.id) ?? bonus))
      await Promise.all([
        writeBonuses(tx, after, wagers),
        ...(ended.length > 0
          ? [
              setOpenBonuses(
                tx,
                ended.map(({ playerId }) => ({ playerId, bonusId: null })),
              ),
            ]
          : []),
        ...ended.map(({ id, playerId }) =>
          announce(tx, 'bonus.ended', { bonusId: String(id), playerId: String(playerId) }),
        ),
        ...late.map(({ bonusId, amount, left, provider, transaction }) =>
          announce(tx, 'bonus.late', {
            bonusId: String(bonusId),
            amount: String(amount),
            left: String(left),
            key: `late:${provider}:${transaction}`,
          }),
        ),
      ])
    },
  }
}
