// `node studio/make-vectors.ts` writes public/vectors.json: rounds of every title with their seeds and what came out,
// for a reader who writes a verifier of their own. Only new versions of the mathematics may change a line of it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { studioGames } from './games.ts'
import { habitsOf } from './simulator/title.ts'
import { sha256, verifyRound } from './verify.ts'

const file = join(import.meta.dirname, 'public/vectors.json')
const roundsOfEach = 3
/** Where the simulator counts exactly and plays nothing. */
const openings: Record<string, unknown> = { plinth: { rows: 12, risk: 'medium' } }
const mostChoices = 60

const money = (minor: bigint) => ({
  amount: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`,
  currency: 'EUR',
})

const records: unknown[] = []
for (const { about, maths } of studioGames) {
  const { opening, strategy } = await habitsOf(about.sysname)
  for (let nonce = 0; nonce < roundsOfEach; nonce += 1) {
    const serverSeed = await sha256(Buffer.from(`${about.sysname} ${nonce}`).toString('hex'))
    const claim = { game: about.sysname, version: maths.version, stake: 100n, serverSeed, clientSeed: 'vector', nonce }
    const choices = [openings[about.sysname] ?? opening]
    let verdict = await verifyRound({ ...claim, choices })
    while (!verdict.standings.at(-1)?.isOver && choices.length < mostChoices) {
      choices.push(strategy(verdict.standings.at(-1)?.view))
      verdict = await verifyRound({ ...claim, choices })
    }
    const last = verdict.standings.at(-1)
    records.push({
      game: { sysname: about.sysname },
      version: maths.version,
      staked: money(last?.staked ?? 0n),
      won: money(last?.won ?? 0n),
      is_closed: last?.isOver ?? false,
      play: {
        stake: money(claim.stake),
        choices,
        standings: verdict.standings.map(({ staked, won, isOver, view }) => ({
          staked: money(staked),
          won: money(won),
          is_over: isOver,
          view,
        })),
        client_seed: claim.clientSeed,
        nonce,
        hash: verdict.hash,
        server_seed: serverSeed,
        blocks: verdict.blocks,
      },
    })
  }
}
writeFileSync(file, `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`)
