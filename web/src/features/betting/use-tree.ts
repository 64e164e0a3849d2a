import { useEffect, useRef, useState } from 'react'
import { call } from '../../api.ts'
import { usePhases } from './live-book.ts'
import type { Tree } from './tree.tsx'
import { laterTree } from './tree-rules.ts'

/** However many matches begin, the tree is not asked for more often. */
const pauseMs = 5_000

/** The tree with the counts of now: asked for again when the stream says that an event has begun or is over. */
export function useTree(loaded: Tree): Tree {
  const phases = usePhases()
  const known = useRef(phases)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [asked, setAsked] = useState<Tree | null>(null)
  useEffect(() => {
    if (known.current === phases) return
    known.current = phases
    // One that is on its way knows this too.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      // Without an answer the counts stay as old as they are until the page is asked anew.
      call('sports.getTree', {}).then(setAsked, () => undefined)
    }, pauseMs)
  }, [phases])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return laterTree(loaded, asked)
}
