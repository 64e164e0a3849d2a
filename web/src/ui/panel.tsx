import { type ReactNode, type ToggleEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { placePopover } from './place-popover.ts'

type Props = {
  /** What the opening button shows, and its looks. */
  trigger: ReactNode
  className?: string
  label: string
  /** Drawn anew at each opening. */
  children: (close: () => void) => ReactNode
}

/**
 * A box of controls that opens under its button, on a phone from below. The browser's own popover closes it on Escape
 * and outside clicks, and returns the focus.
 */
export function Panel({ trigger, className = 'btn', label, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  // It may have been opened before the script came.
  useEffect(() => setOpen(box.current?.matches(':popover-open') ?? false), [])
  const close = useCallback(() => box.current?.hidePopover(), [])
  const change = (event: ToggleEvent<HTMLDivElement>) => {
    const opens = event.newState === 'open'
    setOpen(opens)
    // On a phone the styles put it at the lower edge.
    if (opens && button.current && matchMedia('(min-width: 992px)').matches)
      placePopover(event.currentTarget, button.current)
  }
  return (
    <>
      <button ref={button} type="button" className={className} popoverTarget={id} aria-haspopup="dialog">
        {trigger}
      </button>
      <div ref={box} id={id} className="panel" popover="auto" role="dialog" aria-label={label} onBeforeToggle={change}>
        {isOpen && children(close)}
      </div>
    </>
  )
}
