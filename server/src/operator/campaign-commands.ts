import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { begin } from '../db/db.ts'
import { findByLogin } from '../features/account/account.ts'
import {
  checkDraft,
  costsOf,
  listPublished,
  publishDraft,
  readUnkept,
  reportOf,
  stopPublished,
  writeSegment,
} from '../features/campaigns/campaigns.ts'
import { readPaidAmong } from '../features/cashier/cashier.ts'
import { tournamentHouse } from '../features/tournaments/tournaments.ts'
import type { Command, Result, RunCommand, RunningSite } from './command.ts'
import { withContent } from './site-content.ts'

type Found = Awaited<ReturnType<typeof listPublished>>[number]

const no = (...lines: string[]): Result => ({ lines, code: 1 })

const list: RunCommand = (site) =>
  withContent(site, async (content) => {
    const all = await listPublished(site.db.sql, { content })
    if (all.length === 0) return { lines: ['Nothing has a money part.'], code: 0 }
    const width = Math.max(...all.map(({ kind, sysname }) => kind.length + sysname.length + 1))
    const lines = all.map(({ kind, sysname, state, row }) => {
      const since = row && state !== 'never published' ? ` (${row.hash}, ${row.publishedAt.toISOString()})` : ''
      return `${`${kind}/${sysname}`.padEnd(width)}  ${state}${since}`
    })
    return { lines, code: 0 }
  })

/** `welcome`, or `campaigns/welcome` where two kinds have the name. */
const forRecord = (site: RunningSite, word: string, work: (found: Found) => Promise<Result>): Promise<Result> =>
  withContent(site, async (content) => {
    const all = await listPublished(site.db.sql, { content })
    const found = all.filter(({ kind, sysname }) => sysname === word || `${kind}/${sysname}` === word)
    const [one] = found
    if (!one) return no(`Nothing with a money part is called ${word}.`)
    if (found.length > 1) return no(`Say which: ${found.map(({ kind, sysname }) => `${kind}/${sysname}`).join(', ')}.`)
    return work(one)
  })

/** `wagering.times: 30 → 35`: what differs, leaf by leaf. */
function differences(was: unknown, is: unknown, path = ''): string[] {
  if (isDeepStrictEqual(was, is)) return []
  if (!isParts(was) || !isParts(is)) return [`${path || 'all'}: ${leaf(was)} → ${leaf(is)}`]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return keys.flatMap((key) => differences(was[key], is[key], path === '' ? key : `${path}.${key}`))
}

const isParts = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const leaf = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value))

function tell({ kind, sysname, state, row, draft }: Found): string[] {
  const lines = [`${kind}/${sysname}: ${state}`]
  if (row) lines.push(`published ${row.publishedAt.toISOString()} by ${row.actor}, version ${row.hash}`)
  if (!draft) return lines
  if (!row) return [...lines, JSON.stringify(draft.body, null, 2)]
  return [...lines, ...differences(row.body, draft.body)]
}

/** With the word it is in force; without it the operator sees what would be. */
export const publishRecord =
  (name: string, word: string | undefined): RunCommand =>
  (site) =>
    forRecord(site, name, async (found) => {
      const { draft } = found
      if (!draft) return no(`${name} is gone from the content.`)
      const { db, config } = site
      const faults = await checkDraft(db.sql, draft, config.jurisdiction)
      if (faults.length > 0) return no(`${name} is not published:`, ...faults)
      const costs = await costsOf(db.sql, draft)
      if (word === undefined) {
        return no(...tell(found), ...costs, `Nothing is published yet: say it again with the word publish.`)
      }
      const late = await begin(db, (tx) =>
        publishDraft(tx, draft, { actor: 'operator', jurisdiction: config.jurisdiction }),
      )
      if (late.length > 0) return no(`${name} is not published:`, ...late)
      return { lines: [`${draft.kind}/${draft.sysname} is in force, version ${draft.hash}.`, ...costs], code: 0 }
    })

const report =
  (name: string, fromWord: string | undefined, toWord: string | undefined): RunCommand =>
  async ({ db }) => {
    const [from, to] = [readDay(fromWord), readDay(toWord)]
    const lines = await reportOf(db.sql, name, { from, to })
    if (!lines) return no(`No campaign ${name} was ever published.`)
    return { lines: lines.length > 0 ? lines : ['Nothing was claimed.'], code: 0 }
  }

