import { Dialog as Base } from '@base-ui/react/dialog'
import {
  Component,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { ErrorInPlace } from '../ui/empty.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { queue } from './dialogs.ts'
import { DialogActions, DialogBody, DialogContext, DialogTitle, useDialog } from './parts.tsx'
import type { Confirm, Curtain, Dialog, Popup } from './queue.ts'

type DialogLabels = { close: string; loading: string; failed: string }

export type DialogStackProps = { dialogs: readonly Dialog[]; labels: DialogLabels; nested?: boolean }

/** Draws the dialogs, each inside the one below it, so that Escape and the overlay reach only the uppermost. */
export function DialogStack({ dialogs, labels, nested = false }: DialogStackProps) {
  const titleId = useId()
  const [first, ...above] = dialogs
  const isCovered = !nested && dialogs.some(({ open }) => open)
  useInertPage(isCovered)
  useSeen(isCovered)
  useLeaveUnseen(first)
  if (!first) return null
  const { id, look, open } = first
  const close = (agreed = false) => queue.close(id, agreed)
  const locked = look.kind === 'popup' && look.preventClose === true
  const change = (opens: boolean, details: Base.Root.ChangeEventDetails) => {
    if (opens) return
    if (locked) details.cancel()
    else close()
  }
  return (
    <Base.Root
      key={id}
      open={open}
      onOpenChange={change}
      onOpenChangeComplete={(opened) => !opened && queue.remove(id)}
      disablePointerDismissal
    >
      <DialogContext value={{ close: () => close(), titleId }}>
        {look.kind === 'popup' && <PopupView look={look} labels={labels} nested={nested} />}
        {look.kind === 'curtain' && <CurtainView look={look} labels={labels} />}
        {look.kind === 'confirm' && <ConfirmView look={look} nested={nested} onAnswer={close} />}
      </DialogContext>
      <DialogStack dialogs={above} labels={labels} nested />
    </Base.Root>
  )
}

/** The library tells of the end of what it has shown. What was closed before it could be shown leaves by itself. */
function useLeaveUnseen(first: Dialog | undefined) {
  const id = first?.id
  const look = useEffectEvent((came: number) => {
    if (first?.open === false) queue.remove(came)
  })
  useEffect(() => {
    if (id !== undefined) look(id)
  }, [id])
}

/**
 * What stands behind a dialog cannot be reached. A trap that watches the focus comes too late for a held Tab. Toasts are
 * above dialogs and stay. It ends before the focus goes back to where it was.
 */
function useInertPage(isCovered: boolean) {
  useLayoutEffect(() => {
    if (!isCovered) return
    const behind = [...document.body.children].filter(
      (part): part is HTMLElement => part instanceof HTMLElement && !part.matches('script, .toasts, .dialog-portal'),
    )
    for (const part of behind) part.inert = true
    return () => {
      for (const part of behind) part.inert = false
    }
  }, [isCovered])
}

/** A game may take the screen for its frame alone, and a dialog would be behind it: then the screen is given back. */
function useSeen(isCovered: boolean) {
  useLayoutEffect(() => {
    if (!isCovered) return
    const look = () => {
      if (document.fullscreenElement?.contains(document.body) === false)
        document.exitFullscreen().catch(() => undefined)
    }
    look()
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [isCovered])
}

/** The room around a dialog. A press that begins and ends on it closes; it never takes focus out of the dialog. */
function Overlay({
  className,
  locked = false,
  children,
}: {
  className: string
  locked?: boolean
  children: ReactNode
}) {
  const { close } = useDialog()
  const pressed = useRef(false)
  const press = (event: MouseEvent) => {
    pressed.current = event.target === event.currentTarget
    if (pressed.current) event.preventDefault()
  }
  const release = (event: MouseEvent) => {
    if (!locked && pressed.current && event.target === event.currentTarget) close()
  }
  return (
    <Base.Viewport className={className} onMouseDown={press} onClick={release}>
      {children}
    </Base.Viewport>
  )
}

function PopupView({ look, labels, nested }: { look: Popup; labels: DialogLabels; nested: boolean }) {
  const { titleId } = useDialog()
  const [loaded, setLoaded] = useState(false)
  const { title, content, size = 'medium', preventClose, hideClose } = look
  const loading = <Loading label={labels.loading} />
  const inside = (
    <Content failed={labels.failed} loading={loading} onLoaded={() => setLoaded(true)}>
      {content}
    </Content>
  )
  return (
    <Base.Portal className="dialog-portal">
      <Base.Backdrop className={cx('shade', nested && 'shade-nested')} forceRender={nested} />
      <Overlay className="dialog-view" locked={preventClose}>
        <Base.Popup
          aria-modal
          aria-labelledby={titleId}
          aria-label={loaded ? undefined : labels.loading}
          className={`dialog dialog-${size}`}
        >
          <div className="dialog-scroll">
            {title ? (
              <DialogBody>
                <DialogTitle>{title}</DialogTitle>
                {inside}
              </DialogBody>
            ) : (
              inside
            )}
          </div>
          {loaded && !preventClose && !hideClose && <Cross className="dialog-close" label={labels.close} />}
        </Base.Popup>
      </Overlay>
    </Base.Portal>
  )
}

function CurtainView({ look, labels }: { look: Curtain; labels: DialogLabels }) {
  const { titleId } = useDialog()
  const { title, content, position = 'left' } = look
  return (
    <Base.Portal className="dialog-portal">
      <Base.Backdrop className="shade shade-curtain" />
      <Overlay className="curtain-view">
        <Base.Popup aria-modal aria-labelledby={titleId} className={`curtain curtain-${position}`}>
          <div className="curtain-head">
            {title && <DialogTitle>{title}</DialogTitle>}
            <Cross label={labels.close} />
          </div>
          <div className="curtain-body">
            <Content failed={labels.failed} loading={<Loading label={labels.loading} />}>
              {content}
            </Content>
          </div>
        </Base.Popup>
      </Overlay>
    </Base.Portal>
  )
}

type ConfirmProps = { look: Confirm; nested: boolean; onAnswer: (agreed: boolean) => void }

function ConfirmView({ look, nested, onAnswer }: ConfirmProps) {
  const { titleId } = useDialog()
  const { title, content, agree, reject, danger, quiet } = look
  const kind = danger ? 'danger' : quiet ? 'neutral' : 'primary'
  return (
    <Base.Portal className="dialog-portal">
      <Base.Backdrop className={cx('shade', nested && 'shade-nested')} forceRender />
      <Overlay className="dialog-view">
        <Base.Popup aria-modal aria-labelledby={titleId} className="dialog dialog-confirm" role="alertdialog">
          <div className="dialog-scroll">
            <DialogBody>
              <DialogTitle>{title}</DialogTitle>
              {content && <Base.Description render={<div />}>{content}</Base.Description>}
              {(agree || reject) && (
                <DialogActions>
                  {reject && (
                    <Button size="l" onClick={() => onAnswer(false)}>
                      {reject}
                    </Button>
                  )}
                  {agree && (
                    <Button size="l" kind={kind} onClick={() => onAnswer(true)}>
                      {agree}
                    </Button>
                  )}
                </DialogActions>
              )}
            </DialogBody>
          </div>
        </Base.Popup>
      </Overlay>
    </Base.Portal>
  )
}

function Cross({ label, className }: { label: string; className?: string }) {
  return <Base.Close render={<IconButton icon="x" label={label} className={className} />} />
}

function Loading({ label }: { label: string }) {
  return (
    <div className="dialog-wait">
      <Spinner label={label} />
    </div>
  )
}

type ContentProps = { failed: string; loading: ReactNode; onLoaded?: () => void; children: ReactNode }

/** The content, what stands in its place while it loads, and what stands there when it cannot. */
class Content extends Component<ContentProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    const { failed, loading, onLoaded, children } = this.props
    return (
      <Suspense fallback={loading}>
        {this.state.broken ? <ErrorInPlace title={<NameByError text={failed} />} /> : children}
        <Loaded tell={onLoaded} />
      </Suspense>
    )
  }
}

function NameByError({ text }: { text: string }) {
  return <span id={useDialog().titleId}>{text}</span>
}

// An effect inside the boundary runs only once everything beside it is there.
function Loaded({ tell }: { tell?: () => void }) {
  const told = useEffectEvent(() => tell?.())
  useEffect(() => told(), [])
  return null
}
