import type { Tx } from '../../context.ts'
import type { Announce } from '../../happenings.ts'
import { readProfile } from '../account/account.ts'
import { playerFacts } from '../campaigns/campaigns.ts'
import { type Movement, moveAll, type PurseName } from '../wallet/wallet.ts'
import { addClubNotices } from './notice-store.ts'
import { experienceOf, nextLevel } from './rules.ts'
import { addCharacter, addClubPlayers, type ClubPlayer, lockClubPlayers, writeClubPlayers } from './store.ts'
import { type ClubTerms, programNow, usualFor } from './terms.ts'

export const pointsOf = (playerId: bigint): PurseName => ({ playerId, kind: 'points', currency: 'PTS' })
export const houseOf = (kind: 'issue' | 'shop'): PurseName => ({
  playerId: null,
  owner: 'loyalty',
  kind,
  currency: 'PTS',
})

/** Rows of these players, new ones with the dealer of their registration. Held until the transaction ends. */
export async function lockMembers(tx: Tx, playerIds: readonly bigint[], terms: ClubTerms): Promise<ClubPlayer[]> {
  const found = await lockClubPlayers(tx, playerIds)
  const players = found.length < new Set(playerIds).size ? await addMembers(tx, playerIds) : found
  // New ones, and those who came before there was a programme.
  return Promise.all(
    players.map(async (player) => {
      if (player.program !== null || (terms.usual.casino ?? terms.usual.sports) === null) return player
      return { ...player, program: usualFor(terms, await readProfile(tx, player.playerId)) }
    }),
  )
}

/** Those who are new among them; then all are there. */
async function addMembers(tx: Tx, playerIds: readonly bigint[]): Promise<ClubPlayer[]> {
  for (const playerId of await addClubPlayers(tx, playerIds)) {
    const { characterId: character, regTime } = await readProfile(tx, playerId)
    if (character !== '') await addCharacter(tx, { playerId, character, firstAt: regTime })
  }
  return lockClubPlayers(tx, playerIds)
}

export async function lockMember(tx: Tx, playerId: bigint, terms: ClubTerms): Promise<ClubPlayer> {
  const [player] = await lockMembers(tx, [playerId], terms)
  if (!player) throw new Error('a player of the club is gone')
  return player
}

export type Earning = {
  player: ClubPlayer
  points: bigint
  scope: string
  key: string
  ref: string
  /** Whose open pages are told; points of play come in silence. */
  isTold: boolean
}

const movementOf = ({ player: { playerId }, points, scope, key, ref, isTold }: Earning): Movement => ({
  scope,
  key,
  playerId: isTold ? playerId : null,
  body: { playerId, points },
  transfers: [{ from: houseOf('issue'), to: pointsOf(playerId), amount: points, reason: 'points', ref }],
  answer: () => ({}),
})

/**
 * Points into purses, with levels that they reach. The rows are locked; their rest is written as it is handed in. A key
 * that was used before is a fault: its caller knows what it has given.
 */
export async function earn(
  { announce, terms }: { announce: Announce; terms: ClubTerms },
  tx: Tx,
  earnings: readonly Earning[],
): Promise<ClubPlayer[]> {
  const outcomes = await moveAll(tx, earnings.filter(({ points }) => points > 0n).map(movementOf))
  const wrong = outcomes.find(({ kind }) => kind !== 'moved')
  if (wrong) throw new Error(`points were not given: ${wrong.kind}`)
  const after = earnings.map(({ player, points }) => {
    const earned = player.earned + points
    const levels = programNow(terms, player.program)?.terms.levels ?? []
    const experience = experienceOf(earned, player.rest)
    const inPeriod = experience - (player.reviewBase ?? 0n)
    const level = nextLevel(levels, experience, { ...player, inPeriod })
    return { ...player, earned, level, levelNo: player.levelNo + (level === player.level ? 0 : 1) }
  })
  await writeClubPlayers(tx, after)
  const risen = after.flatMap((player, at) => {
    const before = earnings[at]?.player.level ?? player.level
    return player.level > before ? [{ player, before }] : []
  })
  for (const { player, before } of risen) await tellLevel(tx, player, before)
  await announceLevels(
    announce,
    tx,
    risen.map(({ player }) => player),
  )
  return after
}

/** Several that were passed at once are one notice, of the highest. */
async function tellLevel(tx: Tx, { playerId, level }: ClubPlayer, before: number): Promise<void> {
  const isCredit = await playerFacts.isOfferOpened(tx, playerId, { level, above: before })
  const about = { playerId, key: `level:${level}`, trigger: 'level', subject: String(level) } as const
  await addClubNotices(tx, [{ ...about, isCredit, ...(isCredit && { state: 'offer' }) }])
}

export async function announceLevels(announce: Announce, tx: Tx, players: readonly ClubPlayer[]): Promise<void> {
  for (const { playerId, level, levelNo: no } of players)
    await announce(tx, 'level.reached', { playerId: String(playerId), level, no })
}
