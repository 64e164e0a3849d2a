import { type ChangeEvent, type RefCallback, useLayoutEffect, useRef } from 'react'
import { Input, type InputProps } from '../ui/input.tsx'
import { caretIn, countTyped, masked } from './masks.ts'

type Props = Omit<InputProps, 'value' | 'onChange' | 'ref'> & {
  mask: string
  /** With or without the mask's signs. */
  value: string
  /** Gets the text as it is shown. */
  onText: (text: string) => void
  ref?: RefCallback<HTMLInputElement>
}

/** Writes the signs of a mask between what is typed, and keeps the caret where the typing goes on. */
export function MaskedInput({ mask, value, onText, ref, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(null)
  const shown = masked(value, mask)
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const next = masked(target.value, mask)
    const at = target.selectionStart ?? target.value.length
    const isAtEnd = at === target.value.length
    caret.current = isAtEnd ? next.length : caretIn(next, countTyped(target.value.slice(0, at)))
    // React puts the old text back when nothing changed, and the caret with it to the end.
    if (next === shown) target.value = next
    onText(next)
  }
  return (
    <Input
      {...rest}
      ref={(element) => {
        input.current = element
        ref?.(element)
      }}
      value={shown}
      onChange={change}
    />
  )
}
