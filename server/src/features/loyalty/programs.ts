import type { ProgramTerms } from '@croupier/contract/loyalty-terms'
import type { WireProgram } from '@croupier/contract/methods/loyalty'
import { isCurrency, toWire } from '@croupier/contract/money'
import { wrongField } from '@croupier/contract/refusals'
import { stakeUnit } from '@croupier/studio/engine/stakes'
import type { Context, Operation } from '../../context.ts'
import { live } from '../campaigns/campaigns.ts'
import { levelRange } from './rules.ts'
import { clubFlags, type ProgramTexts, readProgramTexts } from './texts.ts'

/** The ladder with its words. */
export const wireLevels = ({ levels }: Pick<ProgramTerms, 'levels'>, texts: ProgramTexts | undefined) =>
  levels.map(({ id, keep = null }) => {
    const words = texts?.levels.find((each) => each?.id === id)
    const { minValue, maxValue } = levelRange(levels, id)
    return {
      id,
      name: words?.name || String(id),
      image: words?.image ?? '',
      benefits: words?.benefits ?? [],
      minValue,
      maxValue,
      keep,
    }
  })

/** Those that are in force and that content shows. */
async function publicPrograms(ctx: Context): Promise<WireProgram[]> {
  if (!(await clubFlags(ctx)).isOn) return []
  const [rows, texts, hall, { site }] = await Promise.all([
    live['loyalty-programs'].all(ctx.sql),
    readProgramTexts(ctx),
    ctx.catalogue.hall(ctx.locale),
    ctx.content.config(ctx.locale),
  ])
  const code = ctx.player?.standing.currency ?? site.defaultCurrency
  const currency = isCurrency(code) ? code : 'EUR'
  const unit = toWire(stakeUnit(currency), currency)
  return rows.flatMap(({ sysname, terms, hash, publishedAt, stoppedAt }) => {
    const words = texts.get(sysname)
    if (stoppedAt || !words?.is_public) return []
    const { product, rates, default_rate, most_per_day, review_months = null } = terms
    return [
      {
        ...{ sysname, title: words.title, text: words.text, product, unit, levels: wireLevels(terms, words) },
        rates: rates.map((each) =>
          'game' in each ? { ...each, name: hall.games.get(each.game)?.name ?? each.game } : each,
        ),
        default_rate,
        rules: { most_per_day, review_months },
        version: { hash, published_at: publishedAt.toISOString() },
      },
    ]
  })
}

export const getPrograms: Operation<'loyalty.getPrograms'> = async (ctx) => {
  const items = await publicPrograms(ctx)
  return { items, total: items.length, offset: 0, limit: items.length }
}

export const getProgram: Operation<'loyalty.getProgram'> = async (ctx, { sysname }) => {
  const found = (await publicPrograms(ctx)).find((program) => program.sysname === sysname)
  if (!found) throw wrongField('UNKNOWN_PROGRAM', 'sysname', 'No such programme')
  return found
}
