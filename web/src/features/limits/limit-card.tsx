import type { LimitKind } from '@croupier/contract/control'
import type { Limits } from '@croupier/contract/methods/account-control'
import { useTranslations } from 'use-intl'
import { openPopup } from '../../dialogs/dialogs.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Progress } from '../../ui/progress.tsx'
import { ChangeNote } from './change-note.tsx'
import { LimitForm } from './limit-form.tsx'
import { type Slot, slotsOf, toneOf, usedShare } from './rules.ts'
import { useLimitWords } from './words.ts'

const icons: Record<LimitKind, IconName> = { deposit: 'wallet', loss: 'undo-2', wager: 'layers', session: 'clock' }

type Props = {
  kind: LimitKind
  limits: Limits
  currency: string
  /** An excluded player may look, but there is nothing to set while all play is stopped. */
  isFrozen: boolean
  onChange: () => void
}

/** One kind of limit over its four periods, and the raises that wait. */
export function LimitCard({ kind, limits, currency, isFrozen, onChange }: Props) {
  const t = useTranslations('control')
  const words = useLimitWords()
  const slots = slotsOf(limits, kind)
  const title = t(`kinds.${kind}.title`)
  const open = ({ period, limit }: Slot) =>
    openPopup({
      name: 'limit',
      title: t('form.title', { limit: title, period: words.period(period) }),
      content: <LimitForm kind={kind} period={period} limit={limit} currency={currency} onChange={onChange} />,
    })
  return (
    <Card id={`limit-${kind}`} className="control-card">
      <header className="control-head">
        <Icon name={icons[kind]} />
        <h2>{title}</h2>
        {slots.every(({ limit, change }) => !limit && !change) && <span className="dim">{t('noLimit')}</span>}
      </header>
      <p className="muted">{t(`kinds.${kind}.text`)}</p>
      <ul className="limit-slots">
        {slots.map((slot) => (
          <li key={slot.period}>
            <SlotButton slot={slot} title={title} isFrozen={isFrozen} onClick={() => open(slot)} />
          </li>
        ))}
      </ul>
      {slots.map(
        ({ period, change }) =>
          change && (
            <ChangeNote
              key={period}
              change={change}
              isFrozen={isFrozen}
              onChange={onChange}
              title={words.period(period)}
            />
          ),
      )}
    </Card>
  )
}

type SlotProps = { slot: Slot; title: string; isFrozen: boolean; onClick: () => void }

/** The same button before and after, so that the focus has where to return when the limit is set. */
function SlotButton({ slot: { period, limit, change }, title, isFrozen, onClick }: SlotProps) {
  const t = useTranslations('control')
  const words = useLimitWords()
  const share = limit ? usedShare(limit) : 0
  const isOpen = !limit && !change
  return (
    <button
      type="button"
      className={cx('limit-slot', isOpen && 'limit-open')}
      onClick={onClick}
      disabled={isFrozen}
      aria-haspopup="dialog"
    >
      {isOpen && !isFrozen && <Icon name="plus" size={16} />}
      <span className="limit-period">
        <span className="sr">{title}, </span>
        {words.period(period)}
      </span>
      {limit && (
        <>
          <b className="num">{words.value(limit)}</b>
          <Progress thin value={share} tone={toneOf(share)} label={t('usedOf', { limit: title })} />
          <span className="limit-used">{t('used', { amount: words.used(limit) ?? '' })}</span>
        </>
      )}
      {!limit && (
        <span className={isOpen ? 'sr' : 'limit-used'}>
          {isOpen && ', '}
          {t('noLimit')}
        </span>
      )}
      {change && (
        <span className="limit-used">
          {change.is_ready
            ? t('changeReady')
            : t.rich('changeFrom', { date: () => <LocalTime at={change.ready_at} /> })}
        </span>
      )}
    </button>
  )
}
