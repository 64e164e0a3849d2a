import { type Currency, isCurrency, toWire } from '@croupier/contract/money'
import type { Context, Operation } from '../../context.ts'
import { facesOf } from '../account/account.ts'
import { gamesOfJackpot } from '../games/games.ts'
import { readPot } from './pots.ts'
import { type Pot, pots, seedOf, stakedPerHit } from './rules.ts'
import { readLastWins } from './store.ts'

export const getJackpots: Operation<'Jackpots.get'> = async (context, { id, currency: wanted }) => {
  const { sql } = context
  const currency = await currencyFor(context, wanted)
  const chosen = pots.filter((pot) => id === undefined || pot.id === id)
  const [{ last, faceOf }, filled] = await Promise.all([
    readLast(context, currency),
    Promise.all(
      chosen.map(async (pot) => ({
        pot,
        amounts: (await readPot(sql, pot.id)).get(currency),
        games: await gamesOfJackpot(context, pot.id),
      })),
    ),
  ])
  const items = filled.map(({ pot, amounts, games }) => ({
    id: pot.id,
    name: pot.name,
    image_url: pot.image,
    contribution: (pot.contribution / 100).toFixed(2),
    games,
    levels: pot.levels.map((level) => ({
      sysname: level.sysname,
      amount: toWire(amounts?.get(level.sysname) ?? 0n, currency),
      seed: toWire(seedOf(level, currency), currency),
      staked_per_hit: toWire(stakedPerHit(level, currency), currency),
      last: lastOf(pot, level.sysname),
    })),
  }))
  return { items, total: items.length, offset: 0, limit: items.length }

  function lastOf({ id: pot }: Pot, level: string) {
    const win = last.find((each) => each.pot === pot && each.level === level)
    if (!win || !isCurrency(win.currency)) return null
    const { fakename, isHidden, isDemo } = faceOf(win.playerId)
    return {
      fakename: isHidden ? null : fakename,
      is_demo_player: isDemo,
      won: toWire(win.won, win.currency),
      at: win.at.toISOString(),
    }
  }
}

async function readLast({ sql }: Context, currency: Currency) {
  const last = await readLastWins(sql, currency)
  const faceOf = await facesOf(
    sql,
    last.map(({ playerId }) => playerId),
  )
  return { last, faceOf }
}

async function currencyFor({ player, content, locale }: Context, wanted: string | undefined): Promise<Currency> {
  const { site } = await content.config(locale)
  const code = player?.standing.currency ?? wanted ?? site.defaultCurrency
  return isCurrency(code) && code !== 'FUN' ? code : 'USD'
}
