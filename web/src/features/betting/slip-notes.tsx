import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { SlipView } from './slip-view.ts'
import { usePickWords } from './slip-words.ts'

/** What keeps the picks from being one bet, and the ways on. */
export function SlipNotes({ view }: { view: SlipView }) {
  const t = useTranslations('slip')
  const { slip, closed, pairs } = view
  const removeClosed = () => slip.edit({ picks: slip.picks.filter((pick) => !closed.includes(pick)) })
  if (closed.length === 0 && pairs.length === 0) return null
  return (
    <div className="slip-notes">
      {closed.length > 0 && (
        <Notice kind="warning">
          <p>{t('closed.text', { count: closed.length })}</p>
          <Button size="s" onClick={removeClosed}>
            {t('closed.remove')}
          </Button>
        </Notice>
      )}
      {pairs.length > 0 && <Related view={view} />}
    </div>
  )
}

function Related({ view: { slip, pairs } }: { view: SlipView }) {
  const t = useTranslations('slip.related')
  const words = usePickWords()
  const [first] = pairs
  if (!first) return null
  const [one, other] = first
  return (
    <Notice kind="warning">
      <p>{t('text', { one: words.long(one), other: words.long(other) })}</p>
      {pairs.length > 1 && <p>{t('more', { count: pairs.length - 1 })}</p>}
      <Button size="s" onClick={() => slip.edit({ choice: { ...slip.choice, kind: 'singles' } })}>
        {t('singles')}
      </Button>
    </Notice>
  )
}
