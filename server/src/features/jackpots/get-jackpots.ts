import { type Currency, isCurrency, toWire } from '@croupier/contract/money'
import type { Context, Operation } from '../../context.ts'
import { fakenamesOf, readHidden, relations } from '../account/account.ts'
import { gamesOfJackpot } from '../games/games.ts'
import { readPot } from './pots.ts'
import { type Pot, pots, seedOf, stakedPerHit } from './rules.ts'
import { readLastWins } from './store.ts'

export const getJackpots: Operation<'Jackpots.get'> = async (context, { id, currency: wanted }) => {
  const { sql } = context
  const currency = await currencyFor(context, wanted)
  const chosen = pots.filter((pot) => id === undefined || pot.id === id)
  const last = await readLastWins(sql, currency)
  const winners = last.map(({ playerId }) => playerId)
  const hidden = await readHidden(sql, winners)
  const names = await fakenamesOf(
    sql,
    winners.filter((playerId) => !hidden.has(playerId)),
  )
  const demo = await relations.demoPlayers(sql)
  const items = await Promise.all(
    chosen.map(async (pot) => {
      const amounts = (await readPot(sql, pot.id)).get(currency)
      return {
        id: pot.id,
        name: pot.name,
        image_url: pot.image,
        contribution: (pot.contribution / 100).toFixed(2),
        games: await gamesOfJackpot(sql, pot.id),
        levels: pot.levels.map((level) => ({
          sysname: level.sysname,
          amount: toWire(amounts?.get(level.sysname) ?? 0n, currency),
          seed: toWire(seedOf(level, currency), currency),
          staked_per_hit: toWire(stakedPerHit(level, currency), currency),
          last: lastOf(pot, level.sysname),
        })),
      }
    }),
  )
  return { items, total: items.length, offset: 0, limit: items.length }

  function lastOf({ id: pot }: Pot, level: string) {
    const win = last.find((each) => each.pot === pot && each.level === level)
    if (!win || !isCurrency(win.currency)) return null
    return {
      fakename: names.get(win.playerId) ?? null,
      is_demo_player: demo.has(win.playerId),
      won: toWire(win.won, win.currency),
      at: win.at.toISOString(),
    }
  }
}

async function currencyFor({ player, content, locale }: Context, wanted: string | undefined): Promise<Currency> {
  const { site } = await content.config(locale)
  const code = player?.standing.currency ?? wanted ?? site.defaultCurrency
  return isCurrency(code) && code !== 'FUN' ? code : 'USD'
}
