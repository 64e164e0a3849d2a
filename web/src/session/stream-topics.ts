import { type PublicTopic, publicTopics, type StreamTopic, streamTopics } from '@croupier/contract/stream'
import { useEffect, useEffectEvent } from 'react'
import { useShell } from '../shell.ts'

/** One table for everything that the stream says: a topic, and what on this page looks again when it comes. */
type TopicListener = (data: unknown) => void
const table = new Map<StreamTopic, Set<TopicListener>>(streamTopics.map((topic) => [topic, new Set()]))

/** An open line of this page: what comes in on it goes to the table. */
export function openStream(): EventSource {
  const stream = new EventSource('/stream')
  for (const topic of streamTopics) stream.addEventListener(topic, ({ data }) => say(topic, parsed(data)))
  return stream
}

/** To everything on this page that listens. */
export function say(topic: StreamTopic, news: unknown): void {
  for (const listener of table.get(topic) ?? []) listener(news)
}

/** What cannot be read says nothing beside its topic. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns how to stop. */
export function onTopic(topic: StreamTopic, listener: TopicListener): () => void {
  table.get(topic)?.add(listener)
  return () => table.get(topic)?.delete(listener)
}

/** For what only a player is told: the session keeps the stream open. */
export function useTopic(topic: StreamTopic, listener: TopicListener): void {
  const heard = useEffectEvent(listener)
  useEffect(() => onTopic(topic, (data) => heard(data)), [topic])
}

/** A guest's page has no session that keeps a stream: there is one while something public is shown on it. */
let guest: EventSource | null = null

function lookAfterGuest(isGuest: boolean) {
  const isWanted = isGuest && !document.hidden && publicTopics.some((topic) => table.get(topic)?.size)
  if (isWanted) guest ??= openStream()
  else {
    guest?.close()
    guest = null
  }
}

/** For what every page may see move. The server says it at most every two seconds. */
export function usePublicTopic(topic: PublicTopic, listener: TopicListener): void {
  useTopic(topic, listener)
  const isGuest = useShell().account === null
  // After the line above: its listener counts when this looks, and is gone when this looks for the last time.
  useEffect(() => {
    const look = () => lookAfterGuest(isGuest)
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      look()
    }
  }, [isGuest])
}
