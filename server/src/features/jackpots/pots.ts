import { currencies, isCurrency } from '@croupier/contract/money'
import type { JobContext, Tx } from '../../context.ts'
import { balancesOfOwner, lockBalance, move, type Outcome, type PurseName, type Transfer } from '../wallet/wallet.ts'
import { contribute, type Pot, potOf, pots, seedOf } from './rules.ts'
import { addWin, type Rest, readRests, takeDues, tryBooking, type Win, writeRests } from './store.ts'

const ownerOf = (pot: string) => `jackpot:${pot}`
const potPurse = (pot: string, level: string, currency: string): PurseName => ({
  playerId: null,
  owner: ownerOf(pot),
  kind: level,
  currency,
})
/** Two purses of the house, so that a booking and a win never wait for each other in a circle. */
const housePurse = (kind: 'jackpots' | 'jackpot-seeds', currency: string): PurseName => ({
  playerId: null,
  owner: 'house',
  kind,
  currency,
})

const potCurrencies = Object.keys(currencies).filter((code) => code !== 'FUN')

/**
 * Every level begins with its seed, once, in every currency: a purse that exists has had it. The key is forgotten after
 * a time; it only keeps two nodes that start together from doing it twice.
 */
export async function openPots({ begin }: Pick<JobContext, 'begin'>): Promise<void> {
  for (const pot of pots) {
    await begin(async (tx) => {
      const opened = await readPot(tx, pot.id)
      for (const currency of potCurrencies) {
        const wanted = pot.levels.filter(({ sysname }) => !opened.get(currency)?.has(sysname))
        if (wanted.length > 0) await seedLevels(tx, pot, wanted, currency)
      }
    })
  }
}

async function seedLevels(tx: Tx, pot: Pot, levels: readonly Pot['levels'][number][], currency: string) {
  const transfers = levels.map(
    (level): Transfer => ({
      from: housePurse('jackpot-seeds', currency),
      to: potPurse(pot.id, level.sysname, currency),
      amount: seedOf(level, currency),
      reason: 'jackpot',
      ref: `jackpot:${pot.id}`,
    }),
  )
  const names = levels.map(({ sysname }) => sysname)
  const key = [pot.id, currency, ...names].join(':')
  const moving = { scope: 'jackpot-seed', key, playerId: null, body: {}, transfers, answer: () => null }
  mustMove(await move(tx, moving), ['moved', 'repeated'])
}

/** The house owes this money: that it did not move is a fault, and nothing of the transaction may stay. */
function mustMove({ kind }: Outcome, right: readonly Outcome['kind'][]) {
  if (!right.includes(kind)) throw new Error(`money of a pot ended as ${kind}`)
}

const mostDues = 5_000

/** Books what stakes owe. Nothing is owed twice: the notes go in the transaction in which the money moves. */
export async function bookContributions({ begin }: Pick<JobContext, 'begin'>): Promise<number> {
  return begin(async (tx) => {
    if (!(await tryBooking(tx))) return 0
    const { upTo, dues } = await takeDues(tx, mostDues)
    if (dues.length === 0) return 0
    const rests = new Map((await readRests(tx)).map((rest) => [nameOfRest(rest), rest.rest]))
    const kept: Rest[] = []
    const transfers: Transfer[] = []
    for (const { pot: id, currency, staked } of dues) {
      const pot = potOf(id)
      for (const level of pot?.levels ?? []) {
        if (!pot) continue
        const name = { pot: id, level: level.sysname, currency }
        const { amount, rest } = contribute(pot, level, { staked, rest: rests.get(nameOfRest(name)) ?? 0n })
        kept.push({ ...name, rest })
        if (amount === 0n) continue
        const to = potPurse(id, level.sysname, currency)
        transfers.push({ from: housePurse('jackpots', currency), to, amount, reason: 'jackpot', ref: `jackpot:${id}` })
      }
    }
    if (kept.length > 0) await writeRests(tx, kept)
    if (transfers.length > 0) {
      const key = String(upTo)
      const moving = { scope: 'jackpot', key, playerId: null, body: {}, transfers, answer: () => null }
      mustMove(await move(tx, moving), ['moved'])
    }
    return dues.length
  })
}

const nameOfRest = ({ pot, level, currency }: Omit<Rest, 'rest'>) => `${pot}/${level}/${currency}`

/** A level that was hit, inside the stake's transaction: everything in it for the player, and a new seed for the next. */
export async function winPot(
  tx: Tx,
  { pot, level, ...win }: Omit<Win, 'pot' | 'level' | 'won'> & { pot: Pot; level: Pot['levels'][number] },
): Promise<{ won: bigint; transfers: Transfer[] }> {
  const { currency, playerId, round } = win
  const purse = potPurse(pot.id, level.sysname, currency)
  const won = await lockBalance(tx, purse)
  if (won === 0n) return { won, transfers: [] }
  await addWin({ pot: pot.id, level: level.sysname, ...win, won }, tx)
  const ref = `round:studio:${round}`
  return {
    won,
    transfers: [
      { from: purse, to: { playerId, kind: 'main', currency }, amount: won, reason: 'jackpot', ref },
      {
        from: housePurse('jackpot-seeds', currency),
        to: purse,
        amount: seedOf(level, currency),
        reason: 'jackpot',
        ref,
      },
    ],
  }
}

/** How a pot stands, by currency and level. */
export async function readPot(
  db: Parameters<typeof balancesOfOwner>[0],
  pot: string,
): Promise<Map<string, Map<string, bigint>>> {
  const found = new Map<string, Map<string, bigint>>()
  for (const { kind, currency, balance } of await balancesOfOwner(db, ownerOf(pot))) {
    if (!isCurrency(currency)) continue
    found.set(currency, (found.get(currency) ?? new Map()).set(kind, balance))
  }
  return found
}
