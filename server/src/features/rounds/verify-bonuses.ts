import type { JobContext } from '../../context.ts'
import { lockPlayers } from '../account/account.ts'
import { bettingProof, bonusProof, isOpen, type ProvenBonus } from '../bonuses/bonuses.ts'
import { balancesOfAll } from '../wallet/wallet.ts'
import { type BonusBooks, readBonusBooks } from './batch/bonus-proof-store.ts'

const most = 50

type Proof = { bonuses: number; faults: string[] }

/**
 * Bonuses against everything that is known of them beside their own rows: counted stakes, the books of rounds, purses,
 * and the player's row. Players are locked while they are looked at, so that what is compared belongs together.
 */
export async function verifyBonuses(house: Pick<JobContext, 'sql' | 'begin'>, { isRecent = false } = {}) {
  const proof: Proof = { bonuses: 0, faults: [] }
  for (let after = 0n; ; ) {
    const playerIds = await bonusProof.listHolders(house.sql, { after, most, isRecent })
    const last = playerIds.at(-1)
    if (last === undefined) break
    await house.begin(async (tx) => {
      const locked = await lockPlayers(tx, playerIds)
      const [bonuses, books, purses] = await Promise.all([
        bonusProof.read(tx, playerIds),
        readBonusBooks(tx, playerIds),
        balancesOfAll(tx, playerIds),
      ])
      const byId = new Map(books.map((each) => [each.id, each]))
      proof.bonuses += bonuses.length
      for (const bonus of bonuses) proof.faults.push(...faultsOf(bonus, byId.get(bonus.id)))
      for (const { playerId, openBonusId } of locked) {
        const own = bonuses.filter((bonus) => bonus.playerId === playerId)
        proof.faults.push(...faultsOfPlayer({ playerId, openBonusId, own, purses: purses.get(playerId) ?? [] }))
      }
    })
    after = last
  }
  await proveBetting(house, proof, isRecent)
  return proof
}

/** The same for betting bonuses, whose players may be others. */
async function proveBetting(house: Pick<JobContext, 'sql' | 'begin'>, proof: Proof, isRecent: boolean): Promise<void> {
  for (let after = 0n; ; ) {
    const playerIds = await bettingProof.listHolders(house.sql, { after, most, isRecent })
    const last = playerIds.at(-1)
    if (last === undefined) return
    await house.begin(async (tx) => {
      await lockPlayers(tx, playerIds)
      const purses = await balancesOfAll(tx, playerIds)
      const { bonuses, faults } = await bettingProof.prove(tx, playerIds, (playerId) => purses.get(playerId) ?? [])
      proof.bonuses += bonuses
      proof.faults.push(...faults)
    })
    after = last
  }
}

/** One bonus by itself. */
function faultsOf(bonus: ProvenBonus, books: BonusBooks | undefined): string[] {
  const { id, state, required, progress, wagered, openRounds, inRounds, base, converted, forfeited, maxConversion } =
    bonus
  const { counted = 0n, openRounds: rounds = 0, inRounds: staked = 0n } = books ?? {}
  const checks: [boolean, string][] = [
    [progress === wagered, `progress ${progress} is not the sum of its counted stakes, ${wagered}`],
    [progress === counted, `progress ${progress} is not that of the stakes that stand, ${counted}`],
    [progress <= required, `progress ${progress} is more than the requirement ${required}`],
    [openRounds === rounds, `${openRounds} open rounds, but the books have ${rounds}`],
    [inRounds === staked, `${inRounds} in open rounds, but the books have ${staked}`],
    [state !== 'completed' || base === converted + forfeited, `base ${base} is not ${converted} and ${forfeited}`],
    [maxConversion === null || converted <= maxConversion, `${converted} was converted, over the most`],
    [state === 'completed' || converted === 0n, 'money of a bonus that is not completed was converted'],
    [bonus.waiting === 0n || state === 'issued' || state === 'queued', 'winnings wait for a bonus that is not to come'],
  ]
  return checks.flatMap(([isRight, what]) => (isRight ? [] : [`bonus ${id}: ${what}`]))
}

type Looked = {
  playerId: bigint
  openBonusId: bigint | null
  own: readonly ProvenBonus[]
  purses: readonly { kind: string; currency: string; balance: bigint }[]
}

/** Bonus money belongs to the one that is open, and the player's row names it. */
function faultsOfPlayer({ playerId, openBonusId, own, purses }: Looked): string[] {
  const open = own.filter(isOpen)
  const faults: string[] = []
  if (open.length > 1) faults.push(`player ${playerId}: ${open.length} open bonuses`)
  if ((open[0]?.id ?? null) !== openBonusId) {
    faults.push(`player ${playerId}: the row names bonus ${openBonusId}, open is ${open[0]?.id ?? null}`)
  }
  for (const { kind, currency, balance } of purses) {
    if (kind === 'bonus' && balance > 0n && open[0]?.currency !== currency)
      faults.push(`player ${playerId}: ${balance} ${currency} of bonus money without an open bonus`)
  }
  return faults
}

/** Every hour, those that something could have happened to. */
export async function checkBonusesHourly(ctx: Pick<JobContext, 'sql' | 'begin' | 'log'>): Promise<void> {
  const { bonuses, faults } = await verifyBonuses(ctx, { isRecent: true })
  if (faults.length > 0) ctx.log.error({ faults: faults.slice(0, 20), count: faults.length }, 'bonuses are wrong')
  else ctx.log.info({ bonuses }, 'bonuses agree with books and purses')
}
