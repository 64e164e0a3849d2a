import { paths } from '@croupier/contract/paths'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { useIsFresh } from './live-book.ts'
import { SlipMissing } from './slip-missing.tsx'
import { SlipPlace } from './slip-place.tsx'
import { SlipPolicy } from './slip-policy.tsx'
import { SlipPurse } from './slip-purse.tsx'
import { SlipRefused } from './slip-refused.tsx'
import { SlipStake } from './slip-stake.tsx'
import { SlipReturns, SlipSums } from './slip-sum-lines.tsx'
import type { SlipView } from './slip-view.ts'

type Props = { view: SlipView; write: (price: number) => string; isSheet: boolean }

/** The part below the perforation: what is staked, what it returns, and how. It stays in view while the picks scroll. */
export function SlipPay({ view, write, isSheet }: Props) {
  const t = useTranslations('slip')
  const isFresh = useIsFresh()
  const part = useRef<HTMLDivElement>(null)
  const [isAsked, setAsked] = useState(false)
  const { isTaking } = view
  const askStake = () => {
    setAsked(true)
    part.current?.querySelector<HTMLInputElement>('input[name=stake]')?.focus()
  }
  return (
    <div className="slip-pay" ref={part}>
      <SlipStake view={view} isAsked={isAsked} />
      {isSheet ? <SlipReturns view={view} /> : <SlipSums view={view} />}
      {!isSheet && <SlipChoices view={view} />}
      {!isFresh && <Notice kind="warning">{t('place.stale')}</Notice>}
      {!isTaking && <Notice kind="warning">{t('place.off')}</Notice>}
      <SlipRefused view={view} />
      <SlipMissing view={view} />
      <SlipPlace view={view} write={write} onNeedStake={askStake} />
      {!isSheet && <SlipFine view={view} />}
    </div>
  )
}

/** On a phone there is room for stake, return and button; the rest scrolls with the picks. */
export function SlipMore({ view }: { view: SlipView }) {
  return (
    <div className="slip-more">
      <SlipSums view={view} isBeside />
      <SlipChoices view={view} />
      <SlipFine view={view} />
    </div>
  )
}

const SlipChoices = ({ view }: { view: SlipView }) => (
  <>
    <SlipPurse view={view} />
    <SlipPolicy policy={view.slip.policy} onChange={(policy) => view.slip.edit({ policy })} />
  </>
)

/** Delay, limits and rules: known before the button is pressed, and each a tap away. */
function SlipFine({ view: { delay, account, quotes, overs, currency } }: { view: SlipView }) {
  const t = useTranslations('slip')
  const tNo = useTranslations('placing.no')
  const format = useFormat()
  const factor = currency === 'FUN' ? null : (quotes.find((quote) => quote.factor)?.factor ?? null)
  const isCommon = overs.some(({ cause }) => cause !== 'PLAYER')
  return (
    <p className="slip-fine">
      {factor &&
        `${tNo('factor', { percent: factor.percent, reason: factor.reason, day: format.date(new Date(factor.since)) })} `}
      {isCommon && `${tNo('same')} `}
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
  )
}
