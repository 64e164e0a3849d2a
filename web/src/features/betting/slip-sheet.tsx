import { toWire } from '@croupier/contract/money'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { openCurtain } from '../../dialogs/dialogs.ts'
import { useFormat } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MyBetsBar } from './my-bets-bar.tsx'
import { useOddsFormat } from './odds-format.tsx'
import { placedOf, underwayOf } from './place-rules.ts'
import { LazyShareSlip } from './share-later.ts'
import { SlipBody } from './slip-body.tsx'
import { SlipClear } from './slip-clear.tsx'
import { useSystemWords } from './slip-kinds.tsx'
import { useSlip } from './slip-store.ts'
import { SlipTabs } from './slip-tabs.tsx'
import { type SlipView, useSlipView } from './slip-view.ts'
import { SlipVoice } from './slip-voice.tsx'

/** On narrow pages: a bar above the bottom menu, and the slip as a sheet from below. */
export function SlipSheet() {
  const view = useSlipView()
  const write = useOddsFormat()
  const [isOpen, setOpen] = useState(false)
  const open = (first: 'slip' | 'bets') => {
    setOpen(true)
    openCurtain({
      position: 'bottom',
      title: <SheetTitle />,
      content: (
        <SlipTabs write={write} first={first} isSheet>
          <Sheet write={write} />
        </SlipTabs>
      ),
      onClosed: () => {
        setOpen(false)
        setTimeout(keepFocus)
      },
    })
  }
  // A bet that was taken behind a closed sheet has its receipt there.
  const isThere = view.lines.length > 0 || placedOf(view.tries).length > 0
  // Behind an open sheet nothing is heard: then the sheet speaks for itself.
  return (
    <>
      {!isOpen && <SlipVoice view={view} write={write} />}
      {isThere && !view.account?.is_payout_only ? (
        <SlipBar view={view} onOpen={() => open('slip')} />
      ) : (
        <MyBetsBar onOpen={() => open('bets')} />
      )}
    </>
  )
}

/** The bar goes with the last pick: then the keyboard goes on at the content. */
function keepFocus() {
  if (!document.activeElement || document.activeElement === document.body) document.getElementById('content')?.focus()
}

function SlipBar({ view, onOpen }: { view: SlipView; onOpen: () => void }) {
  const t = useTranslations('slip')
  const format = useFormat()
  const name = useBarName(view)
  const { lines, totalPrice, possible, currency } = view
  const count = lines.length
  return (
    <button type="button" className="slip-bar" aria-haspopup="dialog" onClick={onOpen}>
      {count > 0 && (
        <span className="slip-count num" aria-hidden="true">
          {count}
        </span>
      )}
      <span className="sr">{`${t('open')}, ${t('count', { count })}: `}</span>
      <b>{name}</b>
      {totalPrice && <span className="num">{totalPrice}</span>}
      {possible && <b className="num">{format.money(toWire(possible.returned + possible.boost, currency))}</b>}
      <Icon name="chevron-down" />
    </button>
  )
}

/** What the picks are, or what becomes of the bet. */
function useBarName({ lines, shape, tries, legs, isWholeBuilder }: SlipView): string {
  const t = useTranslations('slip')
  const tPlacing = useTranslations('placing')
  const words = useSystemWords()
  if (underwayOf(tries).length > 0) return tPlacing('deciding.title')
  if (lines.length === 0) return tPlacing('receipt.title', { count: placedOf(tries).length })
  if (isWholeBuilder) return t('builder.name')
  return shape.system
    ? words.name(shape.system)
    : t(`kinds.${shape.kind}`, { count: shape.kind === 'singles' ? lines.length : legs })
}

function SheetTitle() {
  const t = useTranslations('slip')
  const { picks } = useSlip()
  return (
    <span className="slip-sheet-title">
      {t('title')}
      {picks.length > 0 && <span className="slip-count num">{picks.length}</span>}
    </span>
  )
}

/** The page's own ways of writing a price do not reach into a dialog, so they come along. */
function Sheet({ write }: { write: (price: number) => string }) {
  const view = useSlipView()
  const part = useRef<HTMLDivElement>(null)
  useKeyboardRoom(part)
  const tail = (
    <Suspense>
      <div className="slip-tail">
        <LazyShareSlip />
        <SlipClear />
      </div>
    </Suspense>
  )
  return (
    <div className="slip slip-in-sheet" ref={part}>
      <SlipVoice view={view} write={write} />
      <SlipBody view={view} write={write} isSheet tail={tail} />
    </div>
  )
}

/** A keyboard on the screen covers the page without making it smaller: the sheet then ends above it. */
function useKeyboardRoom(part: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { visualViewport: seen } = window
    const sheet = part.current?.closest<HTMLElement>('.curtain')
    if (!seen || !sheet) return
    const measure = () => {
      // A page that is enlarged with two fingers has no keyboard.
      const covered = seen.scale > 1.01 ? 0 : Math.max(0, window.innerHeight - seen.height - seen.offsetTop)
      sheet.style.setProperty('--covered', `${Math.round(covered)}px`)
      sheet.classList.toggle('is-typing', covered > 100)
    }
    measure()
    seen.addEventListener('resize', measure)
    seen.addEventListener('scroll', measure)
    return () => {
      seen.removeEventListener('resize', measure)
      seen.removeEventListener('scroll', measure)
    }
  }, [part])
}
