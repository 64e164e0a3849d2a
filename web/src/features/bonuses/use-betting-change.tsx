import type { WireBettingBonus } from '@croupier/contract/methods/bonuses'
import { paths } from '@croupier/contract/paths'
import { useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { confirm } from '../../dialogs/dialogs.ts'
import { readFailure } from '../../forms/failure.ts'
import { reasonIn, useProblemText, useSend } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { toast } from '../../ui/toast-store.ts'
import { BettingFacts, HowToUse } from './betting-terms.tsx'

/** What a player does to a betting bonus, after a question; then the page is asked again how things stand. */
export function useBettingChange() {
  const t = useTranslations('betting-bonuses')
  const format = useFormat()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSend()
  const problemText = useProblemText()

  const textOf = (error: unknown): string => {
    const failure = readFailure(error)
    const reason = reasonIn(failure)
    if (reason === 'BONUS_IN_SLIP') return t('refusals.inBet')
    if (reason === 'BONUS_OVER' || reason === 'UNKNOWN_BONUS') return t('refusals.over')
    return reason === 'BONUS_CURRENCY' ? t('refusals.currency') : problemText(failure)
  }

  /** Null where it did not work; the page has said why. */
  const act = async (work: () => Promise<WireBettingBonus>): Promise<WireBettingBonus | null> => {
    let done: WireBettingBonus | null = null
    await send(async () => {
      try {
        done = await work()
      } catch (error) {
        toast({ kind: 'error', title: t('refusals.title'), text: textOf(error) })
      }
      await revalidate()
    })
    return done
  }

  const activate = async (bonus: WireBettingBonus) => {
    const isSure = await confirm({
      title: t('ask.title', { title: bonus.title }),
      content: <p>{t('ask.text', { count: bonus.days })}</p>,
      agree: t('activate'),
      reject: t('ask.reject'),
      quiet: true,
    })
    if (!isSure) return
    const active = await act(() => call('BettingBonuses.activate', { bonus_id: bonus.id }))
    if (!active) return
    const isGoing = await confirm({
      title: t('activated.title'),
      content: (
        <div className="stack">
          <p>
            <HowToUse bonus={active} /> {t('activated.text')}
          </p>
          <BettingFacts bonus={active} />
        </div>
      ),
      agree: t('bet'),
      reject: t('activated.stay'),
      quiet: true,
    })
    if (isGoing) navigate(paths.betting())
  }

  const remove = async (bonus: WireBettingBonus) => {
    const { lost, in_slips: inBets } = bonus.removal
    const amount = format.money(lost)
    const isIssued = bonus.status === 'issued'
    const isSome = /[1-9]/.test(inBets.amount)
    const isSure = await confirm({
      title: t('removal.title', { title: bonus.title }),
      content: (
        <p>
          {isIssued ? t('removal.declined') : t('removal.text', { amount })}{' '}
          {isSome && t('removal.inBets', { amount: format.money(inBets) })} {t('removal.keeps')}
        </p>
      ),
      agree: isIssued ? t('decline') : t('remove'),
      reject: t('removal.reject'),
      ...(isIssued ? { quiet: true } : { danger: true }),
    })
    if (isSure) await act(() => call('BettingBonuses.remove', { bonus_id: bonus.id }))
  }

  return { isBusy, activate, remove }
}
