import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Radio } from '../../ui/check.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { mayBe, type SlipKind, type SystemChoice, slipKinds, systemsOf } from './slip-rules.ts'
import { stakeEntries } from './slip-sums.ts'
import type { SlipView } from './slip-view.ts'

/** Singles, one bet, or a system, as far as the number of picks allows. */
export function SlipKinds({ view }: { view: SlipView }) {
  const t = useTranslations('slip.kinds')
  const tBuilder = useTranslations('slip.builder')
  const { slip, shape, lines, legs, isWholeBuilder } = view
  const count = lines.length
  if (count < 2) return null
  const titles = {
    singles: t('singles', { count }),
    multiple: isWholeBuilder ? tBuilder('name') : t('multiple', { count: legs }),
    system: t('system'),
  }
  const mayChoose = (kind: SlipKind) => kind === shape.kind || mayBe(kind, kind === 'singles' ? count : legs)
  return (
    <div className="slip-kinds">
      <Segmented
        label={t('label')}
        value={shape.kind}
        onChange={(kind) => slip.edit({ choice: { ...slip.choice, kind } })}
        options={slipKinds.filter(mayChoose).map((value) => ({ value, title: titles[value] }))}
      />
      {shape.kind === 'system' && <SystemList view={view} />}
      {shape.kind === 'system' && <StakeEntries view={view} />}
    </div>
  )
}

/** Where there are several bets, whether the stake is that of all or of each. */
function StakeEntries({ view: { slip, entry } }: { view: SlipView }) {
  const t = useTranslations('slip.stake')
  return (
    <Segmented
      label={t('entry')}
      value={entry}
      onChange={(next) => slip.edit({ entry: next })}
      options={stakeEntries.map((value) => ({ value, title: t(`entries.${value}`) }))}
    />
  )
}

function SystemList({ view: { slip, shape } }: { view: SlipView }) {
  const t = useTranslations('slip')
  const words = useSystemWords()
  // The column is there behind the sheet: each has radio buttons of its own.
  const group = useId()
  const { picks, bankers } = shape.slip
  return (
    <>
      <div className="slip-systems" role="radiogroup" aria-label={t('systems.label')}>
        {systemsOf(picks, bankers.length).map((system) => (
          <Radio
            key={system.name}
            name={group}
            checked={system.name === shape.system?.name}
            onChange={() => slip.edit({ choice: { ...slip.choice, sizes: system.sizes } })}
          >
            <span className="slip-system">
              <b>{words.name(system)}</b>
              <small>{words.made(system, bankers.length)}</small>
              <span className="num">{t('systems.bets', { count: system.combinations })}</span>
            </span>
          </Radio>
        ))}
      </div>
      <p className="slip-fine">{t('pinHint')}</p>
    </>
  )
}

export function useSystemWords() {
  const t = useTranslations('slip')
  const format = useFormatter()
  const part = ({ size, count }: SystemChoice['made'][number]) => {
    if (size === 1) return t('parts.single', { count })
    if (size === 2) return t('parts.double', { count })
    return size === 3 ? t('parts.treble', { count }) : t('parts.fold', { count, size })
  }
  return {
    name: ({ name }: SystemChoice) => {
      const [size, count] = name.split('/')
      return count ? t('systems.kOfN', { size: size ?? '', count }) : t(`systems.${name}`)
    },
    /** *3 doubles and 1 treble, each with the banker*. */
    made: ({ made }: SystemChoice, bankers: number) => {
      const bets = format.list(made.map(part))
      return bankers > 0 ? `${bets}, ${t('parts.pinned', { count: bankers })}` : bets
    },
  }
}
