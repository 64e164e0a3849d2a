import { closeGames, listGameSwitches, listGames, openGames } from '../features/games/games.ts'
import { clearCatalogue, fillCatalogue, mostFilled } from '../seeds/fill-catalogue.ts'
import type { Command, Result, RunCommand } from './command.ts'

const readFill: Command['read'] = ({ words: [word = ''] }) => {
  const count = /^[1-9]\d{0,4}$/.test(word) ? Number(word) : 0
  if (count === 0 || count > mostFilled) return null
  return async ({ db }) => {
    await fillCatalogue(db, count)
    return done(`${count} made-up games are in the hall.`)
  }
}

const clear: RunCommand = async ({ db }) => done(`${await clearCatalogue(db)} made-up games are out of the hall.`)

const showAll: RunCommand = async ({ db }) => {
  const games = await listGames(db.sql)
  const lines = games.map(({ sysname, provider, type, isLaunchable, closedFor }) => {
    const state = closedFor === null ? (isLaunchable ? 'open' : 'nobody runs it') : `closed: ${closedFor}`
    return `${sysname}  ${provider}  ${type}  ${state}`
  })
  return { lines: lines.length > 0 ? lines : ['There are no games.'], code: 0 }
}

const showClosed: RunCommand = async ({ db }) => {
  const closed = await listGameSwitches(db.sql)
  const lines = closed.map(({ scope, name, closedAt, reason }) =>
    `${scope === 'all' ? 'all' : `${scope} ${name}`}  closed since ${closedAt.toISOString()}  ${reason}`.trimEnd(),
  )
  return { lines: lines.length > 0 ? lines : ['Everything is open.'], code: 0 }
}

type Scope = 'all' | 'provider' | 'game'

const called = (scope: Scope, name: string) => (scope === 'all' ? 'All play' : `The ${scope} ${name}`)

const close =
  (scope: Scope, name: string, reason: string): RunCommand =>
  async ({ db }) => {
    const closed = await closeGames(db.sql, { scope, name, reason })
    if (closed === 'unknown') return could(`There is no ${scope} ${name}.`)
    return done(`${called(scope, name)} is closed from the next stake on.`)
  }

const open =
  (scope: Scope, name: string): RunCommand =>
  async ({ db }) => {
    const opened = await openGames(db.sql, { scope, name })
    const what = called(scope, name)
    return opened === 'done' ? done(`${what} is open again.`) : could(`${what} was not closed.`)
  }

const scopeOf = (word: string | undefined) => (word === 'provider' ? 'provider' : 'game')

const done = (line: string): Result => ({ lines: [line], code: 0 })
const could = (line: string): Result => ({ lines: [line], code: 1 })

export const gameCommands: Command[] = [
  { form: 'games list', about: 'every game and how it stands', read: () => showAll },
  { form: 'games list closed', about: 'what you closed', read: () => showClosed },
  {
    form: 'games close all [reason…]',
    about: 'takes no more stakes from this moment on; rounds that are open can be finished',
    read: ({ words }) => close('all', '', words.join(' ')),
  },
  {
    form: 'games close provider|game <name> [reason…]',
    about: 'the same for the games of one provider, or for one game by its sysname',
    read: ({ words: [scope, name = '', ...reason] }) => close(scopeOf(scope), name, reason.join(' ')),
  },
  { form: 'games open all', about: 'takes stakes again', read: () => open('all', '') },
  {
    form: 'games open provider|game <name>',
    about: 'the same for one provider or one game',
    read: ({ words: [scope, name = ''] }) => open(scopeOf(scope), name),
  },
  {
    form: 'catalogue fill <count>',
    about: `fills the hall with made-up games that have no server, at most ${mostFilled}`,
    read: readFill,
  },
  { form: 'catalogue clear', about: 'takes them out again', read: () => clear },
]
