import type { WireOffer } from '@croupier/contract/methods/campaigns'
import type { DepositMethod } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { AmountSummary, type SummaryLine } from './amount-field.tsx'
import { feeMinor, wire } from './amount-rules.ts'
import { type DepositOfferCard, gainOf, type Typed } from './deposit-offer-rules.ts'
import { useMethodWords } from './method-words.ts'
import { useOfferReason, useOfferWords } from './offer-words.tsx'

type Props = {
  method: DepositMethod
  /** Null while no right amount is typed. */
  minor: bigint | null
  currency: string
  offer: WireOffer | null
  typed: Typed
}

/** You pay, what arrives, and with an offer what it adds and asks for. */
export function DepositSums({ method, minor, currency, offer, typed }: Props) {
  const t = useTranslations('cashier.deposit')
  const format = useFormat()
  const words = useMethodWords()
  const fee = minor === null ? null : feeMinor(minor, method.fee)
  const shown = (sum: bigint | null) => (sum === null ? '—' : format.money(wire(sum, currency)))
  const left = minor === null || fee === null ? null : minor - fee
  return (
    <AmountSummary
      lines={[
        { label: t('youPay'), value: shown(minor) },
        { label: t('fee'), value: words.feeLine(method.fee, fee === null ? null : wire(fee, currency)) },
        { label: t('inWallet'), value: shown(left), isTotal: true },
        ...useOfferLines(offer, { ...typed, minor }, currency),
      ]}
    />
  )
}

function useOfferLines(offer: WireOffer | null, typed: Typed, currency: string): SummaryLine[] {
  const t = useTranslations('cashier.offer')
  const format = useFormat()
  const words = useOfferWords(typed, currency)
  if (!offer) return []
  const { title, promotions } = offer
  const money = (sum: bigint | null | undefined, how = format.money) => (sum ? how(wire(sum, currency)) : '—')
  return promotions.flatMap((promotion): SummaryLine[] => {
    const { kind, days } = promotion
    const until = { label: t('sum.until'), value: t('sum.days', { days: days ?? 0 }), kind: 'text' as const }
    if (kind !== 'bonus')
      return [{ label: t('sum.spins', { title }), value: words.gives({ ...offer, promotions: [promotion] }, true) }]
    const gain = gainOf(promotion, typed)
    return [
      { label: t('sum.bonus', { title }), value: money(gain?.bonus, format.signedMoney), kind: 'bonus' },
      { label: t('sum.wager'), value: money(gain?.wager) },
      until,
    ]
  })
}

/** Under the amount, where the change came from. */
export function LostOffer({ lost, typed, currency }: { lost: DepositOfferCard; typed: Typed; currency: string }) {
  const t = useTranslations('cashier.offer')
  const reasonText = useOfferReason(typed, currency)
  const { offer, no } = lost
  return <span role="status">{t.rich('lost', { title: offer.title, reason: () => (no ? reasonText(no) : null) })}</span>
}

/** What taking money out would mean, before the button is pressed. */
export function OfferFine({ offer, typed, currency }: { offer: WireOffer; typed: Typed; currency: string }) {
  const t = useTranslations('cashier.offer')
  const format = useFormat()
  const bonus = offer.promotions.find(({ kind }) => kind === 'bonus')
  const own = typed.minor === null ? null : typed.minor - feeMinor(typed.minor, typed.fee)
  const amount = own === null ? null : format.money(wire(own, currency))
  return (
    <p className="cash-fine">
      {bonus && amount && (bonus.on_withdrawal === 'keep' ? t('freeKept', { amount }) : t('free', { amount }))}{' '}
      <Link className="link" to={paths.offer(offer.id)}>
        {t('terms')}
      </Link>
    </p>
  )
}
