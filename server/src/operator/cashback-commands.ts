import { percentText } from '@croupier/contract/cashback'
import { currencyOf, toDecimal } from '@croupier/contract/money'
import { pino } from 'pino'
import { begin } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { type CashbackRow, cashbackHouse, closeCashbackPeriods } from '../features/cashbacks/cashbacks.ts'
import { listeners } from '../jobs/events.ts'
import { openJobs } from '../jobs/jobs.ts'
import type { Command, Result, RunCommand } from './command.ts'
import { forPlayer } from './player-commands.ts'
import { withContent } from './site-content.ts'

const mostListed = 50
const no = (line: string): Result => ({ lines: [line], code: 1 })
const stretchOf = ({ startAt, endAt }: { startAt: Date; endAt: Date }) =>
  `${startAt.toISOString()} to ${endAt.toISOString()}`
const money = (amount: bigint, row: CashbackRow) => `${toDecimal(amount, currencyOf(row))} ${row.currency}`

const close: RunCommand = async ({ db }) => {
  const closed = await closeCashbackPeriods({ sql: db.sql, begin: (work) => begin(db, work) }, { isUnbound: true })
  return { lines: [`${closed} players were closed.`], code: 0 }
}

function lineOf(row: CashbackRow): string {
  const { id, scheme, state, loss, rate, amount, isOver } = row
  const how = state === 'active' && isOver ? 'expired' : state
  return `${id}  ${scheme}  ${stretchOf(row)}  ${how}  ${percentText(rate)} % of ${money(loss, row)}: ${money(amount, row)}`
}

const listAll: RunCommand = async ({ db }) => {
  const periods = await cashbackHouse.listPeriods(db.sql, mostListed)
  if (periods.length === 0) return { lines: ['No period was ever opened.'], code: 0 }
  const lines = periods.map((period) => {
    const { scheme, closedAt, players, paid, waiting } = period
    const how = closedAt ? 'closed' : 'open'
    return `${scheme}  ${stretchOf(period)}  ${how}  ${players} players, ${paid} paid, ${waiting} to claim`
  })
  return { lines, code: 0 }
}

const listOf =
  (login: string): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, async ({ playerId }) => {
      const asked = { states: null, sort: 'end_date', order: 'desc', offset: 0, count: mostListed } as const
      const { rows, total } = await cashbackHouse.list(db.sql, playerId, asked)
      if (total === 0) return { lines: ['No cashback.'], code: 0 }
      const more = total > rows.length ? [`… and ${total - rows.length} older ones`] : []
      return { lines: [...rows.map(lineOf), ...more], code: 0 }
    })

const show =
  (id: bigint): RunCommand =>
  async ({ db }) => {
    const row = await cashbackHouse.read(db.sql, id)
    if (!row) return no(`There is no cashback ${id}.`)
    const { sums, level, least, most, fromSeq, toSeq, purse, playerId, pays, template, bonusId } = row
    const at = (name: string, moment: Date | null) => (moment ? [`    ${name} ${moment.toISOString()}`] : [])
    return {
      lines: [
        lineOf(row),
        `    player ${playerId}, level ${level}, lines ${fromSeq + 1n} to ${toSeq} of purse ${purse}`,
        `    staked ${money(sums.stakes, row)}, won ${money(sums.wins, row)}, pots ${money(sums.jackpots, row)}, converted ${money(sums.conversions, row)}`,
        `    rolled back: ${money(sums.rollbacks_in, row)} in, ${money(sums.rollbacks_out, row)} out`,
        `    at least ${least === null ? 'anything' : money(least, row)}, at most ${most === null ? 'anything' : money(most, row)}`,
        `    pays ${pays === 'main' ? 'cash' : `a bonus of ${template}`}${bonusId === null ? '' : `: ${bonusId}`}`,
        ...at('closed', row.closedAt),
        ...at('to be claimed by', row.receivingExpiredAt),
        ...at('paid', row.paidOutAt),
        ...at('ended', row.endedAt),
      ],
      code: 0,
    }
  }

/** What waits, and what the player was too late for. */
const pay =
  (id: bigint): RunCommand =>
  async (site) => {
    const { db } = site
    const seen = await cashbackHouse.read(db.sql, id)
    if (!seen) return no(`There is no cashback ${id}.`)
    const jobs = await openJobs({ pool: db.pool, listeners, listener: null, log: pino({ level: 'silent' }) })
    try {
      const { announce } = jobs
      return await withContent(site, (content) =>
        begin(db, async (tx) => {
          await lockPlayer(tx, seen.playerId)
          const row = await cashbackHouse.read(tx, id)
          if (!row || (row.state !== 'active' && row.state !== 'expired')) {
            return no(`Cashback ${id} is ${row?.state}, nothing is owed.`)
          }
          await cashbackHouse.payOut({ content, announce, config: site.config }, tx, row, {
            as: row.pays,
            from: ['active', 'expired'],
          })
          return { lines: [`Cashback ${id} is paid: ${money(row.amount, row)}.`], code: 0 }
        }),
      )
    } finally {
      await jobs.close()
    }
  }

const byId = (run: (id: bigint) => RunCommand): Command['read'] => {
  return ({ words: [word = ''] }) => (/^[1-9]\d{0,17}$/.test(word) ? run(BigInt(word)) : null)
}

export const cashbackCommands: Command[] = [
  {
    form: 'cashback close',
    about: 'closes every period that is over, without waiting for the clock',
    read: () => close,
  },
  {
    form: 'cashback list [login]',
    about: 'the periods of all schemes, or the cashback of a player',
    read: ({ words: [login] }) => (login === undefined ? listAll : listOf(login)),
  },
  { form: 'cashback show <id>', about: 'sums, rule and times of one', read: byId(show) },
  {
    form: 'cashback pay <id>',
    about: 'pays one that waits to be claimed, or that the player was too late for',
    read: byId(pay),
  },
]
