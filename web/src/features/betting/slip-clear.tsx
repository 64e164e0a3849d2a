import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useSlip } from './slip-store.ts'

/** Empties the slip; for a moment it can be had back. */
export function SlipClear() {
  const t = useTranslations('slip')
  const { picks, stake, clear, edit } = useSlip()
  if (picks.length === 0) return null
  const empty = () => {
    clear()
    toast({
      id: 'slip-cleared',
      title: t('cleared'),
      action: { text: t('keepPicks'), onClick: () => edit({ picks, stake }) },
    })
  }
  return (
    <Button className="slip-clear" kind="ghost" size="s" onClick={empty}>
      {t('clear')}
    </Button>
  )
}
