import { Combobox as Base } from '@base-ui/react/combobox'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useControl } from './field.tsx'
import { Icon } from './icon.tsx'
import { drawable, overscanOf, selectRowPx } from './scroller.ts'

export type SearchOption<Value extends string> = {
  value: Value
  title: string
  start?: ReactNode
  /** At the end of a row, and found by the search as well: a phone code. */
  aside?: string
}

type Props<Value extends string> = {
  options: readonly SearchOption<Value>[]
  value: Value | ''
  onChange: (value: Value) => void
  onBlur?: () => void
  placeholder?: string
  searchLabel: string
  nothingFound: string
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
  /** A small button inside another well, with a name of its own, instead of a well. */
  inside?: { label: string; shown: ReactNode }
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const matches = (option: SearchOption<string>, query: string) =>
  `${option.title} ${option.aside ?? ''} ${option.value}`
    .split(/[\s(),]+/)
    .some((word) => plain(word).startsWith(plain(query.trim()))) || plain(option.title).includes(plain(query.trim()))

/** One of many: a list with a search above it. */
export function SelectSearch<Value extends string>(props: Props<Value>) {
  const { options, value, onChange, onBlur, placeholder, searchLabel, nothingFound, disabled, inside, ref } = props
  const { id, ...described } = useControl()
  const chosen = options.find((option) => option.value === value) ?? null
  const rows = useRef<RowsHandle>(null)
  const names = inside
    ? { 'aria-label': inside.label, className: 'input-part' }
    : { id, ...described, className: 'input' }
  return (
    // Our CSS hides the list's scrollbar; a style element would need a nonce.
    <CSPProvider disableStyleElements>
      <Base.Root
        items={drawable(options, (option) => option.value)}
        virtualized
        onItemHighlighted={(option, { reason, index }) => {
          // A row under the pointer is in view; one that the keyboard comes to, or the chosen one, may be far away.
          if (option && reason !== 'pointer') queueMicrotask(() => rows.current?.scrollTo(index))
        }}
        value={chosen}
        onValueChange={(next) => next && onChange(next.value)}
        itemToStringLabel={(option) => option.title}
        isItemEqualToValue={(one, other) => one.value === other.value}
        filter={matches}
        disabled={disabled}
        autoHighlight
      >
        <Base.Trigger ref={ref} onBlur={onBlur} {...names}>
          {inside?.shown ?? <Shown option={chosen} placeholder={placeholder} />}
          <Icon name="chevron-down" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className="select-positioner" sideOffset={6} align="start">
            <Base.Popup className="select-search" aria-label={searchLabel}>
              <div className="select-search-well">
                <Icon name="search" />
                <Base.Input placeholder={searchLabel} aria-label={searchLabel} autoComplete="off" spellCheck={false} />
              </div>
              <Base.Empty className="select-search-empty">{nothingFound}</Base.Empty>
              <Rows ref={rows} />
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

/** As the styles have it for fingers, so that what is far away is found at its place. */
const touchRowPx = 44
/** Above the first row and below the last. */
const edgePx = 6

type RowsHandle = { scrollTo: (index: number) => void }

/** Only the rows near the view are in the document, however many countries there are. */
function Rows({ ref }: { ref: Ref<RowsHandle> }) {
  const found = Base.useFilteredItems<SearchOption<string>>()
  const [list, setList] = useState<HTMLElement | null>(null)
  const scroller = useVirtualizer({
    count: found.length,
    getScrollElement: () => list,
    estimateSize: () => (matchMedia('(pointer: coarse)').matches ? touchRowPx : selectRowPx),
    getItemKey: (index) => found[index]?.value ?? index,
    overscan: overscanOf(selectRowPx),
    paddingStart: edgePx,
    paddingEnd: edgePx,
    scrollPaddingStart: edgePx,
    scrollPaddingEnd: edgePx,
  })
  useImperativeHandle(ref, () => ({ scrollTo: (index) => scroller.scrollToIndex(index, { align: 'auto' }) }))
  if (found.length === 0) return <Base.List className="select-search-list" />
  return (
    <Base.List ref={setList} className="select-search-list">
      <div role="presentation" className="select-search-rows" style={{ blockSize: scroller.getTotalSize() }}>
        {scroller.getVirtualItems().map(({ key, index, start }) => {
          const option = found[index]
          return (
            option && (
              <Base.Item
                key={key}
                index={index}
                ref={scroller.measureElement}
                data-index={index}
                aria-setsize={found.length}
                aria-posinset={index + 1}
                className="menu-item"
                value={option}
                style={{ insetBlockStart: start }}
              >
                {option.start}
                <span>{option.title}</span>
                {option.aside && <span className="select-search-aside num">{option.aside}</span>}
              </Base.Item>
            )
          )
        })}
      </div>
    </Base.List>
  )
}

function Shown({ option, placeholder }: { option: SearchOption<string> | null; placeholder?: string }) {
  return (
    <span className="input-value cut">
      {option?.start}
      {option ? <span className="cut">{option.title}</span> : <span className="input-empty">{placeholder}</span>}
    </span>
  )
}
