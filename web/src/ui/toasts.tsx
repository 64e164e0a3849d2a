import { useEffect, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { noticeIcons } from './notice.tsx'
import { dismissToast, noteOpened, type Toast, toasts } from './toast-store.ts'

/** Shows the toasts. Rendered once; the region is there before the first message, so screen readers hear it. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.now, toasts.onServer)
  return (
    <div className="toasts" role="status" aria-atomic="false">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </div>
  )
}

export function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const close = () => dismissToast(toast.id)
  const act = () => {
    close()
    toast.action?.onClick()
  }
  useEffect(() => noteOpened(toast), [toast])
  const Own = toast.component
  return (
    <div className={`toast toast-${toast.kind}`} role={toast.kind === 'error' ? 'alert' : undefined}>
      <Icon name={noticeIcons[toast.kind]} />
      <div>
        {Own ? <Own close={close} /> : <b>{toast.title}</b>}
        {!Own && toast.text && <p>{toast.text}</p>}
        {toast.action && (
          <Button size="s" onClick={act}>
            {toast.action.text}
          </Button>
        )}
      </div>
      <IconButton icon="x" size="s" label={closeLabel} onClick={close} />
      {toast.timeoutMs > 0 && (
        <span className="toast-life" style={{ animationDuration: `${toast.timeoutMs}ms` }} onAnimationEnd={close} />
      )}
    </div>
  )
}
