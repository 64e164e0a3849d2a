import type { ReactNode } from 'react'
import { underwayOf } from './place-rules.ts'
import { QuickRow } from './quick-row.tsx'
import { BuilderCard, BuilderPart } from './slip-builder.tsx'
import { SlipDeciding } from './slip-deciding.tsx'
import { SlipKinds } from './slip-kinds.tsx'
import { SlipNotes } from './slip-notes.tsx'
import { SlipMore, SlipPay } from './slip-pay.tsx'
import { SlipPickRow } from './slip-pick-row.tsx'
import { mayPin } from './slip-rules.ts'
import { BoostNext } from './slip-sum-lines.tsx'
import type { SlipView } from './slip-view.ts'

type Props = { view: SlipView; write: (price: number) => string }
type FilledProps = Props & {
  receipts: typeof import('./slip-receipt.tsx') | null
  isSheet: boolean
  /** What can be done with the whole slip; it stands under the picks. */
  tail: ReactNode
}

/** The slip with picks in it, or with a bet that is on its way. */
export function SlipFilled({ view, write, receipts, isSheet, tail }: FilledProps) {
  const isUnderway = underwayOf(view.tries).length > 0
  return (
    <>
      <div className="slip-scroll">
        {!isUnderway && (
          <>
            <SlipKinds view={view} />
            {receipts && <receipts.PlacedToo view={view} />}
            <SlipNotes view={view} />
          </>
        )}
        <SlipLines view={view} write={write} isLocked={isUnderway} />
        {!isUnderway && (
          <>
            <BoostNext view={view} />
            <QuickRow />
            {isSheet && <SlipMore view={view} />}
            {tail}
          </>
        )}
      </div>
      {isUnderway ? <SlipDeciding view={view} /> : <SlipPay view={view} write={write} isSheet={isSheet} />}
    </>
  )
}

function SlipLines({ view, write, isLocked }: Props & { isLocked: boolean }) {
  const { slip, lines, shape, places, builders } = view
  const { choice } = slip
  const bankers = shape.slip.bankers
  const pin = (pick: string, isOn: boolean) => {
    const others = choice.bankers.filter((each) => each !== pick)
    slip.edit({ choice: { ...choice, bankers: isOn ? [...others, pick] : others } })
  }
  const pinOf = (pick: string) => {
    const place = places.get(pick)
    if (shape.kind !== 'system' || place === undefined) return null
    const isOn = bankers.includes(place)
    return { isOn, isOpen: isOn || mayPin(shape), change: (next: boolean) => pin(pick, next) }
  }
  return (
    <ol className="slip-picks">
      {lines.map((line) => {
        const builder = builders.find(({ parts }) => parts.includes(line.pick))
        if (builder)
          return builder.parts[0] === line.pick ? (
            <BuilderCard key={line.pick.pick} builder={builder} write={write} isLocked={isLocked}>
              {lines
                .filter(({ pick: each }) => builder.parts.includes(each))
                .map((part) => (
                  <BuilderPart key={part.pick.pick} line={part} builder={builder} view={view} isLocked={isLocked} />
                ))}
            </BuilderCard>
          ) : null
        return (
          <SlipPickRow
            key={line.pick.pick}
            line={line}
            view={view}
            write={write}
            isLocked={isLocked}
            pin={isLocked ? null : pinOf(line.pick.pick)}
          />
        )
      })}
    </ol>
  )
}
