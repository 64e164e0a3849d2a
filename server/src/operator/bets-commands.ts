import { currencyOf, toDecimal } from '@croupier/contract/money'
import { begin } from '../db/db.ts'
import { lockPlayer, noteEvent } from '../features/account/account.ts'
import { betsHouse } from '../features/bets/bets.ts'
import type { Command, Result, RunCommand } from './command.ts'
import { forPlayer } from './player-commands.ts'

const no = (line: string): Result => ({ lines: [line], code: 1 })

const show =
  (id: bigint): RunCommand =>
  async ({ db: { sql } }) => {
    const playerId = await betsHouse.findOwner(sql, id)
    const [bet] = playerId === undefined ? [] : await betsHouse.read(sql, playerId, [id])
    if (!bet) return no(`There is no bet ${id}.`)
    const currency = currencyOf(bet)
    const money = (amount: bigint) => `${toDecimal(amount, currency)} ${currency}`
    const why = bet.refusedReason === null ? '' : ` (${bet.refusedReason})`
    const shape = `${bet.kind}, ${bet.combinations} combinations, ${bet.policy} price, rules ${bet.rules}`
    const taken = await betsHouse.legs(sql, [id])
    const legs = bet.legs.map(({ parts, price }, place) => {
      const now = taken.find((leg) => leg.place === place)?.price
      return `  ${parts.map(({ pick }) => pick).join(' + ')}  asked at ${price}${now === undefined ? '' : `, taken at ${now}`}`
    })
    const steps = (await betsHouse.steps(sql, id)).map(({ n, kind, at, part, returnedAfter, actor, reason }) => {
      const sums = `${money(part)}, returned ${money(returnedAfter)}`
      return `  ${n}  ${kind}  ${sums}  ${at.toISOString()}  by ${actor}  ${reason}`.trimEnd()
    })
    const head = `Bet ${id} of player ${playerId}: ${bet.state}${why}  ${money(bet.stake)} ${bet.mode}  ${shape}`
    return { lines: [head, ...legs, ...steps], code: 0 }
  }

/** The player reads the words in the slip. */
const limit =
  (login: string, percent: number, reason: string): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, ({ playerId, login: name }) =>
      begin(db, async (tx): Promise<Result> => {
        await lockPlayer(tx, playerId)
        if (percent === 100) {
          if (!(await betsHouse.removeFactor(tx, playerId))) return no(`${name} had no limit.`)
          await noteEvent(tx, playerId, 'stakesFreed', null)
          return { lines: [`${name} may stake in full.`], code: 0 }
        }
        await betsHouse.writeFactor(tx, { playerId, factorBp: percent * 100, reason, actor: 'operator' })
        await noteEvent(tx, playerId, 'stakesLimited', null)
        return { lines: [`${name} may stake ${percent} % of what others may, and reads why.`], code: 0 }
      }),
    )

export const betsCommands: Command[] = [
  {
    form: 'bets show <id>',
    about: 'a bet with its legs and every step of its money',
    read: ({ words: [id = ''] }) => (/^[1-9]\d{0,17}$/.test(id) ? show(BigInt(id)) : null),
  },
  {
    form: 'bets limit <login> <percent> <word> [words…]',
    about: 'how much of the usual stakes a player may bet; the player reads the words, and 100 lifts it',
    read: ({ words: [login = '', percent = '', ...words] }) =>
      /^(100|[1-9]?\d)$/.test(percent) ? limit(login, Number(percent), words.join(' ')) : null,
  },
]
