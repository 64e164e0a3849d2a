import { currencies, currencyOf } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { printPick } from '@croupier/sportsbook/pick'
import { sql } from 'kysely'
import type { Operation } from '../../../context.ts'
import { nameOf, sportsForBets } from '../../sports/sports.ts'
import { readBetPart, readCashOutParts, readLegParts, readRulingParts, readStepParts } from './record-store.ts'

/** Read in one transaction: what a bet was settled with and what it gave are of the same moment. */
export const getBetRecord: Operation<'bets.getRecord'> = ({ player, begin, locale }, { id }) =>
  begin(async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx)
    const betId = BigInt(id)
    const found = await readBetPart(tx, player.id, betId)
    if (!found) throw new Refusal('InvalidParameter:BET_UNKNOWN', { message: 'You have no such bet' })
    const { made_at: madeAt, ...bet } = found
    const legs = await readLegParts(tx, betId)
    const [markets, events, rulings, steps, cashOuts] = await Promise.all([
      sportsForBets.marketRecords(
        tx,
        legs.map(({ market }) => BigInt(market)),
      ),
      sportsForBets.eventRecords(
        tx,
        legs.map(({ event }) => BigInt(event)),
      ),
      readRulingParts(tx, betId),
      readStepParts(tx, betId),
      readCashOutParts(tx, betId),
    ])
    const marketOf = new Map(markets.map((market) => [market.id, market]))
    return {
      record: {
        ...{ form: 'bet/1', made_at: madeAt, rulings, steps, markets, cash_outs: cashOuts },
        bet: { ...bet, decimals: currencies[currencyOf(bet)].decimals },
        legs: legs.map(({ event, outcome, ...leg }) => {
          const { type = '', period = '', line = null } = marketOf.get(leg.market) ?? {}
          return { ...leg, pick: printPick({ event, type, period, line, outcome }) }
        }),
        events: events.map(({ homeNames, awayNames, ...event }) => ({
          ...event,
          home: nameOf(homeNames, locale),
          away: nameOf(awayNames, locale),
        })),
      },
    }
  })
