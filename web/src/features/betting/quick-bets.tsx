import { isCurrency, toDecimal, toWire } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { confirm } from '../../dialogs/dialogs.ts'
import { useFormat } from '../../i18n/format.ts'
import { useKnownActivity } from '../../session/activity.ts'
import { keep, kept } from '../../session/browser-storage.ts'
import { isRealityDue, serverNow } from '../../session/rules.ts'
import { useShell } from '../../shell.ts'
import { toast } from '../../ui/toast-store.ts'
import { useNoWords } from './no-words.ts'
import { takeTaps } from './picked.ts'
import { type BetTry, isUndecided } from './place-rules.ts'
import { placing, usePlacing } from './place-store.ts'
import { useQuickBet } from './quick-store.ts'
import type { SlipPick } from './slip-store.ts'
import { stakeMinor } from './slip-sums.ts'
import type { SlipView } from './slip-view.ts'
import { usePickWords } from './slip-words.ts'

const confirmedNote = 'quick_bet_confirmed'
/** A second tap so soon was meant for the first. */
const twiceMs = 2_000

/** While the player has switched it on, a tap on a price is a bet; never while a reality check is due. */
export function QuickBets({ view, write }: { view: SlipView; write: (price: number) => string }) {
  const t = useTranslations('placing.quick')
  const format = useFormat()
  const { account, jurisdiction } = useShell()
  const known = useKnownActivity()
  const quick = useQuickBet(account?.uid ?? null)
  const currency = account && isCurrency(account.currency) ? account.currency : 'EUR'
  const minor = stakeMinor(quick.stake, currency)
  const isOn = quick.isOn && minor !== null && account !== null && !account.is_payout_only && view.isTaking
  const isAsking = useRef(false)
  const tapped = useRef(new Map<string, number>())

  const isDue = () =>
    known !== null &&
    isRealityDue(
      known.activity.reality_check_at,
      serverNow({ now: known.activity.now, receivedAt: known.receivedAt }, Date.now()),
    )
  /** Where bets without a slip need a yes, it is asked for once in a session. */
  const isAgreed = async (amount: string) => {
    if (jurisdiction !== 'uk' || kept(confirmedNote, 'sessionStorage') === String(account?.uid)) return true
    if (isAsking.current) return false
    isAsking.current = true
    const isYes = await confirm({
      title: t('ask.title'),
      content: t('ask.text', { amount }),
      agree: t('ask.yes'),
      reject: t('ask.no'),
    })
    isAsking.current = false
    if (isYes) keep(confirmedNote, String(account?.uid), 'sessionStorage')
    return isYes
  }
  const bet = useEffectEvent((pick: SlipPick): boolean => {
    if (!isOn || minor === null) return false
    if (isDue()) {
      toast({ id: 'quick-due', kind: 'warning', title: t('due') })
      return false
    }
    const isSame = (each: BetTry) => each.isQuick && each.picks[0]?.pick === pick.pick && isUndecided(each)
    const isTwice = Date.now() - (tapped.current.get(pick.pick) ?? 0) < twiceMs
    if (isTwice || placing.now().some(isSame)) return true
    tapped.current.set(pick.pick, Date.now())
    void isAgreed(format.money(toWire(minor, currency))).then((isYes) => {
      if (isYes)
        void placing.place(
          [{ picks: [pick], body: quickBody(pick, toDecimal(minor, currency), currency, view.slip.policy) }],
          true,
        )
    })
    return true
  })
  useEffect(() => takeTaps((pick) => bet(pick)), [])
  return <QuickNews write={write} />
}

const quickBody = ({ pick, price, version }: SlipPick, stake: string, currency: string, policy: string) => ({
  ...{ kind: 'single', sizes: [1], bankers: [], picks: [{ pick, price, version }] },
  ...{ stake, currency, mode: 'real', policy },
})

/** What became of bets with one tap: a toast for each, five seconds, with the way to the bet. */
function QuickNews({ write }: { write: (price: number) => string }) {
  const t = useTranslations('placing.quick')
  const format = useFormat()
  const tVoice = useTranslations('placing.voice')
  const words = usePickWords()
  const no = useNoWords()
  const navigate = useNavigate()
  const tries = usePlacing()
  const told = useRef(new Map<string, BetTry['state']>())

  const tell = useEffectEvent((tried: BetTry) => {
    const { key, state, picks, bet } = tried
    const [pick] = picks
    const name = pick ? words.long(pick) : ''
    const id = `quick-${key}`
    if (state === 'sending' || state === 'asking') toast({ id, title: t('sending', { name }), timeoutMs: 0 })
    if (state === 'pending')
      toast({ id, title: t('pending', { name, seconds: Math.ceil(tried.waitMs / 1_000) }), timeoutMs: 0 })
    if (state === 'refused')
      toast({ id, kind: 'warning', title: t('refused', { name }), text: `${no.why(tried)} ${no.money(tried)}` })
    if (state === 'lost') toast({ id, kind: 'warning', title: t('refused', { name }), text: tVoice('lost') })
    if (state === 'placed' && bet) {
      const price = write(bet.legs[0]?.price ?? bet.legs[0]?.price_asked ?? 0)
      toast({
        ...{ id, kind: 'success', title: t('placed', { name, amount: format.money(bet.stake), price }) },
        action: {
          text: t('see'),
          onClick: () => void navigate(paths.betHistory({ product: 'sports', bet: bet.id })),
        },
      })
    }
  })
  useEffect(() => {
    for (const tried of tries) {
      if (!tried.isQuick || told.current.get(tried.key) === tried.state) continue
      told.current.set(tried.key, tried.state)
      tell(tried)
    }
    // Told is told: it is found among the bets.
    placing.dismiss(({ isQuick }) => isQuick)
  }, [tries])
  return null
}
