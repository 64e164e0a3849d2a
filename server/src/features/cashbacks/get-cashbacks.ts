import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { amountIn, cashbackTerms } from '@croupier/contract/promotion-terms'
import type { Operation, PlayerContext } from '../../context.ts'
import { live } from '../campaigns/campaigns.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { reckonAll } from './close-periods.ts'
import { readOpenPeriods } from './period-store.ts'
import { listCashbacks, readClosedOf } from './store.ts'
import { titlesOfSchemes, wireCashback, wireRunning } from './wire.ts'

/** Those that run stand first; how many there are is a matter of the schemes, so they are counted and cut by hand. */
export const getCashbacks: Operation<'cashbacks.get'> = async (ctx, { statuses, sort, order, count, offset }) => {
  const titles = await titlesOfSchemes(ctx)
  const running = !statuses || statuses.includes('accruing') ? await readRunning(ctx, titles) : []
  const states = statuses ? statuses.filter((state) => state !== 'accruing') : null
  const isAscending = order === 'asc'
  // In ascending order they are the last, so every row comes before them.
  const first = isAscending ? offset : Math.max(0, offset - running.length)
  const room = isAscending ? count : count - Math.max(0, running.length - offset)
  const found = await listCashbacks(ctx.sql, ctx.player.id, {
    ...{ states, sort, order, offset: first },
    count: Math.max(room, 0),
  })
  const rows = found.rows.map((row) => wireCashback(row, titles))
  const from = isAscending ? Math.max(0, offset - found.total) : offset
  const shown = running.slice(from, from + count - (isAscending ? rows.length : 0))
  return {
    items: isAscending ? [...rows, ...shown] : [...shown, ...rows],
    total: found.total + running.length,
    offset,
    limit: count,
  }
}

/** Periods that run, or are over and wait to be closed, as they would end now. */
async function readRunning(ctx: PlayerContext, titles: ReadonlyMap<string, string>): Promise<WireCashback[]> {
  const { sql: db, player } = ctx
  const { currency } = player.standing
  const [periods, purse] = await Promise.all([
    readOpenPeriods(db),
    ledgerLines.findPurse(db, player.id, 'main', currency),
  ])
  if (!purse) return []
  const shown: WireCashback[] = []
  for (const period of periods) {
    const terms = cashbackTerms.parse(period.terms)
    const { known, reach } = await readClosedOf(db, period, [player.id])
    if (known.has(player.id)) continue
    const purses = [{ purse: purse.id, playerId: player.id, currency }]
    const [running] = await reckonAll(db, { period, terms, purses, reach })
    if (running)
      shown.push(wireRunning(period, terms, running, { titles, template: await templateOf(db, terms, currency) }))
  }
  return shown
}

async function templateOf(
  db: PlayerContext['sql'],
  { pays }: Pick<ReturnType<typeof cashbackTerms.parse>, 'pays'>,
  currency: string,
): Promise<unknown> {
  const template = pays === 'main' ? null : await live['bonus-templates'].read(db, pays.template)
  return template && amountIn(template.terms.min_balance, currency) !== null ? template.body : null
}