const readDay = (word: string | undefined) => (word === undefined ? null : new Date(word))
const isDay = (word: string | undefined) => word === undefined || !Number.isNaN(Date.parse(word))

const missedMinutes = 10
const mostMissed = 200

/** Paid and not given, and what could not be given; a deposit that nobody has paid yet is not missed. */
const missed: RunCommand = async ({ db }) => {
  const unkept = await readUnkept(db.sql, missedMinutes, mostMissed)
  const paid = await readPaidAmong(
    db.sql,
    unkept.flatMap(({ entryId }) => entryId ?? []),
  )
  const lines = unkept.flatMap(({ id, offer, playerId, entryId, state, reason }) => {
    const since = entryId === null ? undefined : paid.get(entryId)
    if (state === 'promised' && (!since || since.getTime() > Date.now() - missedMinutes * 60_000)) return []
    const why = state === 'promised' ? 'paid, and not given yet' : reason
    return [`claim ${id}  ${offer}  player ${playerId}  deposit ${entryId}  ${why}`]
  })
  return { lines: lines.length > 0 ? lines : ['Every promise was kept.'], code: 0 }
}

/** A login on each line. One that is unknown stops all of it: a typing error would leave a player out in silence. */
const invite =
  (segment: string, path: string): RunCommand =>
  async ({ db }) => {
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text === null) return no(`${path} cannot be read.`)
    const logins = text.split('\n').flatMap((line) => line.trim() || [])
    const found = await Promise.all(logins.map((login) => findByLogin(db.sql, login)))
    const unknown = logins.filter((_login, at) => !found[at])
    if (unknown.length > 0)
      return no(...unknown.map((login) => `No player is called ${login}.`), 'Nothing was changed.')
    const ids = found.flatMap((player) => player?.playerId ?? [])
    await begin(db, (tx) => writeSegment(tx, segment, ids))
    return { lines: [`${segment} has ${new Set(ids).size} players.`], code: 0 }
  }

export const campaignCommands: Command[] = [
  { form: 'campaigns list', about: 'what has a money part, and whether it is in force', read: () => list },
  {
    form: 'campaigns show <sysname>',
    about: 'what differs between the content and what is in force',
    read:
      ({ words: [name = ''] }) =>
      (site) =>
        forRecord(site, name, async (found) => ({ lines: tell(found), code: 0 })),
  },
  {
    form: 'campaigns publish <sysname> [word]',
    about: 'puts the money part of a record in force, as it is written now; the word is publish',
    read: ({ words: [name = '', word] }) =>
      word === undefined || word === 'publish' ? publishRecord(name, word) : null,
  },
  {
    form: 'campaigns stop <sysname> [words…]',
    about:
      'ends new claims at once on every node; promises are kept. Of tournaments none begins any more: players read the words',
    read:
      ({ words: [name = '', ...words] }) =>
      (site) =>
        forRecord(site, name, async ({ kind, sysname }) => {
          const isCup = kind === 'tournaments'
          if (isCup && words.length === 0) return no('Say why: players of those that are to come read it.')
          const isStopped = await begin(site.db, async (tx) => {
            if (!(await stopPublished(tx, kind, sysname, 'operator'))) return false
            if (isCup) await tournamentHouse.cancelComing(tx, sysname, words.join(' '))
            return true
          })
          return isStopped
            ? { lines: [`${kind}/${sysname} takes no more claims.`], code: 0 }
            : no(`${name} is not in force.`)
        }),
  },
  {
    form: 'campaigns report <sysname> [from] [to]',
    about: 'claims, what became of them, and what it cost, by currency',
    read: ({ words: [name = '', from, to] }) => (isDay(from) && isDay(to) ? report(name, from, to) : null),
  },
  {
    form: 'campaigns invite <segment> <file>',
    about: 'the list of logins that offers of this segment are for, in place of the one before',
    read: ({ words: [segment = '', path = ''] }) =>
      /^[a-z0-9][a-z0-9-]{0,79}$/.test(segment) ? invite(segment, path) : null,
  },
  { form: 'campaigns missed', about: 'promises that were not kept within ten minutes, and why', read: () => missed },
]
