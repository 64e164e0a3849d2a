import type { Db } from '../../context.ts'
import { stoodBets } from '../bets/bets.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { readStepsOfPlayer } from './bet-store.ts'
import { clubFeed, readLastDays } from './feed-store.ts'
import { asWorkedIn, compareLines, onePoint, smallerOf, type WorkedStep, workLines } from './rules.ts'
import { readCharactersOf, readClubPlayer, readSwitchesOf } from './store.ts'
import { type ClubTerms, readClubTerms, termsOf } from './terms.ts'
import { readPlayLines } from './work-in.ts'
import { playLineOf } from './work-in-bets.ts'

export type Recomputed = {
  playerId: bigint
  /** From play, by the formula and by the ledger. */
  points: bigint
  given: bigint
  /** What does not agree; none is a yes. */
  differences: string[]
}

const portion = 5_000n

/** Points of a player anew, from the first line of its purses to where the feed is, with bets that were counted. Nothing is written. */
export async function recomputePoints(db: Db, playerId: bigint, terms?: ClubTerms): Promise<Recomputed> {
  const [club, cursors, days, switches, characters, lines, known] = await Promise.all([
    readClubPlayer(db, playerId),
    clubFeed.readCursors(db, [playerId]),
    readLastDays(db, playerId, 100_000),
    readSwitchesOf(db, [playerId]),
    readCharactersOf(db, [playerId]),
    readPointLines(db, playerId),
    terms ?? readClubTerms(db),
  ])
  const [play, bets] = await Promise.all([readAllPlay(db, playerId, cursors), readBetSteps(db, playerId)])
  const member = {
    program: club.program,
    switches: switches.get(playerId) ?? [],
    characters: characters.get(playerId) ?? [],
  }
  const {
    points,
    rest,
    days: played,
  } = workLines({ rest: 0n, days: new Map() }, asWorkedIn(play, bets.steps), termsOf(known, member))
  const given = sum(lines.filter(({ ref }) => ref === 'play'))
  const earned = sum(lines.filter(({ reason }) => reason === 'points'))
  const balance = (await ledgerLines.findPurse(db, playerId, 'points', 'PTS'))?.balance ?? 0n
  const stored = new Map(days.map(({ day, parts }) => [day, parts]))
  const names = [...new Set([...played.keys(), ...stored.keys()])].sort()
  const differences = [
    ...bets.gone,
    ...differ('points of play', points, given),
    ...differ('rest', rest, club.rest),
    ...differ('all points', club.earned, earned),
    ...differ('balance', balance, sum(lines)),
    ...names.flatMap((day) => differ(`day ${day}`, played.get(day) ?? 0n, stored.get(day) ?? 0n)),
    ...(rest >= onePoint ? ['a whole point was left in the rest'] : []),
  ]
  return { playerId, points, given, differences }
}

const sum = (lines: readonly { amount: bigint }[]) => lines.reduce((all, { amount }) => all + amount, 0n)
const differ = (what: string, is: bigint, stored: bigint) => (is === stored ? [] : [`${what}: ${is}, stored ${stored}`])

async function readPointLines(db: Db, playerId: bigint) {
  const purse = await ledgerLines.findPurse(db, playerId, 'points', 'PTS')
  return purse ? ledgerLines.read(db, [{ purse: purse.id, after: 0n, upTo: purse.seq }]) : []
}

async function readAllPlay(db: Db, playerId: bigint, cursors: readonly { purse: bigint; seq: bigint }[]) {
  const purses = await ledgerLines.mainPurses(db, [playerId])
  const found: Awaited<ReturnType<typeof readPlayLines>> = []
  for (const { purse, seq } of cursors) {
    const currency = purses.find((each) => each.purse === purse)?.currency
    if (currency === undefined) continue
    for (let after = 0n; after < seq; after += portion) {
      const upTo = smallerOf(seq, after + portion)
      found.push(...(await readPlayLines(db, [{ purse, playerId, currency, after, upTo }])))
    }
  }
  return found.sort(compareLines)
}

/** Steps of bets in the order in which they were counted, by what the bets say today; `gone` are those that they do not. */
async function readBetSteps(db: Db, playerId: bigint): Promise<{ steps: WorkedStep[]; gone: string[] }> {
  const counted = await readStepsOfPlayer(db, playerId)
  const found = await stoodBets.countedSteps(db, [...new Set(counted.map(({ betId }) => betId))])
  const known = new Map(found.map((step) => [`${step.betId}:${step.n}`, step]))
  const steps: WorkedStep[] = []
  const gone: string[] = []
  for (const { betId, n, seqs } of counted) {
    const step = known.get(`${betId}:${n}`)
    if (step?.playerId === playerId) steps.push({ line: playLineOf(step), seqs })
    else gone.push(`bet ${betId}: its step ${n} counts nothing, but was counted`)
  }
  return { steps, gone }
}
