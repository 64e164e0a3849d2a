import { createContext, type ReactNode, useContext, useId } from 'react'
import { Icon } from './icon.tsx'

type Control = { id: string; label: ReactNode; describedBy?: string; invalid: boolean }

const ControlContext = createContext<Control | null>(null)

type Props = {
  label: ReactNode
  /** At the end of the label: a range, "optional". */
  aside?: ReactNode
  hint?: ReactNode
  /** Says what to do. Takes the place of the hint. */
  error?: ReactNode
  /** What is good about the value. Takes the place of the hint. */
  good?: ReactNode
  children: ReactNode
}

/** Label, control and the line below it. The control inside finds its names here. */
export function Field({ label, aside, hint, error, good, children }: Props) {
  const id = useId()
  const line = error ?? good ?? hint
  const invalid = Boolean(error)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {aside && <small>{aside}</small>}
      </label>
      <ControlContext value={{ id, label, describedBy: line ? `${id}-line` : undefined, invalid }}>
        {children}
      </ControlContext>
      {line && (
        <div id={`${id}-line`} className={invalid ? 'hint hint-bad' : good ? 'hint hint-good' : 'hint'}>
          {invalid && <Icon name="circle-alert" />}
          {line}
        </div>
      )}
    </div>
  )
}

/** The attributes a control takes from the field around it. */
export function useControl() {
  const control = useContext(ControlContext)
  return {
    id: control?.id,
    'aria-describedby': control?.describedBy,
    'aria-invalid': control?.invalid || undefined,
  }
}

/** What the field around a control is called, for a list that covers it. */
export const useFieldLabel = () => useContext(ControlContext)?.label
