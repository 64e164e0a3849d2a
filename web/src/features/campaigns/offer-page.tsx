import { useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useTopic } from '../../session/stream-topics.ts'
import { useShell } from '../../shell.ts'
import { type PageHandle, useRouteWord } from '../../site/page-handle.ts'
import { SystemCard } from '../../site/system-page.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Route } from './+types/offer-page'
import { OfferCounts } from './offer-counts.tsx'
import { askOffer, askOffers } from './offer-data.ts'
import { OfferExample } from './offer-example.tsx'
import { OfferGist } from './offer-gist.tsx'
import { isOver, mainPromotion, type OfferPages, standingIcons, standingOf } from './offer-rules.ts'
import { OfferSteps } from './offer-steps.tsx'
import { currencyOfOffer, exampleDeposits, sumsOf } from './offer-sums.ts'
import { OfferTerms } from './offer-terms.tsx'
import { OffersList } from './offers-list.tsx'
import { askOpenBonus, OpenBonusNote } from './open-bonus-note.tsx'
import { TakeOffer } from './take-offer.tsx'

export const handle = (word: string): PageHandle => ({ title: `offers.titles.${word}` })

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = serverCall(context)
  const { account, report } = context.get(bootContext)
  const offer = await askOffer(call, params.id)
  if (!offer || isOver(offer, Date.now()))
    return data({ offer: null, offers: await askOffers(call), isMissing: true }, { status: 404 })
  const [studios, openBonus] = await Promise.all([
    offer.promotions.some(({ excluded }) => excluded.some(({ provider }) => provider !== undefined))
      ? call('games.getProviders', { fields: 'sysname,name' }).then(({ items }) => items)
      : [],
    account
      ? askOpenBonus(call).catch((fault: unknown) => {
          // The offer is worth more than what stands beside it.
          report(fault)
          return null
        })
      : null,
  ])
  const { title, description } = offer
  return { offer, studios, openBonus, seoTokens: { name: title, title, description: description.text } }
}

export default function Offer({ loaderData }: Route.ComponentProps) {
  const word = useRouteWord()
  const pages: OfferPages = word === 'promotion' ? 'promotions' : 'offers'
  const { revalidate } = useRevalidator()
  useTopic('bonuses', () => void revalidate())
  if (loaderData.offer === null) return <MissingOffer offers={loaderData.offers} pages={pages} />
  return <WholeOffer {...loaderData} key={loaderData.offer.id} pages={pages} />
}

type Loaded = Exclude<Route.ComponentProps['loaderData'], { offer: null }>

function WholeOffer({ offer, studios, openBonus, pages }: Loaded & { pages: OfferPages }) {
  const { account } = useShell()
  const deposits = exampleDeposits(offer)
  const [chosen, setChosen] = useState(deposits[1] ?? deposits[0])
  const currency = currencyOfOffer(offer)
  const main = mainPromotion(offer)
  const sums = main && currency && chosen !== undefined ? sumsOf(main, chosen, currency) : null
  return (
    <>
      <OfferHero offer={offer} />
      <div className="offer-page">
        <div className="offer-main">
          {main && <OfferGist offer={offer} main={main} />}
          {main && sums && currency && (
            <OfferExample
              isOwn={account !== null}
              percent={main.percent ?? ''}
              sums={sums}
              deposits={deposits}
              currency={currency}
              chosen={chosen}
              onChoose={setChosen}
            />
          )}
          {main && <OfferSteps offer={offer} main={main} sums={sums} />}
          <OfferTerms offer={offer} />
          {main && main.contributions.length > 0 && <OfferCounts promotion={main} studios={studios} />}
        </div>
        <aside className="offer-side">
          <TakeOffer offer={offer} pages={pages} />
          {openBonus && <OpenBonusNote bonus={openBonus} />}
        </aside>
      </div>
    </>
  )
}

function OfferHero({ offer }: Pick<Loaded, 'offer'>) {
  const t = useTranslations('offers')
  const standing = standingOf(offer)
  const { title, description, ends_at } = offer
  return (
    <header className="offer-hero">
      <Picture
        src={description.image_735_240 || description.image_360_240}
        alt=""
        drawn="(max-width: 767px) 100vw, 72rem"
        width={735}
        height={240}
        quality={84}
        eager
      />
      <div className="offer-hero-text">
        <p className="row">
          {standing !== 'guest' && <Tag icon={standingIcons[standing]}>{t(`standings.${standing}`)}</Tag>}
          {ends_at && <span>{t.rich('says.until', { date: () => <LocalTime at={ends_at} withTime /> })}</span>}
        </p>
        <h1>{title}</h1>
        <p>{description.text}</p>
      </div>
    </header>
  )
}

type MissingProps = { offers: Parameters<typeof OffersList>[0]['offers']; pages: OfferPages }

/** No such offer, or its time is over: said so, above those that run. */
function MissingOffer({ offers, pages }: MissingProps) {
  const t = useTranslations('offers')
  return (
    <>
      <SystemCard
        icon="search"
        title={t('missing')}
        text={offers && offers.length > 0 ? t('missingText') : t('missingNone')}
      />
      <OffersList offers={offers} pages={pages} />
    </>
  )
}
