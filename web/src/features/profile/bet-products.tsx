import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { SegmentedLinks } from '../../ui/segmented.tsx'

/** Rounds or sports bets: two lists behind one word. A house without a sportsbook has one. */
export function BetProducts({ product }: { product: 'casino' | 'sports' }) {
  const t = useTranslations('my-bets.product')
  const { features } = useShell()
  if (!features.hasSports) return null
  const options = [
    { value: 'casino', title: t('casino'), to: paths.betHistory() },
    { value: 'sports', title: t('sports'), to: paths.betHistory({ product: 'sports' }) },
  ].map((option) => ({ ...option, isCurrent: option.value === product }))
  return (
    <div className="bets-products">
      <SegmentedLinks label={t('label')} options={options} />
    </div>
  )
}
