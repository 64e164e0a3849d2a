import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../account/account.tsx'

/** A code for a camera. Its drawing is loaded when it is needed; its room is kept from the start. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [svg, setSvg] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    import('uqr').then(
      ({ renderSVG }) => isWanted && setSvg(renderSVG(text, { border: 1 })),
      // The text beside it says the same.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [text])
  if (!svg) return <div className="qr qr-wait" aria-hidden="true" />
  // A picture, not markup: whatever is in it cannot run.
  return (
    <img className="qr" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} width={192} height={192} />
  )
}

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
