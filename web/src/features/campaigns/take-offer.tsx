import type { WireOffer } from '@croupier/contract/methods/campaigns'
import { paths } from '@croupier/contract/paths'
import { type OfferReason, offerReasons } from '@croupier/contract/promotions'
import { Refusal } from '@croupier/contract/refusals'
import { type ReactNode, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useIntentKey } from '../../forms/intent-key.ts'
import { useAttempt } from '../../forms/use-attempt.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfferFacts } from './offer-facts.tsx'
import {
  actionOf,
  depositWith,
  joinFrom,
  listPath,
  type OfferPages,
  standingIcons,
  standingOf,
  wayOf,
} from './offer-rules.ts'
import { useReasonWords } from './offer-words.tsx'
import { openGiven } from './open-given.tsx'

type Props = { offer: WireOffer; pages: OfferPages }

/** How the offer stands for this player, and the one thing to do about it. On a phone it stays at the lower edge. */
export function TakeOffer({ offer, pages }: Props) {
  const all = useTranslations('offers')
  const t = useTranslations('offers.take')
  const standing = standingOf(offer)
  const { take, isBusy, problem } = useTake(offer)
  const hasFine = standing === 'open'
  return (
    <Card className="offer-take">
      <OfferFacts offer={offer} />
      <div className="offer-take-state">
        <span className={standing === 'open' || standing === 'taken' ? 'offer-pip offer-pip-good' : 'offer-pip'}>
          <Icon name={standingIcons[standing]} size={18} />
        </span>
        <div>
          <h2 className="h3">{all(`take.${standing}`)}</h2>
          <StandingText offer={offer} />
        </div>
      </div>
      {problem && <Notice kind="error">{problem}</Notice>}
      <TakeActions offer={offer} pages={pages} take={take} isBusy={isBusy} />
      {hasFine && (
        <p className="dim offer-fine">{offer.trigger.action === 'deposit' ? t('depositFine') : t('takeFine')}</p>
      )}
    </Card>
  )
}

function StandingText({ offer }: Pick<Props, 'offer'>): ReactNode {
  const t = useTranslations('offers.take')
  const reason = useReasonWords()
  const standing = standingOf(offer)
  const { claim } = offer
  if (standing === 'promised' && claim)
    return (
      <p className="muted">
        {t.rich('promisedText', {
          number: claim.transaction ?? '',
          date: () => <LocalTime at={claim.at} withTime />,
        })}
      </p>
    )
  if (standing === 'taken') return <p className="muted">{t('takenText')}</p>
  if (standing === 'code') return <p className="muted">{t('codeText')}</p>
  return standing === 'used' || standing === 'refused' ? <p className="muted">{reason(offer)}</p> : null
}

type ActionsProps = Props & { take: () => void; isBusy: boolean }

function TakeActions({ offer, pages, take, isBusy }: ActionsProps) {
  const t = useTranslations('offers')
  const action = actionOf(offer)
  const way = wayOf(offer)
  const no = (
    <ButtonLink size="l" to={listPath(pages)}>
      {t('take.no')}
    </ButtonLink>
  )
  const others = (
    <ButtonLink size="l" to={listPath(pages)}>
      {t('others')}
    </ButtonLink>
  )
  const first = (to: string, text: string) => (
    <ButtonLink kind="primary" size="l" to={to}>
      {text}
    </ButtonLink>
  )
  const inside = {
    join: (
      <>
        <ButtonLink size="l" to="?show_popup_auth=1">
          {t('logIn')}
        </ButtonLink>
        {first(joinFrom(pages, offer.id), t('join'))}
      </>
    ),
    take: (
      <>
        {no}
        <Button kind="primary" size="l" busy={isBusy} onClick={take}>
          {t('take.take')}
        </Button>
      </>
    ),
    deposit: (
      <>
        {no}
        <Button kind="primary" size="l" busy={isBusy} onClick={take}>
          {t('take.deposit')}
        </Button>
      </>
    ),
    goOn: (
      <>
        {no}
        {first(depositWith(offer.id), t('goDeposit'))}
      </>
    ),
    code: (
      <>
        {others}
        {first(`${listPath(pages)}#promo-code`, t('typeCode'))}
      </>
    ),
    entry: (
      <ButtonLink size="l" to={paths.cashierHistory('deposit')}>
        {t('ways.entry')}
      </ButtonLink>
    ),
    bonuses: (
      <>
        {others}
        <ButtonLink size="l" to={paths.profileBonuses()}>
          {t('yourBonuses')}
        </ButtonLink>
      </>
    ),
    none: (
      <>
        {others}
        {way && (
          <ButtonLink kind="ivory" size="l" to={way.to}>
            {t(`ways.${way.words}`)}
          </ButtonLink>
        )}
      </>
    ),
  }
  return <div className="offer-take-actions">{inside[action]}</div>
}

const isOfferReason = (word: unknown): word is OfferReason => offerReasons.some((each) => each === word)

/** Takes it once, however often the button is pressed. */
function useTake(offer: WireOffer) {
  const t = useTranslations('offers')
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { attempt, isBusy, problem } = useAttempt()
  const [refused, setRefused] = useState<string>()
  const keyed = useIntentKey()

  const take = () =>
    attempt(async () => {
      setRefused(undefined)
      try {
        const made = await keyed({ offer_id: offer.id }, (key) =>
          call('campaigns.takepromotions', { offer_id: offer.id, key }),
        )
        if (made.next === 'deposit') return await navigate(depositWith(offer.id))
        openGiven({ kind: 'given', offer: made.offer })
        await revalidate()
      } catch (error) {
        const word = Refusal.is(error) ? error.data?.offer_reason : undefined
        if (!isOfferReason(word)) throw error
        // Why is told by the page, which is read anew.
        setRefused(t('take.refusedNow'))
        await revalidate()
      }
    })
  return { take: () => void take(), isBusy, problem: refused ?? problem }
}
