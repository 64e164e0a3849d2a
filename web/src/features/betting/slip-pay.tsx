import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Notice } from '../../ui/notice.tsx'
import { useIsFresh } from './live-book.ts'
import { SlipPlace } from './slip-place.tsx'
import { SlipPolicy } from './slip-policy.tsx'
import { SlipStake } from './slip-stake.tsx'
import { SlipSums } from './slip-sum-lines.tsx'
import type { SlipView } from './slip-view.ts'

/** The part below the perforation: what is staked, what it returns, and how. It stays in view while the picks scroll. */
export function SlipPay({ view }: { view: SlipView }) {
  const t = useTranslations('slip')
  const isFresh = useIsFresh()
  const { slip, delay, isTaking, account } = view
  return (
    <div className="slip-pay">
      <SlipStake view={view} />
      <SlipSums view={view} />
      <SlipPolicy policy={slip.policy} onChange={(policy) => slip.edit({ policy })} />
      {!isFresh && <Notice kind="warning">{t('place.stale')}</Notice>}
      {!isTaking && <Notice kind="warning">{t('place.off')}</Notice>}
      <SlipPlace view={view} />
      <p className="slip-fine">
        {delay > 0 && `${t('place.delay', { seconds: delay })} `}
        {!account && `${t('place.kept')} `}
        <Link className="link" to={paths.bettingRules()}>
          {t('place.rules')}
        </Link>
        {account && (
          <>
            {' · '}
            <Link className="link" to={paths.responsibleGame()}>
              {t('place.limits')}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
