import { tellPlayer } from '../db/announce.ts'
import { begin, type Database, type Tx } from '../db/db.ts'
import {
  type FoundPlayer,
  findByLogin,
  lockPlayer,
  noteEvent,
  readStanding,
  setBanned,
} from '../features/account/account.ts'
import { endPlayerSessions, readSessions } from '../features/auth/auth.ts'
import { signInStanding } from '../features/limits/limits.ts'
import { endSessions as endGameSessions } from '../features/rounds/rounds.ts'
import type { Command, Result } from './command.ts'

type PlayerWork = (db: Database, player: FoundPlayer) => Promise<string[]>

export async function forPlayer(
  db: Database,
  login: string,
  work: (player: FoundPlayer) => Promise<Result>,
): Promise<Result> {
  const player = await findByLogin(db.sql, login)
  return player ? work(player) : { lines: [`No player is called ${login}.`], code: 1 }
}

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

const ban: PlayerWork = (db, { playerId, login }) =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const { isBanned } = await readStanding(tx, playerId)
    await setBanned(tx, playerId, true)
    if (!isBanned) await noteEvent(tx, playerId, 'banned', null)
    const ended = await endSessions(tx, playerId)
    return [isBanned ? `${login} was banned already; ${ended}.` : `${login} is banned; ${ended}.`]
  })

const unban: PlayerWork = (db, { playerId, login }) =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const { isBanned } = await readStanding(tx, playerId)
    if (!isBanned) return [`${login} is not banned.`]
    await setBanned(tx, playerId, false)
    await noteEvent(tx, playerId, 'unbanned', null)
    return [`${login} may come in again.`]
  })

const endAll: PlayerWork = (db, { playerId, login }) =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    await noteEvent(tx, playerId, 'sessionsClosed', null)
    return [`${login}: ${await endSessions(tx, playerId)}.`]
  })

const who: PlayerWork = async ({ sql }, { playerId }) => {
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

/** What is about one player and needs nothing else. */
const aboutPlayer = (form: string, about: string, work: PlayerWork): Command => ({
  form,
  about,
  read:
    ({ words: [login = ''] }) =>
    ({ db }) =>
      forPlayer(db, login, async (player) => ({ lines: await work(db, player), code: 0 })),
})

export const playerCommands: Command[] = [
  aboutPlayer('ban <login>', 'blocks a player and ends all sessions', ban),
  aboutPlayer('unban <login>', 'lets a blocked player in again', unban),
  aboutPlayer('sessions end <login>', 'ends all sessions of a player', endAll),
  aboutPlayer('who <login>', 'tells how a player stands', who),
]
