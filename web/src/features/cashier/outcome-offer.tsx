import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { minorOfWire } from './amount-rules.ts'
import { useOfferReason } from './offer-words.tsx'
import type { Entry } from './outcome-data.ts'
import { offerWaits } from './outcome-rules.ts'

/** What was chosen with the deposit: it is on its way, it is there, or why it is not. */
export function OutcomeOffer({ entry, offer }: { entry: Entry; offer: NonNullable<Entry['offer']> }) {
  const t = useTranslations('cashier.outcome.offer')
  const { amount, method } = entry
  const reasonText = useOfferReason({ minor: minorOfWire(amount), fee: null, method }, amount.currency)
  if (offerWaits(entry))
    return (
      <p className="outcome-offer" role="status">
        <Spinner />
        {t('waits')}
      </p>
    )
  if (offer.state !== 'issued')
    return (
      <div className="outcome-offer" role="status">
        <Notice kind="warning">
          {t('missed', { title: offer.title })} {offer.reason && reasonText({ reason: offer.reason, data: {} })}
        </Notice>
      </div>
    )
  return (
    <div className="outcome-offer" role="status">
      <Notice kind="success">
        <Given given={offer.given} />{' '}
        <Link className="link" to={paths.profileBonuses()}>
          {t('bonuses')}
        </Link>
      </Notice>
    </div>
  )
}

function Given({ given }: { given: NonNullable<Entry['offer']>['given'] }) {
  const t = useTranslations('cashier.outcome.offer')
  const format = useFormat()
  return given
    .map(({ amount, is_queued, spins, title }) => {
      const sum = amount && format.money(amount)
      if (sum) return is_queued ? t('queued', { amount: sum }) : t('bonus', { amount: sum })
      return spins === null ? title : t('spins', { count: spins })
    })
    .join(' ')
}
