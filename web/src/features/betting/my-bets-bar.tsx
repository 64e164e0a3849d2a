import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { Icon } from '../../ui/icon.tsx'
import { useMyBets } from './my-bets-store.ts'

/** On narrow pages without a slip: the way to the bets that run. */
export function MyBetsBar({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('my-bets')
  const { account } = useShell()
  const bets = useMyBets(account?.uid ?? null)
  const count = bets?.open.length ?? 0
  if (count === 0) return null
  return (
    <button type="button" className="slip-bar" aria-haspopup="dialog" onClick={onOpen}>
      <span className="my-count num">{count}</span>
      <b>{t('title')}</b>
      <Icon name="chevron-down" />
    </button>
  )
}
