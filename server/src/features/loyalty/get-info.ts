import type { LoyaltyInfo } from '@croupier/contract/methods/loyalty'
import type { Db, Operation, PlayerContext } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { readProfile } from '../account/account.ts'
import { ledgerLines, readStatement } from '../wallet/wallet.ts'
import { readLastDays } from './feed-store.ts'
import { wireLevels } from './programs.ts'
import { restsOf, reviewsOf } from './review-levels.ts'
import { keepOf, reviewAt } from './review-rules.ts'
import { readReviews } from './review-store.ts'
import { dayOf, experienceOf, keptOf, lastDays, levelRange } from './rules.ts'
import { type ClubPlayer, readCharacterChoice, readClubPlayer } from './store.ts'
import { type ClubTerms, programNow, programOn, readClubTerms, usualFor } from './terms.ts'
import { clubFlags, readProgramTexts } from './texts.ts'

const chartDays = 14

export const getLoyaltyInfo: Operation<'loyalty.getinfo'> = async (ctx) => {
  const { sql: db, player } = ctx
  const [club, terms, purse, days, now, flags] = await Promise.all([
    readClubPlayer(db, player.id),
    readClubTerms(db),
    ledgerLines.findPurse(db, player.id, 'points', 'PTS'),
    readLastDays(db, player.id, chartDays),
    readNow(db),
    clubFlags(ctx),
  ])
  const own = club.program ?? usualFor(terms, await readProfile(db, player.id))
  const program = programNow(terms, own)
  const ladder = program?.terms.levels ?? []
  const texts = program === null ? undefined : (await readProgramTexts(ctx)).get(program.sysname)
  const today = dayOf(now.getTime())
  const played = new Map(days.map(({ day, parts }) => [day, parts]))
  const kept = lastDays(now.getTime(), chartDays).map((day) => {
    const most = programOn(terms, own, day)?.most_per_day ?? 0
    return { day, points: Number(keptOf(played.get(day) ?? 0n, most)) / 1_000 }
  })
  return {
    id: String(player.id),
    uid: String(player.id),
    is_active: flags.isOn && club.isActive,
    points: Number(purse?.balance ?? 0n),
    pointsAlias: 'PTS',
    character: flags.hasCharacters ? await characterOf(ctx) : null,
    levels: wireLevels({ levels: ladder }, texts).map((level) => ({
      ...level,
      is_current: level.id === club.level,
      is_reached: level.id <= club.level,
    })),
    expCount: Number(experienceOf(club.earned, club.rest)),
    ...levelRange(ladder, club.level),
    program: program && { sysname: program.sysname, title: texts?.title || program.sysname },
    today: {
      points: kept.find(({ day }) => day === today)?.points ?? 0,
      most: programOn(terms, own, today)?.most_per_day ?? program?.terms.most_per_day ?? 0,
    },
    days: kept,
    review: await reviewFor(db, { terms, club: { ...club, program: own }, nowMs: now.getTime() }),
  }
}

type Member = { terms: ClubTerms; club: ClubPlayer; nowMs: number }

async function reviewFor(db: Db, { terms, club, nowMs }: Member): Promise<LoyaltyInfo['review']> {
  const { playerId, level, earned, rest } = club
  const program = reviewsOf(terms, club.program, nowMs)
  const [period] = program ? await readReviews(db, [playerId]) : []
  if (!program || !period) return null
  const atMs = reviewAt(period.fromMs, program.review_months, await restsOf(db, playerId), nowMs)
  return {
    at: new Date(Math.max(atMs, nowMs)).toISOString(),
    keep: Number(keepOf(program.levels, level)),
    earned: Number(experienceOf(earned, rest) - period.base),
  }
}

async function characterOf({ sql: db, player, content, locale }: PlayerContext): Promise<LoyaltyInfo['character']> {
  const id = (await readCharacterChoice(db, player.id))?.character ?? (await readProfile(db, player.id)).characterId
  const { auth } = await content.config(locale)
  const found = auth.characters.find((character) => character.id === id)
  return found ? { id: found.id, name: found.name, image: found.image } : null
}

/** The statement of the purse of points. */
export const getPointsHistory: Operation<'loyalty.getHistory'> = async ({ sql: db, player }, { count, offset }) => {
  const asked = { playerId: player.id, kind: 'points', currency: 'PTS' } as const
  const { seq, lines } = await readStatement(db, asked, { offset, count })
  return {
    items: lines.map(({ atMs, amount, balance, reason, ref, hash }) => ({
      at: new Date(Number(atMs)).toISOString(),
      amount: Number(amount),
      balance: Number(balance),
      reason,
      ref,
      hash: hash.toString('hex'),
    })),
    total: Number(seq),
    offset,
    limit: count,
  }
}
