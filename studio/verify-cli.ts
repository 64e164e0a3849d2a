// Recomputes rounds offline: node verify-round.mjs round.json
// The file is what the site gives for a round (its Download button, or rounds.getRound), or a list of such records.
// Nothing is fetched or sent.
import { readFileSync } from 'node:fs'
import { verifyRound } from './verify.ts'

type Record = {
  game: { sysname: string }
  version: string
  staked: { amount: string }
  won: { amount: string; currency: string }
  play: {
    stake: { amount: string; currency: string }
    choices: unknown[]
    standings: { staked: { amount: string }; won: { amount: string }; view: unknown }[]
    client_seed: string
    nonce: number
    hash: string
    server_seed: string | null
  } | null
}

/** Decimal text without its point: minor units, since all amounts of a round have the same decimals. */
const minor = (amount: string) => BigInt(amount.replace('.', ''))

function end(text: string, code: number): never {
  console.log(text)
  process.exit(code)
}

const [file] = process.argv.slice(2)
if (!file) end('node verify-round.mjs round.json', 2)
const told: ({ data?: Record } & Record) | Record[] = JSON.parse(readFileSync(file, 'utf8'))
for (const record of Array.isArray(told) ? told : [told.data ?? told]) await verify(record)

async function verify({ game, version, staked, won, play }: Record) {
  if (!play) end('This round was played at another provider, whose seeds we do not have.', 2)
  if (!play.server_seed)
    end('The seed of this round is not revealed yet: change your seed on the fairness page first.', 2)
  const { hash, blocks, standings } = await verifyRound({
    game: game.sysname,
    version,
    stake: minor(play.stake.amount),
    choices: play.choices,
    serverSeed: play.server_seed,
    clientSeed: play.client_seed,
    nonce: play.nonce,
  })
  for (const [cursor, block] of blocks.entries()) console.log(`block ${cursor}  ${block}`)
  if (hash !== play.hash) end(`WRONG: the seed does not have the hash that was shown before: ${hash}`, 1)
  if (standings.length !== play.standings.length) end('WRONG: the record leaves steps out', 1)
  for (const [at, standing] of standings.entries()) {
    const said = play.standings[at]
    const isSame =
      said !== undefined &&
      JSON.stringify(standing.view) === JSON.stringify(said.view) &&
      standing.staked === minor(said.staked.amount) &&
      standing.won === minor(said.won.amount)
    if (!isSame) end(`WRONG: step ${at + 1} comes out as ${JSON.stringify(standing.view)}`, 1)
  }
  console.log(`RIGHT: all ${standings.length} steps, staked ${staked.amount}, won ${won.amount} ${won.currency}`)
}
