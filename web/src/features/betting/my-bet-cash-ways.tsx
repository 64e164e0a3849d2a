import type { WireBet } from '@croupier/contract/methods/bets'
import { type Currency, isCurrency } from '@croupier/contract/money'
import { type CSSProperties, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { CashOutNow } from './cash-out-keeper.ts'
import { CashOutWords } from './cash-out-words.tsx'
import { minorOf, valueOfPart, withMinor } from './my-bet-rules.ts'
import { shortDecimal, stakeMinor } from './slip-sums.ts'
import type { CashAct } from './use-cash-act.ts'

type Props = { bet: WireBet; now: CashOutNow; act: CashAct }

/** The whole bet ends. */
export function CashAll({ bet, now, act }: Props) {
  const t = useTranslations('my-bets.cash')
  const format = useFormat()
  if (now.kind !== 'value') return <CashOutWords now={now} />
  return (
    <>
      <dl className="my-split">
        <div>
          <dt>{t('get')}</dt>
          <dd className="num">
            {format.money(now.value)}
            <small>{t('forPart', { amount: format.money(bet.stake_open) })}</small>
          </dd>
        </div>
      </dl>
      <CashButton now={now} act={act} amount={format.money(now.value)} onPress={() => act.run(now.quote)} />
      <Terms now={now} />
    </>
  )
}

/** What the house says of a value, small, below the button. */
function Terms({ now }: { now: Extract<CashOutNow, { kind: 'value' }> }) {
  const t = useTranslations('my-bets.cash')
  const { share_bp: share, delay_seconds: delay } = now.item
  return (
    <p className="my-fine">
      {`${t('worth', { percent: share / 100 })}. ${t('quoted', { seconds: now.seconds })}`}
      {delay > 0 && ` ${t('delay', { seconds: delay })}`}
    </p>
  )
}

type ButtonProps = { now: CashOutNow; act: CashAct; amount: string; onPress: () => void; isOff?: boolean }

/** After a value that moved it says the new one, and one press takes it. */
function CashButton({ act, amount, onPress, isOff = false }: ButtonProps) {
  const t = useTranslations('my-bets.cash')
  return (
    <>
      {act.isChanged && <p role="status">{t('changed')}</p>}
      <Button kind="primary" size="xl" full busy={act.isBusy} disabled={isOff} onClick={onPress}>
        {act.isChanged ? t('now', { amount }) : t('button', { amount })}
      </Button>
    </>
  )
}

/** A part of the stake, by a slider or typed; the rest runs on. */
export function CashPart({ bet, now, act }: Props) {
  const currency = isCurrency(bet.stake.currency) ? bet.stake.currency : 'EUR'
  const stakeOpen = minorOf(bet.stake_open)
  const [typed, setTyped] = useState(() => shortDecimal(stakeOpen / 2n, currency))
  if (now.kind !== 'value') return <CashOutWords now={now} />
  const most = now.item.most_part ? minorOf(now.item.most_part) : stakeOpen - 1n
  const part = stakeMinor(typed, currency)
  const isGood = part !== null && part >= 1n && part <= most
  return (
    <>
      <PartFields bet={bet} currency={currency} most={most} typed={typed} onType={setTyped} isGood={isGood} />
      {isGood && <PartDeal bet={bet} now={now} act={act} part={part} />}
    </>
  )
}

type FieldsProps = {
  bet: WireBet
  currency: Currency
  most: bigint
  typed: string
  onType: (text: string) => void
  isGood: boolean
}

function PartFields({ bet, currency, most, typed, onType, isGood }: FieldsProps) {
  const t = useTranslations('my-bets.cash')
  const format = useFormat()
  const stakeOpen = minorOf(bet.stake_open)
  const part = stakeMinor(typed, currency) ?? 0n
  const percent = stakeOpen > 0n ? Number((part * 100n) / stakeOpen) : 0
  const track: CSSProperties & Record<'--part', string> = { '--part': `${percent}%` }
  const ofPercent = (share: number) => {
    const wanted = (stakeOpen * BigInt(share)) / 100n
    return wanted < 1n ? 1n : wanted > most ? most : wanted
  }
  const limits = { least: format.money(withMinor(bet.stake, 1n)), most: format.money(withMinor(bet.stake, most)) }
  return (
    <>
      <label className="my-slider">
        <span>
          {t('partLabel')}
          <b className="num">
            {t('partOf', { part: format.money(withMinor(bet.stake, part)), stake: format.money(bet.stake_open) })}
          </b>
        </span>
        <input
          type="range"
          min={1}
          max={99}
          value={Math.min(99, Math.max(1, percent))}
          style={track}
          aria-valuetext={format.money(withMinor(bet.stake, part))}
          onChange={({ target }) => onType(shortDecimal(ofPercent(Number(target.value)), currency))}
        />
      </label>
      <Field label={t('typed')} error={isGood ? undefined : t('partFault', limits)}>
        <Input inputMode="decimal" autoComplete="off" value={typed} onChange={({ target }) => onType(target.value)} />
      </Field>
    </>
  )
}

type DealProps = { bet: WireBet; now: Extract<CashOutNow, { kind: 'value' }>; act: CashAct; part: bigint }

function PartDeal({ bet, now, act, part }: DealProps) {
  const t = useTranslations('my-bets.cash')
  const format = useFormat()
  const stakeOpen = minorOf(bet.stake_open)
  const value = withMinor(now.value, valueOfPart(minorOf(now.value), part, stakeOpen))
  const rest = stakeOpen - part
  const possible = withMinor(bet.possible, valueOfPart(minorOf(bet.possible), rest, stakeOpen))
  const isNothing = minorOf(value) < 1n
  return (
    <>
      <dl className="my-split">
        <div>
          <dt>{t('get')}</dt>
          <dd className="num">
            {format.money(value)}
            <small>{t('forPart', { amount: format.money(withMinor(bet.stake, part)) })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('still')}</dt>
          <dd className="num">
            {format.money(withMinor(bet.stake, rest))}
            <small>{t('ifWins', { amount: format.money(possible) })}</small>
          </dd>
        </div>
      </dl>
      <CashButton
        now={now}
        act={act}
        amount={format.money(value)}
        isOff={isNothing}
        onPress={() => act.run(now.quote, withMinor(bet.stake, part).amount)}
      />
      <Terms now={now} />
    </>
  )
}
