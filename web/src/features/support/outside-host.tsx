import type { Outside } from '@croupier/contract/outside'
import { useEffect, useState } from 'react'
import { useShell } from '../../shell.ts'
import { useLeaveSnippets } from '../../site/leave-snippets.ts'
import { logProblem } from '../../ui/log-problem.ts'
import { ChatHost } from './chat-host.tsx'
import { ConsentBar } from './consent-bar.tsx'
import { openSeon } from './seon.ts'

let isSeonOpen = false

/** What of others is on this page. In a frame of another page there is nothing of it. */
export default function OutsideHost({ first }: { first: Outside | null }) {
  const { outside } = useShell()
  useLeaveSnippets(first)
  // A question stands there once its answer is heard.
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  // What the document was not loaded with its policy does not let in: the page is about to be loaded anew.
  const seon = first?.seon && outside ? outside.seon : null
  useEffect(() => {
    if (!seon || isSeonOpen || window.self !== window.top) return
    isSeonOpen = true
    openSeon(seon).catch((problem: unknown) => logProblem('seon', problem))
  }, [seon])
  if (!outside) return null
  return (
    <>
      {first?.chat && outside.chat && <ChatHost chat={outside.chat} />}
      {isAwake && outside.asksTracking && <ConsentBar />}
    </>
  )
}
