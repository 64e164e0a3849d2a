import { underwayOf } from './place-rules.ts'
import { QuickRow } from './quick-row.tsx'
import { SlipDeciding } from './slip-deciding.tsx'
import { SlipKinds } from './slip-kinds.tsx'
import { SlipNotes } from './slip-notes.tsx'
import { SlipPay } from './slip-pay.tsx'
import { SlipPickRow } from './slip-pick-row.tsx'
import { mayPin } from './slip-rules.ts'
import { BoostNext } from './slip-sum-lines.tsx'
import type { SlipView } from './slip-view.ts'

type Props = { view: SlipView; write: (price: number) => string }

/** The slip with picks in it, or with a bet that is on its way. */
export function SlipFilled({
  view,
  write,
  receipts,
}: Props & { receipts: typeof import('./slip-receipt.tsx') | null }) {
  const isUnderway = underwayOf(view.tries).length > 0
  return (
    <>
      <div className="slip-scroll">
        {!isUnderway && (
          <>
            <SlipKinds view={view} />
            {receipts && <receipts.PlacedToo view={view} />}
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
