import { parseConfig } from '../config.ts'
import { tellPlayer } from '../db/announce.ts'
import { begin, type Database, type Tx } from '../db/db.ts'
import { type FoundPlayer, lockPlayer, noteEvent, readStanding, setBanned } from '../features/account/account.ts'
import { endPlayerSessions, readSessions } from '../features/auth/auth.ts'
import { signInStanding } from '../features/limits/limits.ts'
import { endSessions as endGameSessions } from '../features/rounds/rounds.ts'
import { cashierUsage, readCashierCommand } from './cashier-commands.ts'
import { forPlayer, type ReadCommand, type Result } from './command.ts'
import { freespinUsage, readFreespinCommand } from './freespin-commands.ts'
import { gamesUsage, readGamesCommand } from './game-commands.ts'
import { ledgerUsage, readLedgerCommand } from './ledger-commands.ts'

type Command = (db: Database, player: FoundPlayer) => Promise<string[]>

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** At once, on every node: the streams of the player's pages hear it when the transaction commits. */
async function endSessions(tx: Tx, playerId: bigint): Promise<string> {
  const ended = await endPlayerSessions(tx, playerId)
  await endGameSessions(
    tx,
    ended.map(({ id }) => id),
  )
  await tellPlayer(tx, playerId, 'session')
  return `${plural(ended.length, 'session')} ended`
}

const ban: Command = (db, { playerId, login }) =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const { isBanned } = await readStanding(tx, playerId)
    await setBanned(tx, playerId, true)
    if (!isBanned) await noteEvent(tx, playerId, 'banned', null)
    const ended = await endSessions(tx, playerId)
    return [isBanned ? `${login} was banned already; ${ended}.` : `${login} is banned; ${ended}.`]
  })

const unban: Command = (db, { playerId, login }) =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const { isBanned } = await readStanding(tx, playerId)
    if (!isBanned) return [`${login} is not banned.`]
    await setBanned(tx, playerId, false)
    await noteEvent(tx, playerId, 'unbanned', null)
    return [`${login} may come in again.`]
  })

const endAll: Command = (db, { playerId, login }) =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    await noteEvent(tx, playerId, 'sessionsClosed', null)
    return [`${login}: ${await endSessions(tx, playerId)}.`]
  })

const who: Command = async ({ sql }, { playerId }) => {
  const standing = await readStanding(sql, playerId)
  const exclusion = await signInStanding(sql, playerId)
  const sessions = await readSessions(sql, playerId)
  const words = [
    ...(standing.isBanned ? ['banned'] : []),
    ...(standing.isDeleted ? ['deleted'] : []),
    ...(standing.isExcluded ? ['excluded'] : []),
    ...(standing.isRegistrationCompleted ? [] : ['registration not completed']),
  ]
  return [
    `id            ${playerId}`,
    `login         ${standing.login}`,
    `nickname      ${standing.fakename}`,
    `registered    ${standing.regTime.toISOString()}`,
    `country       ${standing.countryCode ?? 'unknown'}`,
    `currency      ${standing.currency}`,
    `state         ${words.join(', ') || 'open'}`,
    `exclusion     ${exclusionText(exclusion)}`,
    `identity      ${standing.isVerified ? 'verified' : standing.isOnVerification ? 'being checked' : 'not verified'}`,
    `two-factor    ${standing.twoFactorMethod ?? 'off'}`,
    `open sessions ${sessions.length}`,
  ]
}

function exclusionText(standing: Awaited<ReturnType<typeof signInStanding>>): string {
  if (standing.kind === 'free') return 'none'
  if (standing.kind === 'returnNeeded') return 'over; the player has not asked to return'
  if (standing.kind === 'returnWaits') return `over; opens at ${standing.until.toISOString()}`
  return standing.until ? `until ${standing.until.toISOString()}` : 'for good'
}

const commands = new Map<string, Command>([
  ['ban', ban],
  ['unban', unban],
  ['sessions end', endAll],
  ['who', who],
])

export const usage = [
  'npm run operator -- ban <login>           blocks a player and ends all sessions',
  'npm run operator -- unban <login>         lets a blocked player in again',
  'npm run operator -- sessions end <login>  ends all sessions of a player',
  'npm run operator -- who <login>           tells how a player stands',
  ...cashierUsage,
  ...freespinUsage,
  ...gamesUsage,
  ...ledgerUsage,
  'npm run operator -- backup <folder>       copies the embedded database of a running site, with its secrets',
  'npm run operator -- restore <folder> <data dir>  puts a backup into an empty folder',
  '',
  'The login is a login, a confirmed e-mail address or a confirmed phone number.',
]

/** `ban <login>`: what is about one player and needs nothing else. */
const readPlayerCommand: ReadCommand = (words) => {
  const login = words.at(-1)
  const command = commands.get(words.slice(0, -1).join(' '))
  if (!command || !login) return null
  return ({ db }) => forPlayer(db, login, async (player) => ({ lines: await command(db, player), code: 0 }))
}

const readers: ReadCommand[] = [
  readPlayerCommand,
  readCashierCommand,
  readFreespinCommand,
  readGamesCommand,
  readLedgerCommand,
]

/** Null when the words are no command. */
export const readCommand: ReadCommand = (words) => {
  for (const read of readers) {
    const run = read(words)
    if (run) return run
  }
  return null
}

export async function run(db: Database, words: readonly string[], config = parseConfig({})): Promise<Result> {
  const run = readCommand(words)
  return run ? run({ db, config }) : { lines: usage, code: 2 }
}
