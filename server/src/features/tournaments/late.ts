import type { Db } from '../../context.ts'
import { stoodBets } from '../bets/bets.ts'
import { stoodRounds } from '../rounds/rounds.ts'
import { isOverBets, stretchOf } from './score.ts'
import { entriesIn, listTournaments, type Tournament } from './store.ts'

const page = 200

/** All that have a result, as far back as they are listed. */
async function* finished(db: Db): AsyncGenerator<Tournament> {
  for (let offset = 0; ; offset += page) {
    const { rows } = await listTournaments(db, { status: 'finished', ids: null, count: page, offset })
    for (const tournament of rows) if (tournament.state === 'finished') yield tournament
    if (rows.length < page) return
  }
}

/** What came or was taken back after the cut of a result: the result stands, and an operator may want to know. */
export async function lateLines(db: Db): Promise<string[]> {
  const lines: string[] = []
  for await (const tournament of finished(db)) {
    for (let after = 0n; ; ) {
      const entries = await entriesIn(db, tournament.id, { after, count: page })
      const last = entries.at(-1)
      if (!last) break
      after = last.playerId
      const stretches = entries.map((entry) => stretchOf(entry, tournament))
      if (isOverBets(tournament)) {
        for (const { playerId, provider, round, kind, at } of await stoodBets.lateSteps(
          db,
          stretches,
          tournament.cutAt,
        )) {
          lines.push(`${tournament.sysname}  player ${playerId}  ${provider}/${round}  ${kind}  ${at.toISOString()}`)
        }
        continue
      }
      for (const call of await stoodRounds.lateCalls(db, stretches, tournament.cutAt)) {
        const what = call.isRollback ? `${call.kind} rolled back` : call.kind
        lines.push(
          `${tournament.sysname}  player ${call.playerId}  ${call.provider}/${call.round}  ${what}  ${call.at.toISOString()}`,
        )
      }
    }
  }
  return lines
}
