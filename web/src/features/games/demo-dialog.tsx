import { useTranslations } from 'use-intl'
import { type DialogHandle, openPopup } from '../../dialogs/dialogs.ts'
import { keep, kept } from '../../session/browser-storage.ts'
import { Button } from '../../ui/button.tsx'

const note = 'demo-mode-seen'

/** Once per visit: what is won in a demo is not money. */
export function explainDemo(title: string, onReal: () => void): void {
  if (kept(note, 'sessionStorage')) return
  keep(note, '1', 'sessionStorage')
  const popup: DialogHandle = openPopup({
    name: 'demo',
    title,
    size: 'small',
    content: (
      <DemoWords
        onStay={() => popup.close()}
        onReal={() => {
          popup.close()
          onReal()
        }}
      />
    ),
  })
}

function DemoWords({ onStay, onReal }: { onStay: () => void; onReal: () => void }) {
  const t = useTranslations('game.demo')
  return (
    <>
      <p>{t('text')}</p>
      <p className="muted">{t('same')}</p>
      <div className="dialog-acts">
        <Button size="l" onClick={onReal}>
          {t('real')}
        </Button>
        <Button size="l" kind="primary" onClick={onStay}>
          {t('stay')}
        </Button>
      </div>
    </>
  )
}
