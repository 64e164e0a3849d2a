import { toWire } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { useBalances } from '../../session/balance.ts'
import { Chip } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { addStake, leastTotal, shareOf, shortDecimal, stakeSteps } from './slip-sums.ts'
import type { SlipView } from './slip-view.ts'

/** Nothing is typed beforehand, and no sum is suggested: two chips add to what is there. */
export function SlipStake({ view }: { view: SlipView }) {
  const t = useTranslations('slip.stake')
  const { slip, currency } = view
  const symbol = useSign(currency)
  const sign = (
    <span className="slip-sign" aria-hidden="true">
      {symbol.text}
    </span>
  )
  return (
    <Field label={t('label')} aside={<Aside view={view} />} error={useFault(view)}>
      <Input
        name="stake"
        className="slip-well"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={40}
        value={slip.stake}
        start={symbol.isFirst && sign}
        end={
          <>
            {!symbol.isFirst && sign}
            <StakeSteps view={view} />
          </>
        }
        onChange={({ target }) => slip.edit({ stake: target.value })}
      />
    </Field>
  )
}

function StakeSteps({ view: { slip, currency } }: { view: SlipView }) {
  const t = useTranslations('slip.stake')
  const format = useFormat()
  return stakeSteps(currency).map((step) => (
    <Chip
      key={String(step)}
      small
      className="num"
      aria-label={t('add', { amount: format.money(toWire(step, currency)) })}
      onClick={() => slip.edit({ stake: addStake(slip.stake, step, currency) })}
    >
      +{shortDecimal(step, currency)}
    </Chip>
  ))
}

/** The share of each bet where there are several; else what there is to stake. */
function Aside({ view: { stake, shape, currency, account } }: { view: SlipView }) {
  const t = useTranslations('slip.stake')
  const format = useFormat()
  const balances = useBalances()
  if (stake.total !== null && shape.combinations > 1) {
    const { minor, isExact } = shareOf(stake.total, shape.combinations)
    const values = { amount: format.money(toWire(minor, currency)), count: shape.combinations }
    return isExact ? t('share', values) : t('shareAbout', values)
  }
  if (!account) return t('noAccount')
  return balances && t('balance', { amount: format.money(balances.balance_main) })
}

function useFault({ stake, shape, currency }: SlipView): string | undefined {
  const t = useTranslations('slip.stake')
  const format = useFormat()
  if (stake.fault === 'FORMAT') return t('FORMAT', { example: shortDecimal(stakeSteps(currency)[1], currency) })
  if (stake.fault === 'TOO_SMALL') return t('TOO_SMALL', { amount: format.money(toWire(leastTotal(shape), currency)) })
  return undefined
}

/** The sign of a currency, on the side where the locale writes it. */
function useSign(currency: string) {
  const format = useFormat()
  const shown = format.money({ amount: '0', currency }).replace(/[\u2066\u2069\u00a0]/g, '')
  return { text: shown.replace('0', ''), isFirst: !shown.startsWith('0') }
}
