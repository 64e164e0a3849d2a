import { el } from './dom.ts'
import { icon } from './icons.ts'

export type Sheet = { dialog: HTMLDialogElement; body: HTMLElement; open: () => void; close: () => void }

/** A dialog over the board: from below on a phone, in the middle elsewhere. Closes by its cross, Escape and a touch beside it. */
export function createSheet(title: string, closeWord: string): Sheet {
  const cross = el('button', { type: 'button', class: 'st-icon', 'aria-label': closeWord }, icon('cross'))
  const id = `sheet-${document.querySelectorAll('dialog').length}`
  const body = el('div', { class: 'st-sheet-body' })
  const dialog = el(
    'dialog',
    { class: 'st-sheet', 'aria-labelledby': id },
    el('header', { class: 'st-sheet-head' }, el('h2', { id, text: title }), cross),
    body,
  )
  const close = () => dialog.close()
  cross.addEventListener('click', close)
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close()
  })
  document.body.append(dialog)
  return {
    dialog,
    body,
    close,
    open() {
      if (dialog.open) return
      dialog.showModal()
      body.scrollTop = 0
    },
  }
}
