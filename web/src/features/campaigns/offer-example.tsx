import { type Currency, toWire } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { rounded } from './offer-rules.ts'
import { type OfferSums, usualReturn } from './offer-sums.ts'

type Props = {
  isOwn: boolean
  percent: string
  sums: OfferSums
  deposits: readonly bigint[]
  currency: Currency
  chosen: bigint | undefined
  onChoose: (deposit: bigint) => void
}

/** What a deposit gives, what has to be played for it, and what that uses up on average. */
export function OfferExample({ isOwn, percent, sums, deposits, currency, chosen, onChoose }: Props) {
  const t = useTranslations('offers.example')
  const { money } = useFormat()
  const { deposit, bonus, wager, cost, isCostMore, shares } = sums
  const bars = [
    { name: 'bonus', label: t('barBonus'), share: shares.bonus, amount: bonus },
    ...(cost ? [{ name: 'cost', label: t('barCost'), share: shares.cost, amount: cost }] : []),
  ]
  return (
    <Card className="offer-example">
      <div className="offer-card-head">
        <h2>{isOwn ? t('title') : t('guestTitle')}</h2>
        {deposits.length > 1 && (
          <div className="row offer-example-choice">
            <span className="muted">{t('if')}</span>
            <Segmented
              label={t('if')}
              value={String(chosen)}
              onChange={(value) => onChoose(BigInt(value))}
              options={deposits.map((each) => ({
                value: String(each),
                title: money(rounded(toWire(each, currency))),
              }))}
            />
          </div>
        )}
      </div>
      <dl className="offer-sums">
        <div>
          <dt>{t('pay')}</dt>
          <dd>{money(deposit)}</dd>
        </div>
        <div>
          <dt>{t('bonus', { percent })}</dt>
          <dd className="offer-plus">{money(bonus)}</dd>
        </div>
        <div>
          <dt>{t('wager')}</dt>
          <dd>{money(wager)}</dd>
        </div>
      </dl>
      <div className="offer-bars">
        {bars.map(({ name, label, share, amount }) => (
          <div key={name} className={`offer-bar offer-bar-${name}`}>
            <span>{label}</span>
            <span className="offer-bar-track" aria-hidden="true">
              <i style={{ inlineSize: `${Math.round(share * 100)}%` }} />
            </span>
            <b className="num">{money(amount)}</b>
          </div>
        ))}
      </div>
      {cost && (
        <Notice>
          {t('note', { share: usualReturn, wager: money(wager), cost: money(cost) })} {isCostMore && t('more')}
        </Notice>
      )}
    </Card>
  )
}
