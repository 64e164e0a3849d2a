import { createContext, type ReactNode, useContext } from 'react'

/** What the content of a dialog may do with it. */
type DialogControl = { close: () => void; titleId: string }

export const DialogContext = createContext<DialogControl>({ close: () => {}, titleId: '' })

export const useDialog = () => useContext(DialogContext)

/** For content that fills its popup: names the dialog. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <h2 id={useDialog().titleId} className="dialog-title">
      {children}
    </h2>
  )
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="dialog-body">{children}</div>
}

/** One row of equal buttons: reject first, agree last. Stays in view while a long sheet scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}
