import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import type { ReactNode, Ref } from 'react'
import { useControl, useFieldLabel } from './field.tsx'
import { Icon } from './icon.tsx'

type Props<Value extends string> = {
  options: readonly { value: Value; title: string; start?: ReactNode; disabled?: boolean }[]
  value?: Value
  defaultValue?: Value
  placeholder?: string
  /** Sends the choice with the form it stands in. */
  name?: string
  required?: boolean
  disabled?: boolean
  onChange?: (value: Value) => void
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
}

export function Select<Value extends string>({
  options,
  value,
  defaultValue,
  placeholder,
  onChange,
  onBlur,
  ref,
  ...rest
}: Props<Value>) {
  const { id, ...described } = useControl()
  const label = useFieldLabel()
  const change = (next: Value | null) => next !== null && onChange?.(next)
  return (
    // Our CSS hides the list's scrollbar; a style element would need a nonce.
    <CSPProvider disableStyleElements>
      <Base.Root
        {...rest}
        items={options.map(({ value, title }) => ({ value, label: title }))}
        value={value}
        defaultValue={defaultValue}
        onValueChange={change}
      >
        <Base.Trigger ref={ref} id={id} {...described} className="input" onBlur={onBlur}>
          <Base.Value className="input-value cut">
            {(chosen: Value | null) => {
              const option = options.find((each) => each.value === chosen)
              return option ? (
                <Chosen start={option.start} title={option.title} />
              ) : (
                <span className="input-empty">{placeholder}</span>
              )
            }}
          </Base.Value>
          <Icon name="chevron-down" />
        </Base.Trigger>
        <Base.Portal>
          {/* On a phone the list is a sheet from below: the page behind it rests, and the sheet says what is chosen. */}
          <Base.Backdrop className="select-shade" />
          <Base.Positioner className="select-positioner is-select" sideOffset={6} alignItemWithTrigger={false}>
            {/* It stands outside of the page's parts, so it is one itself, named like its field. */}
            <Base.Popup className="select-list" role="region" aria-labelledby={`${id}-name`}>
              <p className="select-title" id={`${id}-name`} aria-hidden="true">
                {label}
              </p>
              <Base.List aria-labelledby={`${id}-name`}>
                {options.map((option) => (
                  <Base.Item key={option.value} className="menu-item" value={option.value} disabled={option.disabled}>
                    {option.start}
                    <Base.ItemText>{option.title}</Base.ItemText>
                    <Base.ItemIndicator className="menu-check">
                      <Icon name="check" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

function Chosen({ start, title }: { start?: ReactNode; title: string }) {
  return (
    <>
      {start}
      <span className="cut">{title}</span>
    </>
  )
}
