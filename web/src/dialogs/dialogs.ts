import { type Confirm, type Curtain, createQueue, type Popup, type Turn } from './queue.ts'

/** The one queue of the page. Only the browser opens dialogs; on the server it stays empty. */
export const queue = createQueue()

export type DialogHandle = { close: () => void }

type Opening = { onClosed?: () => void; queue?: Turn }

export function openPopup({ onClosed, queue: turn, ...popup }: Omit<Popup, 'kind'> & Opening): DialogHandle {
  return handle(queue.open({ kind: 'popup', ...popup }, onClosed, turn))
}

export function openCurtain({ onClosed, queue: turn, ...curtain }: Omit<Curtain, 'kind'> & Opening): DialogHandle {
  return handle(queue.open({ kind: 'curtain', ...curtain }, onClosed, turn))
}

/** True when the player agrees; false on reject, overlay, Escape or when the page moves on. */
export function confirm(question: Omit<Confirm, 'kind'>): Promise<boolean> {
  return new Promise((answer) => queue.open({ kind: 'confirm', ...question }, answer))
}

export function closeAll(): void {
  queue.closeAll()
}

const handle = (id: number): DialogHandle => ({ close: () => queue.close(id) })
