import { type ComponentType, useEffect, useState } from 'react'
import { useShell } from '../shell.ts'
import { forget, notes } from './browser-storage.ts'

/** What listens behind the pages of a player. Guests never load it; in a frame of another page no player plays. */
export function SessionHost({ load }: { load: () => Promise<ComponentType> }) {
  const { account, fatal } = useShell()
  const uid = fatal ? undefined : account?.uid
  const [Session, setSession] = useState<ComponentType>()
  // A session may end while no page of it is open; its notes must not wait for the next visitor of the browser.
  useEffect(() => {
    if (!account) for (const note of [notes.balances, notes.seenCashback]) forget(note)
  }, [account])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is always the same.
  useEffect(() => {
    if (uid === undefined || window.self !== window.top) return
    let isCurrent = true
    // A lost part is fetched by a reload of the page, which the build poll asks for.
    load().then(
      (loaded) => isCurrent && setSession(() => loaded),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [uid])
  return uid !== undefined && Session ? <Session key={uid} /> : null
}
