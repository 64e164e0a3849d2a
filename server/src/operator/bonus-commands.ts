import { type Currency, currencyOf, fromDecimal, isCurrency, toDecimal } from '@croupier/contract/money'
import { pino } from 'pino'
import { begin } from '../db/db.ts'
import { lockPlayer, readStanding } from '../features/account/account.ts'
import { type BonusRow, bonusHouse, issueBonus, machineOf, readBonus } from '../features/bonuses/bonuses.ts'
import { live } from '../features/campaigns/campaigns.ts'
import { arePromotionsOpen } from '../features/limits/limits.ts'
import { verifyBonuses } from '../features/rounds/rounds.ts'
import { listeners } from '../jobs/events.ts'
import { openJobs } from '../jobs/jobs.ts'
import type { Command, Result, RunCommand } from './command.ts'
import { forPlayer } from './player-commands.ts'
import { withContent } from './site-content.ts'

const mostListed = 50
const no = (line: string): Result => ({ lines: [line], code: 1 })
const money = (amount: bigint, currency: Currency) => `${toDecimal(amount, currency)} ${currency}`

function lineOf(bonus: BonusRow): string {
  const { id, template, state, endReason, amount, required, progress, source } = bonus
  const currency = currencyOf(bonus)
  const how = endReason ? `${state} (${endReason})` : state
  const wagered = `${money(progress / 10_000n, currency)} of ${money(required / 10_000n, currency)} wagered`
  return `${id}  ${template}  ${how}  ${money(amount, currency)}  ${wagered}  by ${source}`
}

function detailsOf(bonus: BonusRow): string[] {
  const currency = currencyOf(bonus)
  const { converted, forfeited, inRounds, sourceKey, offer, version, mode, endNote } = bonus
  const at = (name: string, moment: Date | null) => (moment ? [`    ${name} ${moment.toISOString()}`] : [])
  return [
    lineOf(bonus),
    `    ${mode}, key ${sourceKey}, offer ${offer ?? 'none'}, version ${version ?? 'none'}`,
    `    converted ${money(converted, currency)}, returned ${money(forfeited, currency)}, in open rounds ${money(inRounds, currency)}`,
    ...at('issued', bonus.issuedAt),
    ...at('to be taken by', bonus.state === 'issued' || bonus.state === 'queued' ? bonus.takeBy : null),
    ...at('opened', bonus.activatedAt),
    ...at('expires', bonus.endedAt ? null : bonus.expiresAt),
    ...at('ended', bonus.endedAt),
    ...(endNote ? [`    told: ${endNote}`] : []),
  ]
}

const look =
  (login: string, tell: (bonus: BonusRow) => string[]): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, async ({ playerId }) => {
      const { rows, total } = await bonusHouse.list(db.sql, playerId, {
        status: undefined,
        count: mostListed,
        offset: 0,
      })
      if (total === 0) return { lines: ['No bonuses.'], code: 0 }
      const more = total > rows.length ? [`… and ${total - rows.length} older ones`] : []
      return { lines: [...rows.flatMap(tell), ...more], code: 0 }
    })

type Granting = { login: string; template: string; amountWord: string; key: string }

/** Issued: nothing moves before the player says yes. The same key grants once. */
const grant =
  ({ login, template, amountWord, key }: Granting): RunCommand =>
  ({ db }) =>
    forPlayer(db, login, async ({ playerId, login: name }) => {
      const found = await live['bonus-templates'].read(db.sql, template)
      if (!found || found.stoppedAt) return no(`No template ${template} is in force.`)
      const { currency, isExcluded, isDeleted } = await readStanding(db.sql, playerId)
      const amount = isCurrency(currency) ? fromDecimal(amountWord, currency) : null
      if (!isCurrency(currency) || amount === null || amount <= 0n) return no('An amount is above zero, such as 5.00.')
      if (isExcluded || isDeleted || !(await arePromotionsOpen(db.sql, playerId))) {
        return no(`${name} gets no bonuses now.`)
      }
      const issued = await begin(db, async (tx) => {
        await lockPlayer(tx, playerId)
        const grantOf = { playerId, source: 'operator', sourceKey: `operator:${key}`, template } as const
        return issueBonus(tx, { ...grantOf, terms: found.body, version: found.hash, currency, amount })
      })
      if (!issued) return no(`${template} is not offered in ${currency}.`)
      if (!issued.isNew) return no(`This key has granted a bonus already: ${issued.id}.`)
      return { lines: [`${name} may take bonus ${issued.id}: ${money(amount, currency)}.`], code: 0 }
    })

/** Its money goes back to the house, and the player reads the words. What is completed is the player's. */
const revoke =
  (id: bigint, words: string): RunCommand =>
  async (site) => {
    const { db } = site
    const seen = await readBonus(db.sql, id)
    if (!seen) return no(`There is no bonus ${id}.`)
    const jobs = await openJobs({ pool: db.pool, listeners, listener: null, log: pino({ level: 'silent' }) })
    try {
      const { announce } = jobs
      const machine = await withContent(site, (content) => machineOf({ content, announce, config: site.config }))
      return await begin(db, async (tx) => {
        await lockPlayer(tx, seen.playerId)
        const bonus = await readBonus(tx, id)
        if (!bonus || bonus.endedAt !== null) return no(`Bonus ${id} is over: ${bonus?.state}.`)
        await bonusHouse.end(tx, bonus, { state: 'removed', reason: 'operator', note: words }, machine)
        return { lines: [`Bonus ${id} is removed.`], code: 0 }
      })
    } finally {
      await jobs.close()
    }
  }

const verify: RunCommand = async ({ db }) => {
  const { bonuses, faults } = await verifyBonuses({ sql: db.sql, begin: (work) => begin(db, work) })
  if (faults.length === 0) return { lines: [`${bonuses} bonuses agree with stakes, rounds and purses.`], code: 0 }
  return { lines: [...faults.slice(0, 50), `${faults.length} faults in ${bonuses} bonuses.`], code: 1 }
}

export const bonusCommands: Command[] = [
  {
    form: 'bonuses list <login>',
    about: 'the bonuses of a player, one line each',
    read: ({ words: [login = ''] }) => look(login, (bonus) => [lineOf(bonus)]),
  },
  {
    form: 'bonuses show <login>',
    about: 'the same with terms, times and what became of the money',
    read: ({ words: [login = ''] }) => look(login, detailsOf),
  },
  {
    form: 'bonuses grant <login> <template> <amount> <key>',
    about: 'a bonus that the player may take; the same key grants once',
    read: ({ words: [login = '', template = '', amountWord = '', key = ''] }) =>
      grant({ login, template, amountWord, key }),
  },
  {
    form: 'bonuses revoke <id> <word> [words…]',
    about: 'ends a bonus; the player reads the words',
    read: ({ words: [idWord = '', ...words] }) =>
      /^[1-9]\d{0,17}$/.test(idWord) ? revoke(BigInt(idWord), words.join(' ')) : null,
  },
  {
    form: 'bonuses verify',
    about: 'proves bonuses against counted stakes, books of rounds and purses; ends with 1 on a difference',
    read: ({ words }) => (words.length === 0 ? verify : null),
  },
]
