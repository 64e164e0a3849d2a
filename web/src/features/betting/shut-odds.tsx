import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'

/** Where the odds of a row stand, as high as they are: the operator takes no bets on it, and says why. */
export function ShutOdds({ reason }: { reason: string }) {
  const t = useTranslations('betting.shut')
  return (
    <p className="event-shut" title={reason}>
      <Icon name="lock" />
      <span>
        {t('short')} <bdi>{reason}</bdi>
      </span>
    </p>
  )
}
