import { useTranslations } from 'use-intl'
import { DialogActions, DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { useShell } from '../../shell.ts'
import { saveFile } from '../../site/browser.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from './copy-button.tsx'

type Props = { codes: readonly string[]; onDone: () => void }

/** Shown once; nothing but the last button closes it. */
export default function RecoveryCodesDialog({ codes, onDone }: Props) {
  const t = useTranslations('profile.dialogs.recovery')
  const { account } = useShell()
  const list = codes.join('\n')
  const download = () =>
    saveFile('recovery-codes.txt', 'text/plain', `${t('file', { login: account?.login ?? '' })}\n\n${list}\n`)
  return (
    <DialogBody>
      <DialogTitle>{t('title')}</DialogTitle>
      <p>{t('text')}</p>
      <ol className="recovery num" dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <CopyButton size="m" text={list} label={t('copy')} done={t('copied')} />
        <Button icon="download" onClick={download}>
          {t('download')}
        </Button>
      </div>
      <DialogActions>
        <Button size="l" kind="primary" onClick={onDone}>
          {t('agree')}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}
