import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SlipKinds } from './slip-kinds.tsx'
import { SlipNotes } from './slip-notes.tsx'
import { SlipPay } from './slip-pay.tsx'
import { SlipPickRow } from './slip-pick-row.tsx'
import { mayPin } from './slip-rules.ts'
import { BoostNext } from './slip-sum-lines.tsx'
import type { SlipView } from './slip-view.ts'

type Props = { view: SlipView; write: (price: number) => string }

/** The slip itself, in the column and in the sheet. */
export function SlipBody({ view, write }: Props) {
  const t = useTranslations('slip')
  const { slip, lines, shape, account } = view
  if (account?.is_payout_only)
    return (
      <Empty
        icon="shield-check"
        title={t('help.title')}
        text={t('help.text')}
        action={<ButtonLink to={paths.responsibleGame()}>{t('help.limits')}</ButtonLink>}
      />
    )
  if (lines.length === 0) return <Empty icon="ticket" title={t('empty.title')} text={t('empty.text')} />
  const { choice } = slip
  const bankers = shape.slip.bankers
  const pin = (pick: string, isOn: boolean) => {
    const others = choice.bankers.filter((each) => each !== pick)
    slip.edit({ choice: { ...choice, bankers: isOn ? [...others, pick] : others } })
  }
  return (
    <>
      <div className="slip-scroll">
        <SlipKinds view={view} />
        <SlipNotes view={view} write={write} />
        <ol className="slip-picks">
          {lines.map((line, place) => (
            <SlipPickRow
              key={line.pick.pick}
              line={line}
              policy={slip.policy}
              write={write}
              onRemove={() => slip.remove(line.pick.pick)}
              pin={
                shape.kind === 'system'
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
        <BoostNext view={view} />
      </div>
      <SlipPay view={view} />
    </>
  )
}
