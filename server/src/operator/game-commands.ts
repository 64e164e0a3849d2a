import { closeGames, listGames, listSwitches, openGames } from '../features/games/games.ts'
import { clearCatalogue, fillCatalogue, mostFilled } from '../seeds/fill-catalogue.ts'
import type { ReadCommand, Result, RunCommand } from './command.ts'

export const gamesUsage = [
  'npm run operator -- games list [closed]   every game and how it stands, or what you closed',
  'npm run operator -- games close all|provider <name>|game <sysname> [reason]',
  '    takes no more stakes from this moment on; rounds that are open can be finished',
  'npm run operator -- games open all|provider <name>|game <sysname>',
  `npm run operator -- catalogue fill <count>  fills the hall with made-up games that nobody runs, at most ${mostFilled}`,
  'npm run operator -- catalogue clear       takes them out again',
]

/** Null when the words are no command about games. */
export const readGamesCommand: ReadCommand = ([first, second, ...rest]) => {
  if (first === 'catalogue') return readCatalogue(second, rest)
  if (first !== 'games') return null
  if (second === 'list') return readList(rest)
  return second === 'close' || second === 'open' ? readSwitch(second, rest) : null
}

function readCatalogue(verb: string | undefined, [word, ...more]: string[]): RunCommand | null {
  if (verb === 'clear' && word === undefined) {
    return async ({ db }) => done(`${await clearCatalogue(db)} made-up games are out of the hall.`)
  }
  const count = word && /^[1-9]\d{0,4}$/.test(word) ? Number(word) : 0
  if (verb !== 'fill' || more.length > 0 || count === 0 || count > mostFilled) return null
  return async ({ db }) => {
    await fillCatalogue(db, count)
    return done(`${count} made-up games are in the hall.`)
  }
}

function readList([word, ...more]: string[]): RunCommand | null {
  if (more.length > 0) return null
  if (word === 'closed') return showClosed
  return word === undefined ? showAll : null
}

const showAll: RunCommand = async ({ db }) => {
  const games = await listGames(db.sql)
  const lines = games.map(({ sysname, provider, type, isLaunchable, closedFor }) => {
    const state = closedFor === null ? (isLaunchable ? 'open' : 'nobody runs it') : `closed: ${closedFor}`
    return `${sysname}  ${provider}  ${type}  ${state}`
  })
  return { lines: lines.length > 0 ? lines : ['There are no games.'], code: 0 }
}

const showClosed: RunCommand = async ({ db }) => {
  const closed = await listSwitches(db.sql)
  const lines = closed.map(({ scope, name, closedAt, reason }) =>
    `${scope === 'all' ? 'all' : `${scope} ${name}`}  closed since ${closedAt.toISOString()}  ${reason}`.trimEnd(),
  )
  return { lines: lines.length > 0 ? lines : ['Everything is open.'], code: 0 }
}

function readSwitch(verb: 'close' | 'open', words: string[]): RunCommand | null {
  const scope = (['all', 'provider', 'game'] as const).find((each) => each === words[0])
  if (!scope) return null
  // Everything has no name.
  const [name = '', ...rest] = scope === 'all' ? ['', ...words.slice(1)] : words.slice(1)
  if (scope !== 'all' && name === '') return null
  const called = scope === 'all' ? 'All play' : `The ${scope} ${name}`
  if (verb === 'open') {
    if (rest.length > 0) return null
    return async ({ db }) => {
      const opened = await openGames(db.sql, { scope, name })
      return opened === 'done' ? done(`${called} is open again.`) : could(`${called} was not closed.`)
    }
  }
  return async ({ db }) => {
    const closed = await closeGames(db.sql, { scope, name, reason: rest.join(' ') })
    if (closed === 'unknown') return could(`There is no ${scope} ${name}.`)
    return done(`${called} is closed from the next stake on.`)
  }
}

const done = (line: string): Result => ({ lines: [line], code: 0 })
const could = (line: string): Result => ({ lines: [line], code: 1 })
