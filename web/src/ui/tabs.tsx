import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type Props<Value extends string> = {
  label: string
  tabs: readonly { value: Value; title: ReactNode; panel: ReactNode }[]
  value?: Value
  onChange?: (value: Value) => void
}

/** Tabs of one page. Pages that have an address of their own use links with the class `tab`. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: Props<Value>) {
  const change = (next: unknown) => {
    const tab = tabs.find((each) => each.value === next)
    if (tab) onChange?.(tab.value)
  }
  return (
    <Base.Root value={value} defaultValue={tabs[0]?.value} onValueChange={change}>
      <Base.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} className="tab" value={tab.value}>
            {tab.title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} className="tab-panel" value={tab.value}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
