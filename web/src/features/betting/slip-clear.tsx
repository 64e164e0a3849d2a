import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { underwayOf } from './place-rules.ts'
import { usePlacing } from './place-store.ts'
import { useSlip } from './slip-store.ts'

/** Empties the slip; for a moment it can be had back. */
export function SlipClear() {
  const t = useTranslations('slip')
  const { picks, stake, stakes, clear, edit } = useSlip()
  const isLocked = underwayOf(usePlacing()).length > 0
  if (picks.length === 0 || isLocked) return null
  const empty = () => {
    clear()
    toast({
      id: 'slip-cleared',
      title: t('cleared'),
      action: { text: t('keepPicks'), onClick: () => edit({ picks, stake, stakes }) },
    })
  }
  return (
    <Button className="slip-clear" kind="ghost" size="s" onClick={empty}>
      {t('clear')}
    </Button>
  )
}
