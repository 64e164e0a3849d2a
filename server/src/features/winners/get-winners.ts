import { hash } from 'node:crypto'
import { jackpotLevels } from '@croupier/contract/games'
import type { Winner, WinnerNews } from '@croupier/contract/methods/jackpots'
import { isCurrency, toWire } from '@croupier/contract/money'
import type { Config } from '../../config.ts'
import type { Context, Operation } from '../../context.ts'
import { facesOf } from '../account/account.ts'
import { rememberedCards } from '../games/games.ts'
import { readJackpotRounds } from '../jackpots/jackpots.ts'
import { latestWins, type NetWin, winsAfter, winsOfRounds } from '../rounds/rounds.ts'
import { readBoard } from './board.ts'
import { multipleOf, periodDays, worthOf } from './rules.ts'

type Asking = Pick<Context, 'sql' | 'content' | 'catalogue' | 'locale'> & { config: Pick<Config, 'isSandboxOn'> }

async function tell(asking: Asking, wins: readonly NetWin[]): Promise<Winner[]> {
  const { sql, config } = asking
  const [faceOf, cards] = await Promise.all([
    facesOf(
      sql,
      wins.map(({ playerId }) => playerId),
    ),
    rememberedCards(
      asking,
      wins.map(({ game }) => game),
    ),
  ])
  return wins.flatMap((win) => {
    const { currency, jackpot } = win
    if (!isCurrency(currency)) return []
    const { fakename, isHidden, isDemo } = faceOf(win.playerId)
    // A folder that once was a sandbox: what its players won by themselves is no news any more.
    if (isDemo && !config.isSandboxOn) return []
    const level = jackpotLevels.find((known) => known === win.jackpotLevel)
    return {
      // The round's own id is its owner's alone.
      id: hash('sha256', `${win.provider}:${win.round}`).slice(0, 24),
      fakename: isHidden ? null : fakename,
      is_demo_player: isDemo,
      game: cards.get(win.game) ?? { sysname: win.game, name: win.game, image_url: '' },
      staked: toWire(win.staked, currency),
      won: toWire(win.won, currency),
      multiple: multipleOf(win),
      jackpot: jackpot && level ? { id: jackpot, level } : null,
      at: win.at.toISOString(),
    }
  })
}

async function worthFor({ content, locale }: Asking) {
  const { site } = await content.config(locale)
  return worthOf(site.currencyRates, site.defaultCurrency)
}

/** Any visitor may ask, and the last page of all wins would be all the work there is: further back is not shown. */
const mostBack = 2_000

export const getWinners: Operation<'Jackpots.getWinners'> = async (context, { kind, jackpot, count, offset }) => {
  const { sql } = context
  if (jackpot !== undefined) {
    const hits = await readJackpotRounds(sql, jackpot, { count: mostBack, offset: 0 })
    const page = hits.slice(offset, offset + count).map(({ round }) => round)
    const wins = new Map((await winsOfRounds(sql, page)).map((win) => [win.round, win]))
    const items = await tell(
      context,
      page.flatMap((round) => wins.get(round) ?? []),
    )
    return { items, total: hits.length, offset, limit: count }
  }
  if (kind === 'biggest') {
    const ranking = { days: periodDays.week, worth: await worthFor(context), isPerPlayer: false }
    const wins = await readBoard(sql, ranking, mostBack)
    const items = await tell(context, wins.slice(offset, offset + count))
    return { items, total: wins.length, offset, limit: count }
  }
  // One more than asked tells whether there is more; all wins of all time are not counted for a feed.
  const rows = offset >= mostBack ? [] : await latestWins(sql, { count: count + 1, offset })
  return { items: await tell(context, rows.slice(0, count)), total: offset + rows.length, offset, limit: count }
}

export const getLeaderboard: Operation<'leaderboard.get'> = async (context, { period, kind, count, offset }) => {
  const { sql, player } = context
  const worth = await worthFor(context)
  const ranking = { days: periodDays[period], worth, isPerPlayer: true, isByMultiple: kind === 'multiples' }
  const wins = await readBoard(sql, ranking, mostBack)
  const faceOf = await facesOf(
    sql,
    wins.map(({ playerId }) => playerId),
  )
  // Who is shut out leaves at once, also with what was won before.
  const isLeftOut = (playerId: bigint) => {
    const { isHidden, isShut, isDemo } = faceOf(playerId)
    return isHidden || isShut || (isDemo && !context.config.isSandboxOn)
  }
  const shown = wins.filter(({ playerId }) => !isLeftOut(playerId))
  const rows = shown.slice(offset, offset + count)
  const told = await tell(context, rows)
  const items = told.flatMap(({ fakename, is_demo_player, won, game, multiple, at }, index) =>
    fakename === null
      ? []
      : {
          ...{ place: offset + index + 1, fakename, is_demo_player, won, game, multiple, at },
          is_own: rows[index]?.playerId === player?.id,
        },
  )
  return { items, total: shown.length, offset, limit: count }
}

/** What is new since a moment or a place, for pages that are open, whatever their locale. */
export async function newWinners(
  asking: Asking & { locales: readonly string[] },
  after: Date | string,
  most: number,
): Promise<WinnerNews[]> {
  const { sql, catalogue, locales } = asking
  const winners = await tell(asking, await winsAfter(sql, after, most))
  if (winners.length === 0) return []
  const names = winners.map(({ game }) => game.sysname)
  const cards = await Promise.all(
    locales.map(async (locale) => ({ locale, games: await rememberedCards({ catalogue, locale }, names) })),
  )
  return winners.map((winner) => ({
    ...winner,
    games: Object.fromEntries(
      cards.map(({ locale, games }) => [locale, games.get(winner.game.sysname) ?? winner.game]),
    ),
  }))
}
