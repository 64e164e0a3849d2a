import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { useIsFresh } from './live-book.ts'
import { stepTo } from './odds-rules.ts'
import { KeepToggle } from './picked.ts'

const oddsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-odds]')]
const rowsOf = (list: Element) => [...list.querySelectorAll('[data-odds-row]')].map(oddsOf)

/** All odds of a list are one stop of the Tab key: arrows, Home and End move between them, Enter and Space choose. */
export function RovingOdds({ children, className }: { children: ReactNode; className?: string }) {
  const isFresh = useIsFresh()
  const list = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLElement | null>(null)

  // Rows come and go with what is loaded: after each drawing exactly one is in the way of the Tab key.
  useEffect(() => {
    if (!list.current) return
    const all = rowsOf(list.current).flat()
    const kept = current.current && all.includes(current.current) ? current.current : all[0]
    for (const each of all) {
      const wanted = each === kept ? 0 : -1
      if (each.getAttribute('tabindex') !== String(wanted)) each.tabIndex = wanted
    }
    current.current = kept ?? null
  })

  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches('[data-odds]')) return
    if (current.current) current.current.tabIndex = -1
    target.tabIndex = 0
    current.current = target
  }
  const press = (event: KeyboardEvent) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || !target.matches('[data-odds]') || !list.current) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = rowsOf(list.current)
    const row = rows.findIndex((each) => each.includes(target))
    const isRightToLeft = getComputedStyle(list.current).direction === 'rtl'
    const at = { row, column: rows[row]?.indexOf(target) ?? 0 }
    const next = stepTo(
      rows.map(({ length }) => length),
      at,
      key,
      isRightToLeft,
    )
    if (!next) return
    event.preventDefault()
    rows[next.row]?.[next.column]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is operated
    <div ref={list} className={cx(className, !isFresh && 'odds-stale')} onFocus={enter} onKeyDown={press}>
      <KeepToggle />
      {children}
    </div>
  )
}
