import type { SelfExclusionPeriod } from '@croupier/contract/control'
import type { Limits } from '@croupier/contract/methods/account-control'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openPopup } from '../../dialogs/dialogs.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { ExclusionDialog } from './exclusion-dialog.tsx'
import { type HelplineList, Helplines } from './helplines.tsx'
import { breakPeriods, longerThan } from './rules.ts'
import { useLimitWords } from './words.ts'

/** A pause of up to thirty days: it ends by itself. */
export function BreakCard() {
  const t = useTranslations('control.break')
  const words = useLimitWords()
  const open = (period: SelfExclusionPeriod) =>
    openPopup({
      name: 'break',
      title: t('ask', { length: words.length(period) }),
      content: <ExclusionDialog period={period} helplines={[]} />,
    })
  return (
    <Card id="break" className="control-card">
      <header className="control-head">
        <Icon name="coffee" />
        <h2>{t('title')}</h2>
      </header>
      <p className="muted">{t('text')}</p>
      <div className="control-choices">
        {breakPeriods.map((period) => (
          <Button key={period} size="l" onClick={() => open(period)} aria-haspopup="dialog">
            {words.length(period)}
          </Button>
        ))}
      </div>
    </Card>
  )
}

type Props = { exclusion: Limits['exclusion']; helplines: HelplineList }

/** Three months and more: two steps, a word typed by hand, and nothing that pulls either way. */
export function ExclusionCard({ exclusion, helplines }: Props) {
  const t = useTranslations('control.exclusion')
  const words = useLimitWords()
  const periods = longerThan(exclusion?.period ?? null)
  const [period, setPeriod] = useState<SelfExclusionPeriod | undefined>(undefined)
  const [isMissing, setMissing] = useState(false)

  const open = () => {
    if (!period) return setMissing(true)
    openPopup({
      name: 'exclusion',
      title: t('ask', { length: words.length(period) }),
      content: <ExclusionDialog period={period} helplines={helplines} />,
    })
  }
  return (
    <Card id="exclusion" className="control-card">
      <header className="control-head">
        <Icon name="door-closed" />
        <h2>{t('title')}</h2>
      </header>
      {exclusion ? <ExclusionState exclusion={exclusion} /> : <p className="muted">{t('text')}</p>}
      {periods.length > 0 && (
        <div className="exclusion-form">
          <Field label={exclusion ? t('longer') : t('period')} error={isMissing && t('choose')}>
            <Select
              options={periods.map((value) => ({ value, title: words.length(value) }))}
              placeholder={t('placeholder')}
              onChange={(value) => {
                setPeriod(value)
                setMissing(false)
              }}
            />
          </Field>
          <Button size="l" kind="outline" onClick={open} aria-haspopup="dialog">
            {t('open')}
          </Button>
        </div>
      )}
      <Helplines list={helplines} />
    </Card>
  )
}

function ExclusionState({ exclusion }: { exclusion: NonNullable<Limits['exclusion']> }) {
  const t = useTranslations('control.exclusion')
  const { ends_at, is_break } = exclusion
  if (ends_at === null) return <Notice icon="door-closed">{t('stateForGood')}</Notice>
  const date = () => <LocalTime at={ends_at} withTime />
  return (
    <Notice icon="door-closed">{is_break ? t.rich('stateBreak', { date }) : t.rich('stateUntil', { date })}</Notice>
  )
}
