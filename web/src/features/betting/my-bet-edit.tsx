import type { Output } from '@croupier/contract/contract'
import type { WireBet } from '@croupier/contract/methods/bets'
import { type Currency, isCurrency } from '@croupier/contract/money'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { newKey } from '../../forms/intent-key.ts'
import { useAttempt } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { forgetCashOut } from './cash-out-store.ts'
import { editedOf, mayStay } from './edit-rules.ts'
import { useMarketWords } from './market-words.ts'
import { type BetLeg, minorOf, withMinor } from './my-bet-rules.ts'
import { useEditWords } from './my-bet-words.ts'
import { tellBetsChanged } from './my-bets-store.ts'
import { stakeMinor } from './slip-sums.ts'

type Quote = Output<'bets.quoteEdit'>

/** What the house would make of the bet now: it is asked for the value first, for that is part of the new stake. */
async function askEdit(bet: WireBet, removed: ReadonlySet<string>, added: bigint): Promise<Quote | null> {
  const ids = bet.legs.filter(mayStay).map(({ market }) => market.id)
  const [{ items }, { items: values }] = await Promise.all([
    call('sports.getMarkets', { ids: ids.join() }),
    call('bets.getCashouts', { ids: bet.id }),
  ])
  const value = values[0]?.value
  if (!value) return null
  const markets = new Map(items.map((market) => [market.id, market]))
  const edited = editedOf(bet, removed, markets, withMinor(value, minorOf(value) + added).amount)
  return edited && call('bets.quoteEdit', { id: bet.id, bet: JSON.stringify(edited) })
}

/** Picks are taken out or money is added: the bet is bought back and a new one made, at prices of now. */
export function MyBetEdit({ bet, onClose }: { bet: WireBet; onClose: () => void }) {
  const t = useTranslations('my-bets.edit')
  const words = useEditWords()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const currency: Currency = isCurrency(bet.stake.currency) ? bet.stake.currency : 'EUR'
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const [quote, setQuote] = useState<Quote | null>(null)
  // The same exchange is asked for under the same key, however often.
  const key = useRef('')
  const added = typed.trim() === '' ? 0n : stakeMinor(typed, currency)
  const change = (next: () => void) => {
    setQuote(null)
    next()
  }
  const ask = () =>
    attempt(async () => {
      const found = added === null ? null : await askEdit(bet, removed, added)
      key.current = newKey()
      setQuote(found)
      if (!found) setProblem(t('none'))
    }, words.place(setProblem))
  const take = (found: Quote) =>
    attempt(
      async () => {
        const { into } = await call('bets.edit', { id: bet.id, key: key.current, quote: found.quote })
        if (into) toast({ kind: 'success', title: t('done') })
        onClose()
      },
      words.place((problemText) => {
        setQuote(null)
        setProblem(problemText)
      }),
    ).finally(() => {
      forgetCashOut(bet.id)
      tellBetsChanged()
    })
  return (
    <section className="my-box" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <p className="my-fine">{t('text')}</p>
      <ul className="my-edit">
        {bet.legs.map((leg) => (
          <EditLeg
            key={leg.pick}
            leg={leg}
            isKept={!removed.has(leg.pick)}
            onChange={(isKept) =>
              change(() =>
                setRemoved(new Set(isKept ? [...removed].filter((each) => each !== leg.pick) : [...removed, leg.pick])),
              )
            }
          />
        ))}
      </ul>
      <Field label={t('add')} error={added === null ? t('format') : undefined}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => change(() => setTyped(target.value))}
        />
      </Field>
      {problem && <Notice kind="warning">{problem}</Notice>}
      {quote && <EditDeal quote={quote} />}
      {quote ? (
        <Button kind="primary" size="l" full busy={isBusy} onClick={() => void take(quote)}>
          {t('take')}
        </Button>
      ) : (
        <Button size="l" full busy={isBusy} disabled={added === null} onClick={() => void ask()}>
          {t('ask')}
        </Button>
      )}
      <Button kind="ghost" size="s" onClick={onClose}>
        {t('cancel')}
      </Button>
    </section>
  )
}

function EditLeg({ leg, isKept, onChange }: { leg: BetLeg; isKept: boolean; onChange: (isKept: boolean) => void }) {
  const t = useTranslations('my-bets.edit')
  const words = useMarketWords(leg.event)
  const name = <bdi>{words.pick(leg.market, leg.outcome)}</bdi>
  if (!mayStay(leg))
    return (
      <li className="dim">
        {name} <small>{t('counted')}</small>
      </li>
    )
  return (
    <li>
      <Checkbox checked={isKept} onChange={({ target }) => onChange(target.checked)}>
        {name}
      </Checkbox>
    </li>
  )
}

/** Old, new, and what the exchange costs. */
function EditDeal({ quote }: { quote: Quote }) {
  const t = useTranslations('my-bets.edit')
  const format = useFormat()
  const rows = [
    ['value', quote.value],
    ['added', quote.added],
    ['stake', quote.stake],
    ['before', quote.possible_before],
    ['after', quote.possible],
    ['cost', quote.cost],
  ] as const
  return (
    <>
      <dl className="my-deal" aria-live="polite">
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{t(`deal.${name}`)}</dt>
            <dd className="num">{format.money(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="my-fine">
        {t('quoted')}
        {quote.delay_seconds > 0 && ` ${t('delay', { seconds: quote.delay_seconds })}`}
      </p>
    </>
  )
}
