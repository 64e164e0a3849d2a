import { isCurrency, toDecimal } from '@croupier/contract/money'
import type { JobContext } from '../context.ts'
import { bookContributions, pots, readPot } from '../features/jackpots/jackpots.ts'
import { newWinners } from '../features/winners/winners.ts'
import { describe } from './errors.ts'
import type { openStreams } from './stream.ts'

type Parts = {
  house: Pick<JobContext, 'sql' | 'begin' | 'content' | 'i18n' | 'log'>
  streams: Pick<Awaited<ReturnType<typeof openStreams>>, 'count' | 'shout'>
}

const pauseMs = 2_000
const mostWinners = 10

/**
 * What every open page may see move: pots and winners. Each node looks for itself, so nobody has to be told; it looks
 * only while somebody listens. The contributions of the last moments are booked on the way.
 */
export function openPublicNews({ house, streams }: Parts) {
  const { sql, content, i18n, log } = house
  let told = ''
  let since = new Date()
  let work = Promise.resolve()

  async function look() {
    await bookContributions(house)
    if (streams.count() === 0) {
      since = new Date()
      return
    }
    const amounts = Object.fromEntries(
      await Promise.all(pots.map(async ({ id }) => [id, wireOf(await readPot(sql, id))])),
    )
    const text = JSON.stringify(amounts)
    if (text !== told) streams.shout('jackpots', amounts)
    told = text
    const { defaultLocale: locale } = await i18n.locales()
    const winners = await newWinners({ sql, content, locale }, since, mostWinners)
    const last = winners.at(-1)
    if (!last) return
    since = new Date(last.at)
    streams.shout('winners', { items: winners })
  }

  const timer = setInterval(() => {
    // One look at a time, however slow the database is.
    work = work.then(look).catch((error: unknown) => log.warn({ fault: describe(error) }, 'news could not be read'))
  }, pauseMs)
  timer.unref()

  return {
    async close() {
      clearInterval(timer)
      await work
    },
  }
}

const wireOf = (pot: Map<string, Map<string, bigint>>) =>
  Object.fromEntries(
    [...pot].flatMap(([currency, levels]) =>
      isCurrency(currency)
        ? [[currency, Object.fromEntries([...levels].map(([level, minor]) => [level, toDecimal(minor, currency)]))]]
        : [],
    ),
  )
