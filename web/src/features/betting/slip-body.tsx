import { paths } from '@croupier/contract/paths'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { placedOf, underwayOf } from './place-rules.ts'
import { QuickRow } from './quick-row.tsx'
import { SlipDeciding } from './slip-deciding.tsx'
import { SlipKinds } from './slip-kinds.tsx'
import { SlipNotes } from './slip-notes.tsx'
import { SlipPay } from './slip-pay.tsx'
import { SlipPickRow } from './slip-pick-row.tsx'
import { mayPin } from './slip-rules.ts'
import { BoostNext } from './slip-sum-lines.tsx'
import type { SlipView } from './slip-view.ts'

/** Few visits come so far: its code comes while the bet is on its way. */
const receipt = () => import('./slip-receipt.tsx')
const SlipReceipt = lazy(() => receipt().then((module) => ({ default: module.SlipReceipt })))
const PlacedToo = lazy(() => receipt().then((module) => ({ default: module.PlacedToo })))

type Props = { view: SlipView; write: (price: number) => string }

/** The slip itself, in the column and in the sheet. */
export function SlipBody({ view, write }: Props) {
  const t = useTranslations('slip')
  const { lines, account, tries } = view
  const isUnderway = underwayOf(tries).length > 0
  const isPlaced = placedOf(tries).length > 0
  useEffect(() => {
    if (isUnderway) void receipt()
  }, [isUnderway])
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
    if (isPlaced)
      return (
        <Suspense fallback={<div className="slip-scroll" />}>
          <SlipReceipt view={view} write={write} />
        </Suspense>
      )
    return (
      <>
        <Empty icon="ticket" title={t('empty.title')} text={t('empty.text')} />
        <QuickRow />
      </>
    )
  }
  return (
    <>
      <div className="slip-scroll">
        {!isUnderway && (
          <>
            <SlipKinds view={view} />
            {isPlaced && (
              <Suspense>
                <PlacedToo view={view} />
              </Suspense>
            )}
            <SlipNotes view={view} write={write} />
          </>
        )}
        <SlipLines view={view} write={write} isLocked={isUnderway} />
        {!isUnderway && (
          <>
            <BoostNext view={view} />
            <QuickRow />
          </>
        )}
      </div>
      {isUnderway ? <SlipDeciding view={view} /> : <SlipPay view={view} write={write} />}
    </>
  )
}

function SlipLines({ view, write, isLocked }: Props & { isLocked: boolean }) {
  const { slip, lines, shape } = view
  const { choice } = slip
  const bankers = shape.slip.bankers
  const pin = (pick: string, isOn: boolean) => {
    const others = choice.bankers.filter((each) => each !== pick)
    slip.edit({ choice: { ...choice, bankers: isOn ? [...others, pick] : others } })
  }
  return (
    <ol className="slip-picks">
      {lines.map((line, place) => (
        <SlipPickRow
          key={line.pick.pick}
          line={line}
          view={view}
          write={write}
          isLocked={isLocked}
          pin={
            shape.kind === 'system' && !isLocked
              ? {
                  isOn: bankers.includes(place),
                  isOpen: bankers.includes(place) || mayPin(shape),
                  change: (isOn) => pin(line.pick.pick, isOn),
                }
              : null
          }
        />
      ))}
    </ol>
  )
}
