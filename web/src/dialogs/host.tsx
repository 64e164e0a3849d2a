import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from '../ui/toast-store.ts'
import { closeAll, queue } from './dialogs.ts'
import type { Dialog } from './queue.ts'
import type { StageProps } from './stage.tsx'

const none: readonly Dialog[] = []

/** Shows the dialogs. Rendered once, near the end of the body. */
export function DialogHost({ labels }: Pick<StageProps, 'labels'>) {
  const dialogs = useSyncExternalStore(queue.subscribe, queue.shown, () => none)
  const wanted = dialogs.length > 0
  const Stage = useStage(wanted, labels.failed)
  return wanted && Stage ? <Stage dialogs={dialogs} labels={labels} /> : null
}

// The library behind dialogs is larger than most pages, so it comes with the first dialog.
// Not by React.lazy: that holds the first dialog back for 300 ms and never tries again after a failure.
function useStage(wanted: boolean, failed: string): ComponentType<StageProps> | undefined {
  const [stage, setStage] = useState<ComponentType<StageProps>>()
  useEffect(() => {
    if (!wanted || stage) return
    import('./stage.tsx').then(
      (module) => setStage(() => module.Stage),
      () => giveUp(failed),
    )
  }, [wanted, stage, failed])
  return stage
}

function giveUp(title: string) {
  closeAll()
  for (const dialog of queue.shown()) queue.remove(dialog.id)
  toast({ kind: 'error', title })
}
