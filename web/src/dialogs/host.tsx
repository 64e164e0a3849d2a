import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from '../ui/toast-store.ts'
import type { DialogStackProps } from './dialog-stack.tsx'
import { closeAll, queue } from './dialogs.ts'
import type { Dialog } from './queue.ts'

const none: readonly Dialog[] = []

/** Shows the dialogs. Rendered once, near the end of the body. */
export function DialogHost({ labels }: Pick<DialogStackProps, 'labels'>) {
  const dialogs = useSyncExternalStore(queue.subscribe, queue.shown, () => none)
  const wanted = dialogs.length > 0
  const DialogStack = useDialogStack(wanted, labels.failed)
  return wanted && DialogStack ? <DialogStack dialogs={dialogs} labels={labels} /> : null
}

// The library behind dialogs is larger than most pages, so it comes with the first dialog.
// Not by React.lazy: that holds the first dialog back for 300 ms and never tries again after a failure.
function useDialogStack(wanted: boolean, failed: string): ComponentType<DialogStackProps> | undefined {
  const [stack, setStack] = useState<ComponentType<DialogStackProps>>()
  useEffect(() => {
    if (!wanted || stack) return
    import('./dialog-stack.tsx').then(
      (module) => setStack(() => module.DialogStack),
      () => giveUp(failed),
    )
  }, [wanted, stack, failed])
  return stack
}

function giveUp(title: string) {
  closeAll()
  for (const dialog of queue.shown()) queue.remove(dialog.id)
  toast({ kind: 'error', title })
}
