import { paths } from '@croupier/contract/paths'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { placedOf, underwayOf } from './place-rules.ts'
import { QuickRow } from './quick-row.tsx'
import type { SlipView } from './slip-view.ts'

/** Comes with the first pick: most pages of lists are read without one. */
export const askSlipFilled = () => import('./slip-filled.tsx')
const SlipFilled = lazy(() => askSlipFilled().then((module) => ({ default: module.SlipFilled })))

type Receipts = typeof import('./slip-receipt.tsx')
let loaded: Receipts | null = null

/** Few visits come so far: its code comes while the bet is on its way, so that it is there when the bet is taken. */
function useReceipts(isWanted: boolean): Receipts | null {
  const [receipts, setReceipts] = useState(loaded)
  useEffect(() => {
    if (!isWanted || receipts) return
    const take = (module: Receipts) => {
      loaded = module
      setReceipts(module)
    }
    import('./slip-receipt.tsx').then(take, () => undefined)
  }, [isWanted, receipts])
  return receipts
}

type Props = { view: SlipView; write: (price: number) => string; isSheet?: boolean; tail?: ReactNode }

/** The slip itself, in the column and in the sheet. */
export function SlipBody({ view, write, isSheet = false, tail }: Props) {
  const t = useTranslations('slip')
  const { lines, account, tries } = view
  const isUnderway = underwayOf(tries).length > 0
  const isPlaced = placedOf(tries).length > 0
  const receipts = useReceipts(isUnderway || isPlaced)
  const isShut = tries.some(({ no }) => no?.reason === 'SELF_EXCLUDED')
  if (account?.is_payout_only || isShut)
    return (
      <Empty
        icon="shield-check"
        title={t('help.title')}
        text={t('help.text')}
        action={<ButtonLink to={paths.responsibleGame()}>{t('help.limits')}</ButtonLink>}
      />
    )
  if (lines.length === 0 && !isUnderway) {
    if (isPlaced) return receipts ? <receipts.SlipReceipt view={view} write={write} /> : <div className="slip-scroll" />
    return (
      <>
        <Empty icon="ticket" title={t('empty.title')} text={t('empty.text')} />
        <QuickRow />
      </>
    )
  }
  return (
    <Suspense fallback={<div className="slip-scroll" aria-busy="true" />}>
      <SlipFilled view={view} write={write} receipts={isPlaced ? receipts : null} isSheet={isSheet} tail={tail} />
    </Suspense>
  )
}
