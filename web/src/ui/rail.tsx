import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { Section, type SectionProps } from './section.tsx'

type RailProps = { tiles?: boolean; children: ReactNode; ref?: RefObject<HTMLDivElement | null> }

/** A row that scrolls sideways. `tiles` gives its children the widths of game tiles. */
export function Rail({ tiles, children, ref: outer }: RailProps) {
  const own = useRef<HTMLDivElement>(null)
  const ref = outer ?? own
  useEffect(() => showCurrent(ref.current), [ref])
  return (
    <div ref={ref} className={cx('rail', tiles && 'rail-tiles')}>
      {children}
    </div>
  )
}

/** Where the visitor is must be in view, also when it stands far along the row. */
function showCurrent(rail: HTMLElement | null) {
  const current = rail?.querySelector<HTMLElement>('[aria-current]')
  if (!rail || !current) return
  const [row, item] = [rail.getBoundingClientRect(), current.getBoundingClientRect()]
  if (item.left >= row.left && item.right <= row.right) return
  rail.scrollBy({ left: item.left - row.left - (row.width - item.width) / 2, behavior: 'instant' })
}

type Reach = { back: boolean; forward: boolean }

// scrollLeft runs below zero in right-to-left pages; its distance from the start is the same.
function reach(rail: HTMLElement): Reach {
  const start = Math.abs(rail.scrollLeft)
  return { back: start > 4, forward: start < rail.scrollWidth - rail.clientWidth - 4 }
}

function useReach(ref: RefObject<HTMLDivElement | null>) {
  const [now, setNow] = useState<Reach>({ back: false, forward: true })
  useEffect(() => {
    const rail = ref.current
    if (!rail) return
    const look = () =>
      setNow((before) => {
        const after = reach(rail)
        return after.back === before.back && after.forward === before.forward ? before : after
      })
    const sizes = new ResizeObserver(look)
    sizes.observe(rail)
    rail.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      rail.removeEventListener('scroll', look)
    }
  }, [ref])
  return now
}

type RailSectionProps = SectionProps & { tiles?: boolean; labels: { back: string; forward: string } }

/** A section whose content is a rail, with arrows on wide screens. */
export function RailSection({ tiles, labels, children, ...section }: RailSectionProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { back, forward } = useReach(ref)
  const move = (pages: number) => {
    const rail = ref.current
    if (!rail) return
    const towards = getComputedStyle(rail).direction === 'rtl' ? -1 : 1
    rail.scrollBy({ left: pages * towards * rail.clientWidth * 0.9 })
  }
  const arrows = (back || forward) && (
    <div className="arrows">
      <IconButton icon="chevron-left" label={labels.back} aria-disabled={!back} onClick={() => move(-1)} />
      <IconButton icon="chevron-right" label={labels.forward} aria-disabled={!forward} onClick={() => move(1)} />
    </div>
  )
  return (
    <Section {...section} tail={arrows}>
      <Rail ref={ref} tiles={tiles}>
        {children}
      </Rail>
    </Section>
  )
}
