import { campaignRecord } from '@croupier/contract/content-records'
import { text } from '@croupier/contract/parse'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Content } from '../../ports/content.ts'

/** The words around offers: content, in the language of the page. A broken field becomes its default. */

const templateTexts = z.object({ sysname: z.string(), title: text(), terms_text: text() })

type OfferTexts = {
  title: string
  text: string
  terms: string
  image735: string
  image360: string
  facts: { label: string; value: string }[]
  isPublic: boolean
  position: number
}

export type Texts = {
  offers: ReadonlyMap<string, OfferTexts>
  templates: ReadonlyMap<string, z.output<typeof templateTexts>>
}

type Remembered = { version: string; byLocale: Map<string, Promise<Texts>> }
const remembered = new WeakMap<Content, Remembered>()

/** Parsed once for each language until the content changes. */
export function readTexts({ content, locale }: Pick<Context, 'content' | 'locale'>): Promise<Texts> {
  const version = content.version()
  const last = remembered.get(content)
  const { byLocale } = last?.version === version ? last : { byLocale: new Map<string, Promise<Texts>>() }
  remembered.set(content, { version, byLocale })
  const texts = byLocale.get(locale) ?? parseTexts({ content, locale })
  byLocale.set(locale, texts)
  // What failed is tried again.
  texts.catch(() => byLocale.delete(locale))
  return texts
}

async function parseTexts({ content, locale }: Pick<Context, 'content' | 'locale'>): Promise<Texts> {
  const [campaigns, bonuses, spins, bets] = await Promise.all([
    content.collection('campaigns', locale),
    content.collection('bonus-templates', locale),
    content.collection('spin-templates', locale),
    content.collection('betting-templates', locale),
  ])
  const offers = campaigns.flatMap((record) => {
    const campaign = campaignRecord.safeParse(record).data
    return (campaign?.offers ?? []).flatMap((offer) =>
      campaign
        ? [
            [
              offer.sysname,
              {
                title: offer.title || campaign.title,
                text: offer.text || campaign.text,
                terms: offer.terms_text || campaign.terms_text,
                image735: offer.image_735_240 || campaign.image_735_240,
                image360: offer.image_360_240 || campaign.image_360_240,
                facts: offer.facts,
                isPublic: campaign.is_public,
                position: campaign.position,
              } satisfies OfferTexts,
            ] as const,
          ]
        : [],
    )
  })
  const named = (kind: string, records: readonly unknown[]) =>
    records.flatMap((record) => {
      const found = templateTexts.safeParse(record).data
      return found ? [[`${kind}/${found.sysname}`, found] as const] : []
    })
  const templates = [...named('bonus', bonuses), ...named('freespins', spins), ...named('betting_bonus', bets)]
  return { offers: new Map(offers), templates: new Map(templates) }
}
