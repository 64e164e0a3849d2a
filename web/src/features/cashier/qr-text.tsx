import { useTranslations } from 'use-intl'
import { CopyButton } from '../account/account.tsx'

/** What the code says, for who has no second device. */
export function QrText({ text }: { text: string }) {
  const t = useTranslations('cashier.qr')
  return (
    <div className="qr-text">
      <code dir="ltr">{text}</code>
      <CopyButton text={text} label={t('copy')} done={t('copied')} />
    </div>
  )
}
