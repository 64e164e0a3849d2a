// Recomputes rounds offline: node verify-round.mjs round.json
// The file is what the site gives for a round (its Download button, or rounds.getRound), or a list of such records.
// Nothing is fetched or sent.
import { readFileSync } from 'node:fs'
import { UnknownGame, verifyPot, verifyRound } from './verify.ts'

type Amount = { amount: string; currency: string }
type Record = {
  game: { sysname: string }
  version: string
  is_closed?: boolean
  staked: Amount
  won: Amount
  mode?: string
  /** Who paid for each call, the opening stake first; records of an earlier time leave it out. */
  actions?: { paid_by?: { main: Amount; bonus: Amount } }[]
  play: {
    stake: Amount
    choices: unknown[]
    standings: { staked: Amount; won: Amount; view: unknown }[]
    client_seed: string
    nonce: number
    hash: string
    server_seed: string | null
    jackpot: { level?: string; won: Amount } | null
  } | null
}

/** Decimal text without its point: minor units, since all amounts of a round have the same decimals. */
const minor = ({ amount }: Amount) => BigInt(amount.replace('.', ''))

/** 0: right, 1: wrong, 2: it cannot be said. */
function end(text: string, code: 1 | 2): never {
  console.log(text)
  process.exit(code)
}

function read(file: string): Record[] {
  let told: unknown
  try {
    told = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    end(error instanceof SyntaxError ? `${file} is not JSON.` : `${file} cannot be read.`, 2)
  }
  const isObject = (value: unknown): value is { data?: unknown } => typeof value === 'object' && value !== null
  const isRecord = (value: unknown): value is Record =>
    isObject(value) && 'game' in value && 'play' in value && 'staked' in value && 'won' in value
  const records = Array.isArray(told) ? told : [isObject(told) && told.data ? told.data : told]
  return records.map((record: unknown) => (isRecord(record) ? record : end(`${file} holds no record of a round.`, 2)))
}

async function recompute({ game, version }: Record, play: NonNullable<Record['play']>, serverSeed: string) {
  try {
    const { choices, client_seed: clientSeed, nonce } = play
    const stake = minor(play.stake)
    return await verifyRound({ game: game.sysname, version, stake, choices, serverSeed, clientSeed, nonce })
  } catch (error) {
    if (error instanceof UnknownGame) end(`This verifier does not have ${error.message}: get the one of that time.`, 2)
    const why = error instanceof Error ? error.message : String(error)
    end(`The record cannot be recomputed: ${why}.`, 2)
  }
}

async function verify(record: Record) {
  const { play, staked, won } = record
  if (!play) end('This round was played at another provider, whose seeds we do not have.', 2)
  if (!play.server_seed)
    end('The seed of this round is not revealed yet: change your seed on the fairness page first.', 2)
  const { hash, blocks, standings } = await recompute(record, play, play.server_seed)
  for (const [cursor, block] of blocks.entries()) console.log(`block ${cursor}  ${block}`)
  if (hash !== play.hash) end(`WRONG: the seed does not have the hash that was shown before: ${hash}`, 1)
  if (standings.length !== play.standings.length) end('WRONG: the record leaves steps out', 1)
  for (const [at, standing] of standings.entries()) {
    const said = play.standings[at]
    const isSame =
      said !== undefined &&
      JSON.stringify(standing.view) === JSON.stringify(said.view) &&
      standing.staked === minor(said.staked) &&
      standing.won === minor(said.won)
    if (!isSame) end(`WRONG: step ${at + 1} comes out as ${JSON.stringify(standing.view)}`, 1)
  }
  checkMoney(record, play, standings.at(-1))
  await checkPot(record, play, play.server_seed)
  console.log(`RIGHT: all ${standings.length} steps, staked ${staked.amount}, won ${won.amount} ${won.currency}`)
}

/** What was booked must be what the rules give: a round that was shown rightly and paid too little is wrong. */
function checkMoney(
  { staked, won, is_closed: isClosed }: Record,
  { jackpot }: NonNullable<Record['play']>,
  last: { staked: bigint; won: bigint } | undefined,
) {
  if (!last || isClosed === false) return
  if (minor(staked) === 0n && minor(won) === 0n)
    end('VOID: the stakes of this round went back; the house owes a reason.', 2)
  const due = last.won + (jackpot ? minor(jackpot.won) : 0n)
  if (minor(staked) !== last.staked) end(`WRONG: ${staked.amount} was taken, ${last.staked} minor units were staked`, 1)
  if (minor(won) !== due) end(`WRONG: ${won.amount} was paid, ${due} minor units were won`, 1)
}

/** The pot is drawn with the units of own money alone: twice the stake, twice the chance, nothing for bonus money. */
async function checkPot(
  { game, mode, actions }: Record,
  { client_seed: clientSeed, nonce, jackpot }: NonNullable<Record['play']>,
  serverSeed: string,
) {
  const paid = actions?.[0]?.paid_by
  if (!paid || mode !== 'real') return
  const { main, bonus } = paid
  const claim = { game: game.sysname, serverSeed, clientSeed, nonce, own: minor(main), currency: main.currency }
  const level = await verifyPot(claim)
  if (level === undefined) return
  if (level !== (jackpot?.level ?? null))
    end(`WRONG: the pot comes out as ${level ?? 'no hit'}, the record says ${jackpot?.level ?? 'no hit'}`, 1)
  console.log(`pot: ${level ?? 'no hit'}, drawn with ${main.amount} of own money, ${bonus.amount} of bonus money`)
}

const [file] = process.argv.slice(2)
if (!file) end('node verify-round.mjs round.json', 2)
for (const record of read(file)) await verify(record)
