import type { Output } from '@croupier/contract/contract'
import type { WireBet } from '@croupier/contract/methods/bets'
import { type Currency, isCurrency } from '@croupier/contract/money'
import { useId, useRef, useState } from 'react'
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
import { addable, canChangeLeg, editedOf } from './edit-rules.ts'
import { useMarketWords } from './market-words.ts'
import { type BetLeg, minorOf, withMinor } from './my-bet-rules.ts'
import { useEditWords } from './my-bet-words.ts'
import { tellBetsChanged } from './my-bets-store.ts'
import { type SlipPick, useSlip } from './slip-store.ts'
import { stakeMinor } from './slip-sums.ts'
import { usePickWords } from './slip-words.ts'

type Quote = Output<'bets.quoteEdit'>

type Kept = { kept: readonly BetLeg[]; added: readonly SlipPick[] }

/** What the house would make of the bet now: it is asked for the value first, for that is part of the new stake. */
async function askEdit(bet: WireBet, { kept, added }: Kept, more: bigint): Promise<Quote | null> {
  const plain = kept.filter(({ parts }) => parts.length === 0).map(({ market }) => market.id)
  const ids = [...plain, ...added.map(({ marketId }) => marketId)]
  const built = kept.filter(({ parts }) => parts.length > 0)
  const [{ items }, { items: values }, words] = await Promise.all([
    ids.length > 0 ? call('sports.getMarkets', { ids: ids.join() }) : { items: [] },
    call('bets.getCashouts', { ids: bet.id }),
    Promise.all(
      built.map(async ({ pick, parts }) => {
        const { quote } = await call('bets.quoteBuilder', { picks: parts.map((part) => part.pick).join() })
        return [pick, quote] as const
      }),
    ),
  ])
  const value = values[0]?.value
  if (!value) return null
  const markets = new Map(items.map((market) => [market.id, market]))
  const wish = { kept, added, markets, quotes: new Map(words) }
  const edited = editedOf(bet, wish, withMinor(value, minorOf(value) + more).amount)
  return edited && call('bets.quoteEdit', { id: bet.id, bet: JSON.stringify(edited) })
}

const turned = (all: ReadonlySet<string>, pick: string, isOn: boolean): ReadonlySet<string> =>
  new Set(isOn ? [...all, pick] : [...all].filter((each) => each !== pick))

/** Picks are taken out, exchanged or added, or money is: the bet is bought back and a new one made, at prices of now. */
export function MyBetEdit({ bet, onClose }: { bet: WireBet; onClose: () => void }) {
  const t = useTranslations('my-bets.edit')
  const words = useEditWords()
  const slip = useSlip()
  const { isBusy, problem, setProblem, attempt } = useAttempt()
  const currency: Currency = isCurrency(bet.stake.currency) ? bet.stake.currency : 'EUR'
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const [quote, setQuote] = useState<Quote | null>(null)
  // The same exchange is asked for under the same key, however often.
  const key = useRef('')
  const more = typed.trim() === '' ? 0n : stakeMinor(typed, currency)
  const kept = bet.legs.filter((leg) => canChangeLeg(leg) && !removed.has(leg.pick))
  const offered = addable(slip.picks, kept)
  const added = offered.filter(({ pick }) => wanted.has(pick))
  const change = (next: () => void) => {
    setQuote(null)
    next()
  }
  const ask = () =>
    attempt(async () => {
      const found = more === null ? null : await askEdit(bet, { kept, added }, more)
      key.current = newKey()
      setQuote(found)
      if (!found) setProblem(t('none'))
    }, words.place(setProblem))
  const take = (found: Quote) =>
    attempt(
      async () => {
        const { into } = await call('bets.edit', { id: bet.id, key: key.current, quote: found.quote })
        if (into) toast({ kind: 'success', title: t('done') })
        // What is in the bet, or waits to be, is no longer a wish.
        if (added.length > 0) slip.edit({ picks: slip.picks.filter((pick) => !added.includes(pick)) })
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
            isKept={kept.includes(leg)}
            onChange={(isKept) => change(() => setRemoved(turned(removed, leg.pick, !isKept)))}
          />
        ))}
      </ul>
      <EditSlip
        offered={offered}
        wanted={wanted}
        onChange={(pick, isOn) => change(() => setWanted(turned(wanted, pick, isOn)))}
      />
      <Field label={t('add')} error={more === null ? t('format') : undefined}>
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
        <Button size="l" full busy={isBusy} disabled={more === null} onClick={() => void ask()}>
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
  const names = leg.parts.length > 0 ? leg.parts : [leg]
  const note = useId()
  const isDecided = !canChangeLeg(leg)
  return (
    <li>
      <Checkbox
        checked={isKept}
        disabled={isDecided}
        aria-describedby={isDecided ? note : undefined}
        onChange={({ target }) => onChange(target.checked)}
      >
        {names.map(({ pick, market, outcome }) => (
          <bdi key={pick}>{words.pick(market, outcome)}</bdi>
        ))}
      </Checkbox>
      {isDecided && (
        <p className="my-fine" id={note}>
          {t('decided')}
        </p>
      )}
    </li>
  )
}

type SlipProps = {
  offered: readonly SlipPick[]
  wanted: ReadonlySet<string>
  onChange: (pick: string, isOn: boolean) => void
}

/** What stands on the slip can come into the bet. */
function EditSlip({ offered, wanted, onChange }: SlipProps) {
  const t = useTranslations('my-bets.edit')
  const words = usePickWords()
  if (offered.length === 0) return <p className="my-fine">{t('slipEmpty')}</p>
  return (
    <>
      <h4>{t('slip')}</h4>
      <ul className="my-edit">
        {offered.map((pick) => (
          <li key={pick.pick}>
            <Checkbox checked={wanted.has(pick.pick)} onChange={({ target }) => onChange(pick.pick, target.checked)}>
              <bdi>{words.long(pick)}</bdi>
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
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
