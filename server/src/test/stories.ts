import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { effort } from './effort.ts'
import { inLanes, keyOf, Model, modelHouse, type Op, start } from './wallet-model.ts'

/** The same numbers in every run (mulberry32). */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/**
 * Stories of many calls against the model: this part of them, of so many. Parts are files of their own, so that both
 * cores of a machine tell them.
 */
export async function tellStories(part: number, parts: number) {
  const { here, ask, load, receivable, balancesNow, players: newPlayers } = await modelHouse()
  const stories = Array.from({ length: effort.modelStories }, (_, at) => at).filter((at) => at % parts === part)

  describe(`stories, part ${part + 1} of ${parts}`, () => {
    test(`${stories.length} of up to forty calls, some of them repeated, changed or early`, {
      timeout: 180_000 * effort.timeoutFactor,
    }, async () => {
      const owedBefore = await receivable()
      const players = await newPlayers(stories.length)
      const models = players.map(() => new Model(start.minor))
      const wrong: string[] = []
      await inLanes(players, 64, async (player, at) => {
        const [trial, model] = [stories[at], models[at]]
        if (trial === undefined || !model) throw new Error('no story for this player')
        const next = numbers(trial + 1)
        for (let call = 0, length = 5 + next(36); call < length; call += 1) {
          const kind = (['bet', 'bet', 'win', 'betwin', 'rollback', 'rollback'] as const)[next(6)] ?? 'bet'
          const id = (number: number) => `l${trial}.${number}`
          const op: Op = {
            kind,
            // Now and then an id that was used, or one that will be.
            id: id(next(8) === 0 ? next(call + 2) : call),
            round: `l${trial}-${next(3)}`,
            staked: kind === 'bet' || kind === 'betwin' ? BigInt(next(7) === 0 ? 0 : next(600)) : 0n,
            won: kind === 'win' || kind === 'betwin' ? BigInt(next(9) === 0 ? 0 : next(900)) : 0n,
            meant: kind === 'rollback' ? id(next(call + 3)) : '',
          }
          if (op.meant === op.id) continue
          for (let times = next(10) === 0 ? 2 : 1; times > 0; times -= 1) {
            const [wanted, said] = [model.step(op), await ask(player, op)]
            if (wanted !== said) wrong.push(`${JSON.stringify(keyOf(op))} ${op.id}: ${wanted}, but ${said}`)
          }
        }
      })
      expect(wrong).toEqual([])
      expect(await balancesNow(players)).toEqual(models.map(({ balance }) => balance))
      const owed = models.reduce((sum, model) => sum + model.owed, 0n)
      // One story in fifty ends in debt, the first of them by number 80: fewer stories would not try it.
      expect(owed).toBeGreaterThan(0n)
      expect((await receivable()) - owedBefore).toBe(owed)
    })

    test('and nothing was made or lost, and hardly one call had to be sent again', async () => {
      const { rows } = await sql<{ sum: string; below: number }>`select sum(balance)::text as sum,
        count(*) filter (where player_id is not null and balance < 0)::int as below from wallet_purse`.execute(
        here.db.sql,
      )
      expect(rows).toEqual([{ sum: '0', below: 0 }])
      // To be too busy is the exception.
      expect(load.refused).toBeLessThan(load.calls / 100)
    })
  })
}
