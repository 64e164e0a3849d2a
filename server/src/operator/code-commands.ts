import { begin } from '../db/db.ts'
import { listCodeRows, makeCodes, stopCodeRows } from '../features/campaigns/campaigns.ts'
import { loadSecrets } from '../secrets.ts'
import type { Command, RunCommand } from './command.ts'

const mostMade = 10_000
const mostListed = 200
const dayMs = 86_400_000

const readMake: Command['read'] = ({ words: [offer = '', countWord, daysWord] }) => {
  const [count, days] = [Number(countWord), daysWord === undefined ? null : Number(daysWord)]
  if (!isCount(count, mostMade) || (days !== null && !isCount(days, 3_650))) return null
  return async ({ db, config }) => {
    const { documentKey } = loadSecrets(config.secretsDir, config)
    const endsAt = days === null ? null : new Date(Date.now() + days * dayMs)
    const made = await begin(db, (tx) => makeCodes(tx, documentKey, { offer, count, endsAt }))
    return made ? { lines: made, code: 0 } : { lines: [`No offer ${offer} is in force.`], code: 1 }
  }
}

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most

const list =
  (offer: string | null): RunCommand =>
  async ({ db }) => {
    const rows = await listCodeRows(db.sql, offer, mostListed)
    const lines = rows.map(({ id, kind, key, tail, offer: name, uses, mostUses, stoppedAt, endsAt }) => {
      const text = kind === 'shared' ? key : `……${tail}`
      const end = stoppedAt ? ', stopped' : endsAt ? `, until ${endsAt.toISOString()}` : ''
      return `${id}  ${text}  ${name}  ${uses} of ${mostUses ?? 'any'} used${end}`
    })
    return { lines: lines.length > 0 ? lines : ['There are no codes.'], code: 0 }
  }

/** A number is one code; anything else is an offer, with all its codes. */
const stop =
  (which: string): RunCommand =>
  async ({ db }) => {
    const one = /^[1-9]\d{0,17}$/.test(which) ? { id: BigInt(which) } : { offer: which }
    const stopped = await begin(db, (tx) => stopCodeRows(tx, one))
    return stopped > 0
      ? { lines: [`Stopped: ${stopped}. What was promised is kept.`], code: 0 }
      : { lines: ['No open code is meant by this.'], code: 1 }
  }

export const codeCommands: Command[] = [
  {
    form: 'codes make <offer> <n> [days]',
    about: 'prints codes for one use each, once: only their hashes are kept',
    read: readMake,
  },
  { form: 'codes list [offer]', about: 'how often codes were used', read: ({ words: [offer] }) => list(offer ?? null) },
  {
    form: 'codes stop <which>',
    about: 'ends one code by its number, or all of an offer',
    read: ({ words: [which = ''] }) => stop(which),
  },
]
