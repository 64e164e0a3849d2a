import { paths } from '@croupier/contract/paths'
import { useEffect, useState } from 'react'
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

type Props = { view: SlipView; write: (price: number) => string }

/** The slip itself, in the column and in the sheet. */
export function SlipBody({ view, write }: Props) {
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
    <>
      <div className="slip-scroll">
        {!isUnderway && (
          <>
            <SlipKinds view={view} />
            {isPlaced && receipts && <receipts.PlacedToo view={view} />}
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
