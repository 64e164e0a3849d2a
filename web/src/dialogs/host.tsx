import { Component, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { toast } from '../ui/toast-store.ts'
import { closeAll, queue } from './dialogs.ts'
import type { Dialog } from './queue.ts'
import type { DialogLabels } from './stage.tsx'

// The library behind dialogs is larger than most pages; it comes with the first dialog.
const Stage = lazy(() => import('./stage.tsx'))

const none: readonly Dialog[] = []

/** Shows the dialogs. Rendered once, near the end of the body. */
export function DialogHost({ labels }: { labels: DialogLabels }) {
  const shown = useSyncExternalStore(queue.subscribe, queue.shown, () => none)
  if (shown.length === 0) return null
  return (
    <StageGuard onFail={() => giveUp(labels.failed)}>
      <Suspense>
        <Stage dialogs={shown} labels={labels} />
      </Suspense>
    </StageGuard>
  )
}

function giveUp(title: string) {
  toast({ kind: 'error', title })
  closeAll()
  for (const dialog of queue.shown()) queue.remove(dialog.id)
}

class StageGuard extends Component<{ onFail: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    this.props.onFail()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
