import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'

type Props = { text: string; label: string; done: string; size?: 's' | 'm' | 'l' }

export function CopyButton({ text, label, done, size = 's' }: Props) {
  const t = useTranslations('profile.dialogs.recovery')
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast({ kind: 'error', title: t('copyFailed') })
    }
  }
  return (
    <>
      <Button size={size} icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {isCopied ? done : label}
      </Button>
      <span className="sr" role="status">
        {isCopied && done}
      </span>
    </>
  )
}
