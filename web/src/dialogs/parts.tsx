import { Dialog } from '@base-ui/react/dialog'
import { createContext, type ReactNode, useContext } from 'react'

/** What the content of a dialog may do with it. */
export const DialogContext = createContext<{ close: () => void }>({ close: () => {} })

export const useDialog = () => useContext(DialogContext)

/** For content that fills its popup: names the dialog. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return <Dialog.Title className="dialog-title">{children}</Dialog.Title>
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="dialog-body">{children}</div>
}

/** One row of equal buttons: reject first, agree last. Stays in view while a long sheet scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}
