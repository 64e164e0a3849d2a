import { characterDays } from '@croupier/contract/loyalty'
import type { WireCharacter } from '@croupier/contract/methods/loyalty'
import { Refusal } from '@croupier/contract/refusals'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogActions, DialogBody, DialogTitle, useDialog } from '../../dialogs/parts.tsx'
import { useAttempt } from '../../forms/use-attempt.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useBoostText } from './boost-text.tsx'

type Props = { dealers: readonly WireCharacter[]; first?: string }

/** All dealers with what they do, then the question, or until when the present one stays. */
export default function DealerDialog({ dealers, first }: Props) {
  const own = dealers.find(({ is_own }) => is_own) ?? null
  const [chosenId, choose] = useState(first ?? own?.id)
  const [isAsked, setAsked] = useState(false)
  const [waits, setWaits] = useState<string | null>(null)
  const chosen = dealers.find(({ id }) => id === chosenId) ?? null
  if (waits) return <Waits own={own} from={waits} />
  if (isAsked && chosen) return <Confirm own={own} chosen={chosen} onWaits={setWaits} onBack={() => setAsked(false)} />
  return (
    <Compare
      {...{ dealers, own, chosen, choose }}
      onNext={() => (chosen?.from ? setWaits(chosen.from) : setAsked(true))}
    />
  )
}

type CompareProps = {
  dealers: readonly WireCharacter[]
  own: WireCharacter | null
  chosen: WireCharacter | null
  choose: (id: string) => void
  onNext: () => void
}

function Compare({ dealers, own, chosen, choose, onNext }: CompareProps) {
  const t = useTranslations('loyalty.dealers')
  const boosts = useBoostText()
  const { close } = useDialog()
  const isOther = chosen !== null && chosen.id !== own?.id
  return (
    <DialogBody>
      <DialogTitle>{own ? t('change') : t('title')}</DialogTitle>
      <p>{t('compare')}</p>
      <div className="club-compare">
        {dealers.map((dealer) => (
          <button
            key={dealer.id}
            type="button"
            aria-pressed={dealer.id === chosen?.id}
            onClick={() => choose(dealer.id)}
            onDoubleClick={() => isOther && onNext()}
          >
            <Picture src={dealer.image} alt="" width={240} height={300} quality={84} />
            <b>{dealer.name}</b>
            <small>{boosts(dealer)}</small>
            <small>{dealer.text}</small>
            {dealer.is_own && <Tag tone="brass">{t('yours')}</Tag>}
          </button>
        ))}
      </div>
      <DialogActions>
        <Button size="l" onClick={close}>
          {own ? t('stay', { name: own.name }) : t('later')}
        </Button>
        <Button size="l" kind="ivory" disabled={!isOther} onClick={onNext}>
          {isOther ? t('choose', { name: chosen.name }) : t('chooseOne')}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}

type ConfirmProps = {
  own: WireCharacter | null
  chosen: WireCharacter
  onWaits: (from: string) => void
  onBack: () => void
}

function Confirm({ own, chosen, onWaits, onBack }: ConfirmProps) {
  const t = useTranslations('loyalty.dealers')
  const { close } = useDialog()
  const { revalidate } = useRevalidator()
  const { isBusy, problem, attempt } = useAttempt()
  const { name } = chosen
  const change = () =>
    attempt(async () => {
      try {
        await call('loyalty.setcharacter', { id: chosen.id })
      } catch (error) {
        const from = Refusal.is(error) && error.reason === 'CHARACTER_WAITS' ? error.data?.from : null
        if (typeof from !== 'string') throw error
        void revalidate()
        return onWaits(from)
      }
      toast({ kind: 'success', title: t('changed', { name }), text: t('counts') })
      close()
      void revalidate()
    })
  return (
    <DialogBody>
      <DialogTitle>{own ? t('changeTo', { name }) : t('chooseAsk', { name })}</DialogTitle>
      <div className="club-swap">
        {own && <Picture src={own.image} alt={own.name} width={144} height={180} quality={84} />}
        {own && <Icon name="arrow-right" />}
        <Picture src={chosen.image} alt={name} width={144} height={180} quality={84} />
      </div>
      <p>{t('rule', { days: characterDays })}</p>
      {problem && <Notice kind="error">{problem}</Notice>}
      <DialogActions>
        <Button size="l" onClick={own ? close : onBack}>
          {own ? t('stay', { name: own.name }) : t('back')}
        </Button>
        <Button size="l" kind="primary" busy={isBusy} onClick={() => void change()}>
          {t('choose', { name })}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}

function Waits({ own, from }: { own: WireCharacter | null; from: string }) {
  const t = useTranslations('loyalty.dealers')
  const { close } = useDialog()
  return (
    <DialogBody>
      <DialogTitle>
        {t.rich('waits', { name: own?.name ?? t('yourDealer'), date: () => <LocalTime at={from} /> })}
      </DialogTitle>
      <p>{t('waitsText', { days: characterDays })}</p>
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('close')}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}
