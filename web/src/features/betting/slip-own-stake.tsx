import { toWire } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { useSign } from './slip-sign.ts'
import type { SlipPick } from './slip-store.ts'
import type { SlipView } from './slip-view.ts'

type Props = { view: SlipView; pick: SlipPick; name: string; isLocked: boolean }

/** The stake of one single. Where nothing is typed it has the common one, which stands there pale. */
export function OwnStake({ view, pick, name, isLocked }: Props) {
  const t = useTranslations('placing')
  const format = useFormat()
  const { slip, currency, bets, overs } = view
  const symbol = useSign(currency)
  const sign = (
    <span className="slip-sign" aria-hidden="true">
      {symbol.text}
    </span>
  )
  const over = overs.find(({ at }) => bets[at]?.picks[0]?.pick === pick.pick)
  return (
    <div className="slip-own">
      <Input
        className="slip-well"
        aria-label={t('stake.own', { name })}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={40}
        disabled={isLocked}
        value={slip.stakes[pick.pick] ?? ''}
        placeholder={slip.stake}
        start={symbol.isFirst && sign}
        end={!symbol.isFirst && sign}
        onChange={({ target }) => slip.edit({ stakes: { ...slip.stakes, [pick.pick]: target.value } })}
      />
      {over && (
        <p className="slip-hint is-bad">
          <Icon name="circle-alert" />
          {t(`no.over.${over.cause}`, { amount: format.money(toWire(over.max, currency)) })}
        </p>
      )}
    </div>
  )
}
