import { isCurrency, toDecimal } from '@croupier/contract/money'
import type { JobContext } from '../../context.ts'
import type { NewsSource } from '../../ports/public-source.ts'
import { readPot } from './pots.ts'
import { pots } from './rules.ts'

/** How the pots stand, whenever one of them moved. */
export function potNews({ sql }: Pick<JobContext, 'sql'>): NewsSource {
  let told = ''
  return {
    topic: 'jackpots',
    async read() {
      const amounts = Object.fromEntries(
        await Promise.all(pots.map(async ({ id }) => [id, wireOf(await readPot(sql, id))])),
      )
      const text = JSON.stringify(amounts)
      if (text === told) return null
      told = text
      return amounts
    },
    skip: () => {},
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
