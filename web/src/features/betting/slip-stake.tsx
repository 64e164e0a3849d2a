import { toWire } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Chip } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useSign } from './slip-sign.ts'
import { addStake, leastTotal, shareOf, shortDecimal, stakeSteps } from './slip-sums.ts'
import type { SlipView } from './slip-view.ts'

/** Nothing is typed beforehand, and no sum is suggested: two chips add to what is there. */
export function SlipStake({ view, isAsked }: { view: SlipView; isAsked: boolean }) {
  const t = useTranslations('slip.stake')
  const tPlacing = useTranslations('placing.stake')
  const { slip, currency, shape, bonus } = view
  const format = useFormat()
  const symbol = useSign(currency)
  const sign = (
    <span className="slip-sign" aria-hidden="true">
      {symbol.text}
    </span>
  )
  const error = useFault(view, isAsked)
  if (bonus?.type === 'free_bet')
    return (
      <div className="slip-free">
        <span>{tPlacing('free')}</span>
        <b className="num">{format.money(bonus.amount)}</b>
      </div>
    )
  return (
    <Field label={shape.bets > 1 ? tPlacing('each') : t('label')} aside={<Aside view={view} />} error={error}>
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
function Aside({ view: { stake, shape, currency, account, money } }: { view: SlipView }) {
  const t = useTranslations('slip.stake')
  const format = useFormat()
  if (stake.total !== null && shape.kind === 'system') {
    const { minor, isExact } = shareOf(stake.total, shape.combinations)
    const values = { amount: format.money(toWire(minor, currency)), count: shape.combinations }
    return isExact ? t('share', values) : t('shareAbout', values)
  }
  if (!account) return t('noAccount')
  return money && t('balance', { amount: format.money(money) })
}

function useFault({ stake, shape, currency, overs, bets }: SlipView, isAsked: boolean): string | undefined {
  const t = useTranslations('slip.stake')
  const tPlacing = useTranslations('placing')
  const format = useFormat()
  const [over] = overs
  if (over && bets.length === 1)
    return tPlacing(`no.over.${over.cause}`, { amount: format.money(toWire(over.max, currency)) })
  if (stake.fault === 'FORMAT') return t('FORMAT', { example: shortDecimal(stakeSteps(currency)[1], currency) })
  if (stake.fault === 'TOO_SMALL')
    return t('TOO_SMALL', { amount: format.money(toWire(leastTotal(shape, currency), currency)) })
  return stake.fault === 'EMPTY' && isAsked ? tPlacing('stake.EMPTY') : undefined
}
