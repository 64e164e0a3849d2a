import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { useShell } from '../../shell.ts'
import { type PageHandle, useRouteWord } from '../../site/page-handle.ts'
import type { Route } from './+types/offers-page'
import { askOffers } from './offer-data.ts'
import type { OfferPages } from './offer-rules.ts'
import { OffersList } from './offers-list.tsx'
import { PromoCodeField } from './promo-code-field.tsx'

export const handle = (word: string): PageHandle => ({ title: `offers.titles.${word}` })

export async function loader({ context }: Route.LoaderArgs) {
  const { config, report } = context.get(bootContext)
  // The page stands without its list, and says so in its place.
  const offers = await askOffers(serverCall(context)).catch((fault: unknown) => {
    report(fault)
    return null
  })
  return { offers, hasCode: config.common.offers.showPromocodeSwitcher }
}

/** `/offers` and `/promotions`: one list under two names. */
export default function Offers({ loaderData: { offers, hasCode } }: Route.ComponentProps) {
  const t = useTranslations('offers')
  const pages: OfferPages = useRouteWord() === 'promotions' ? 'promotions' : 'offers'
  const { account } = useShell()
  const { revalidate } = useRevalidator()
  useTopic('bonuses', () => void revalidate())
  return (
    <>
      <header className="offers-head">
        <div className="page-head">
          <h1>{t(`titles.${pages}`)}</h1>
          <p className="muted">{account ? t('lead') : t('guestLead')}</p>
        </div>
        {account && hasCode && <PromoCodeField />}
      </header>
      <OffersList offers={offers} pages={pages} />
    </>
  )
}
