import type { Refusal } from '@croupier/contract/refusals'
import type { Config } from '../../config.ts'
import type { Tx } from '../../context.ts'
import type { Cups } from '../../ports/cups.ts'
import { playerFacts } from '../campaigns/campaigns.ts'
import { type Gates, openGates } from '../limits/limits.ts'
import { ledgerLines, openGroupCommit } from '../wallet/wallet.ts'
import { type ClubSide, readClubSides } from './club-store.ts'
import { type Fee, payFees, takeCost } from './entry-cost.ts'
import { cupFeed } from './feed-store.ts'
import { joinRefusal, type KnownPlayer, mayJoin, readJoinFacts, unknownTournament } from './join.ts'
import { databaseMoment, enterTournament, entriesAmong, lockWhileOpen, type Tournament } from './store.ts'

type Job = { playerId: bigint; tournamentId: bigint }
type Options = {
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  config: Pick<Config, 'jurisdiction'>
}

/**
 * A crowd that wants the last places of a tournament would wait for its row one by one, each with a connection of its
 * own. So what comes together is decided together: each question once for all of them, in the order in which they came.
 */
export function openCups({ begin, config: { jurisdiction } }: Options) {
  const groupCommit = openGroupCommit<Job, Refusal | null>({
    begin,
    run: (tx, jobs) => joinAll(tx, jobs, jurisdiction),
  })
  const join: Cups['join'] = async (asked) => {
    const refusal = await groupCommit.submit(asked)
    if (refusal) throw refusal
  }
  return { join, close: groupCommit.close }
}

async function joinAll(
  tx: Tx,
  jobs: readonly Job[],
  jurisdiction: Config['jurisdiction'],
): Promise<(Refusal | null)[]> {
  const playerIds = [...new Set(jobs.map(({ playerId }) => playerId))]
  const gates = await openGates(tx, { playerIds, jurisdiction })
  const refused = new Map(jobs.map((job) => [job, askGate(gates, job)]))
  const admitted = Map.groupBy(
    jobs.filter((job) => !refused.get(job)),
    ({ tournamentId }) => tournamentId,
  )
  // The players are locked, so what is read of them stays true while the tournaments are locked, for as little as can be.
  const known = await readCrowd(tx, playerIds)
  const purses = await ledgerLines.mainPurses(tx, playerIds)
  const tournaments = await lockWhileOpen(tx, [...admitted.keys()])
  const inside = new Set<bigint>()
  const fees: Fee[] = []
  for (const [id, asking] of admitted) {
    const tournament = tournaments.get(id)
    if (!tournament) for (const job of asking) refused.set(job, unknownTournament())
    else for (const playerId of await enterAll(tx, { tournament, asking, known, refused, fees })) inside.add(playerId)
  }
  const begun = purses.filter(({ playerId }) => inside.has(playerId))
  await cupFeed.addCursors(tx, begun)
  await payFees(tx, fees)
  await gates.write()
  return jobs.map((job) => refused.get(job) ?? null)
}

function askGate(gates: Gates, { playerId }: Job): Refusal | null {
  if (!gates.knows(playerId)) throw new Error('no such player')
  return gates.ask({ playerId, want: 'offer' })
}

type Known = ReadonlyMap<bigint, KnownPlayer>

/** Points are not asked for here: where a tournament costs some, players are looked at one by one. */
async function readCrowd(tx: Tx, playerIds: readonly bigint[]): Promise<Known> {
  const [facts, clubs] = [await playerFacts.readCrowd(tx, playerIds), await readClubSides(tx, playerIds)]
  const clubOf = (id: bigint): ClubSide => clubs.get(id) ?? { isOff: false, tickets: new Set() }
  return new Map([...facts].map(([id, about]) => [id, { facts: about, club: clubOf(id), points: 0n }]))
}

type Entering = {
  tournament: Tournament
  asking: readonly Job[]
  known: Known
  refused: Map<Job, Refusal | null>
  /** What those who came in pay when all are in. */
  fees: Fee[]
}

/** Those who came in; in `refused` stands why the others did not. */
async function enterAll(tx: Tx, { tournament, asking, known, refused, fees }: Entering): Promise<bigint[]> {
  const { id, terms } = tournament
  const playerIds = asking.map(({ playerId }) => playerId)
  const entries = await entriesAmong(tx, id, playerIds)
  const at = await databaseMoment(tx)
  const hasCost = terms.fee_points !== undefined || terms.by_ticket
  const coming: bigint[] = []
  for (const job of asking) {
    const { playerId } = job
    const entry = entries.get(playerId) ?? null
    // Again is no mistake, also where the place was the last.
    if (entry?.state === 'in' || coming.includes(playerId)) continue
    const player = hasCost ? await readPayer(tx, playerId, fees) : known.get(playerId)
    if (!player) throw new Error('a player who was not read')
    const no = mayJoin({ ...tournament, players: tournament.players + coming.length }, entry, player, at)
    if (no) refused.set(job, joinRefusal(no))
    else coming.push(playerId)
    if (!no && hasCost) await enterAtCost(tx, { tournament, playerId, at, fees })
  }
  if (!hasCost && coming.length > 0) await enterTournament(tx, { tournamentId: id, playerIds: coming, at })
  return coming
}

/** One who is about to pay for another tournament has less now, and one ticket less. */
async function readPayer(tx: Tx, playerId: bigint, fees: readonly Fee[]): Promise<KnownPlayer> {
  const known = await readJoinFacts(tx, playerId)
  const own = fees.filter((fee) => fee.playerId === playerId)
  return { ...known, points: own.reduce((left, { amount }) => left - amount, known.points) }
}

type Paying = Pick<Entering, 'tournament' | 'fees'> & { playerId: bigint; at: Date }

async function enterAtCost(tx: Tx, { tournament, playerId, at, fees }: Paying): Promise<void> {
  const [joinNo] = await enterTournament(tx, { tournamentId: tournament.id, playerIds: [playerId], at })
  if (joinNo === undefined) throw new Error('an entry without a number')
  const fee = await takeCost(tx, tournament, { tournamentId: tournament.id, playerId, joinNo })
  if (fee) fees.push(fee)
}
