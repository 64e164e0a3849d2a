import { type Currency, currencyOf, fromDecimal, isCurrency, toDecimal } from '@croupier/contract/money'
import { begin } from '../db/db.ts'
import { lockPlayer, readStanding } from '../features/account/account.ts'
import { bettingHouse } from '../features/bonuses/bonuses.ts'
import { live } from '../features/campaigns/campaigns.ts'
import { arePromotionsOpen } from '../features/limits/limits.ts'
import type { Command, Result, RunCommand } from './command.ts'
import { forPlayer } from './player-commands.ts'

const mostListed = 50
const no = (line: string): Result => ({ lines: [line], code: 1 })
const money = (amount: bigint, currency: Currency) => `${toDecimal(amount, currency)} ${currency}`

type Row = Awaited<ReturnType<typeof bettingHouse.list>>['rows'][number]

function lineOf(bonus: Row): string {
  const { id, template, type, state, endReason, amount, held, staked, source, slip } = bonus
  const currency = currencyOf(bonus)
  const how = endReason ? `${state} (${endReason})` : state
  const where = slip ? `, last bet ${slip}` : ''
  const sums = `${money(held, currency)} here, ${money(staked, currency)} in bets`
  return `${id}  ${template}  ${type}  ${how}  ${money(amount, currency)}  ${sums}${where}  by ${source}`
}

const list =
  (login: string): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, async ({ playerId }) => {
      const page = { status: undefined, count: mostListed, offset: 0 }
      const { rows, total } = await bettingHouse.list(db.sql, playerId, page)
      if (total === 0) return { lines: ['No betting bonuses.'], code: 0 }
      const more = total > rows.length ? [`… and ${total - rows.length} older ones`] : []
      return { lines: [...rows.map(lineOf), ...more], code: 0 }
    })

type Granting = { login: string; template: string; key: string; amountWord: string }

/** Issued: nothing moves before the player says yes. The same key grants once. Without an amount, that of the template. */
const grant =
  ({ login, template, key, amountWord }: Granting): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, async ({ playerId, login: name }) => {
      const found = await live['betting-templates'].read(db.sql, template)
      if (!found || found.stoppedAt) return no(`No template ${template} is in force.`)
      const { currency, isExcluded, isDeleted } = await readStanding(db.sql, playerId)
      const usual = bettingHouse.amountOf(found.terms, currency)
      if (!isCurrency(currency) || usual === null) return no(`${template} is not offered in ${currency}.`)
      const amount = amountWord === '' ? usual : fromDecimal(amountWord, currency)
      if (amount === null || (usual === 0n) !== (amount === 0n)) return no('An amount is above zero, such as 5.00.')
      if (isExcluded || isDeleted || !(await arePromotionsOpen(db.sql, playerId))) {
        return no(`${name} gets no bonuses now.`)
      }
      const issued = await begin(db, async (tx) => {
        await lockPlayer(tx, playerId)
        const granted = { playerId, source: 'operator', sourceKey: `operator:${key}`, template } as const
        return bettingHouse.issue(tx, { ...granted, terms: found.body, version: found.hash, currency, amount })
      })
      if (!issued.isNew) return no(`This key has granted a betting bonus already: ${issued.id}.`)
      return { lines: [`${name} may activate betting bonus ${issued.id}: ${money(amount, currency)}.`], code: 0 }
    })

/** What is not in a bet goes back to the house, and the player reads the words. */
const revoke =
  (id: bigint, words: string): RunCommand =>
  async ({ db }) => {
    const seen = await bettingHouse.read(db.sql, id)
    if (!seen) return no(`There is no betting bonus ${id}.`)
    return begin(db, async (tx) => {
      await lockPlayer(tx, seen.playerId)
      const bonus = await bettingHouse.read(tx, id)
      if (!bonus || bonus.endedAt !== null) return no(`Betting bonus ${id} is over: ${bonus?.state}.`)
      if (bonus.state === 'used' && bonus.type !== 'wagering') return no(`Betting bonus ${id} is in bet ${bonus.slip}.`)
      await bettingHouse.end(tx, bonus, { state: 'removed', reason: 'operator', note: words })
      return { lines: [`Betting bonus ${id} is removed.`], code: 0 }
    })
  }

export const bettingCommands: Command[] = [
  {
    form: 'betting-bonuses list <login>',
    about: 'the betting bonuses of a player, one line each',
    read: ({ words: [login = ''] }) => list(login),
  },
  {
    form: 'betting-bonuses grant <login> <template> <key> [amount]',
    about: 'a betting bonus that the player may activate; the same key grants once',
    read: ({ words: [login = '', template = '', key = '', amountWord = ''] }) =>
      grant({ login, template, key, amountWord }),
  },
  {
    form: 'betting-bonuses revoke <id> <word> [words…]',
    about: 'ends a betting bonus that is not in a bet; the player reads the words',
    read: ({ words: [idWord = '', ...words] }) =>
      /^[1-9]\d{0,17}$/.test(idWord) ? revoke(BigInt(idWord), words.join(' ')) : null,
  },
]
