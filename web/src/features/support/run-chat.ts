import type { Chat, ChatEvent } from '@croupier/contract/chat'
import { chatScript } from '@croupier/contract/chat'
import type { ChatAdapter, ChatVisitor } from './chat-adapters.ts'

type Surroundings = {
  adapter: ChatAdapter
  /** Settles when the script was read. */
  readScript: (address: string) => Promise<void>
  wait: (ms: number) => Promise<void>
  log: (problem: unknown) => void
  onEvent: (event: ChatEvent) => void
  /** Whom it was begun for in this browser, which may have been on a page that is gone: a sign-out loads another. */
  lastUid: { read: () => string | null; write: (uid: number | null) => void }
}

/** A little slower with every look. */
export const pauseMs = (look: number): number => Math.min(500, 100 * (look + 1))
const mostLooks = 60

/** The widget may have kept the words of a player who is not here any more. */
const isLeftBehind = (last: string | null, { uid }: ChatVisitor): boolean => last !== null && last !== String(uid)

/** What the last visitor said is not for the next one: a chat that does not let go of it is hidden. */
async function letGo(adapter: ChatAdapter) {
  try {
    return await adapter.stop()
  } catch (problem) {
    adapter.hide()
    throw problem
  }
}

export type RunningChat = ReturnType<typeof runChat>

/** One chat of one page: begun once, begun anew for another visitor, shown and hidden by the page. What fails is logged. */
export function runChat(chat: Chat, { adapter, readScript, wait, log, onEvent, lastUid }: Surroundings) {
  const script = chatScript(chat)
  let visitor: ChatVisitor | null = null
  let state: 'none' | 'starting' | 'ready' | 'failed' = 'none'
  let hasScript = false
  let isShown = true
  let wantsOpen = false

  function apply() {
    if (state !== 'ready') return
    if (!isShown) return adapter.hide()
    adapter.show()
    if (wantsOpen) adapter.open()
    wantsOpen = false
  }

  async function becomeReady() {
    for (let look = 0; !adapter.isReady(); look += 1) {
      if (look === mostLooks) throw new Error('the chat does not become ready')
      await wait(pauseMs(look))
    }
  }

  async function introduce(who: ChatVisitor, address: URL) {
    const setup = { settings: chat.settings, visitor: who, script: address }
    if (!hasScript) {
      adapter.prepare?.(setup)
      await readScript(address.href)
    }
    await becomeReady()
    const isFirst = !hasScript
    hasScript = true
    adapter.start?.(setup)
    if (isFirst) adapter.onEvent?.(onEvent)
  }

  function fail(problem: unknown) {
    state = 'failed'
    log(problem)
  }

  async function begin(who: ChatVisitor) {
    if (!script) return
    const isOther = isLeftBehind(lastUid.read(), who)
    state = 'starting'
    try {
      await introduce(who, script)
      if (isOther) {
        if (await letGo(adapter)) hasScript = false
        await introduce(who, script)
      }
      lastUid.write(who.uid)
      state = 'ready'
      apply()
    } catch (problem) {
      fail(problem)
    }
    // Another visitor came while this one was being introduced.
    if (visitor && visitor.uid !== who.uid) await renew(visitor)
  }

  async function renew(who: ChatVisitor) {
    state = 'starting'
    try {
      if (await letGo(adapter)) hasScript = false
    } catch (problem) {
      return fail(problem)
    }
    lastUid.write(who.uid)
    await begin(who)
  }

  return {
    /** The first visitor begins it; after a registration, a sign-in or a sign-out it is begun anew. */
    async visit(who: ChatVisitor): Promise<void> {
      const before = visitor
      visitor = who
      if (state === 'none') return begin(who)
      if (state === 'ready' && before?.uid !== who.uid) return renew(who)
    },
    setShown(wanted: boolean) {
      // Told once: to show what is shown already would fold it up.
      if (wanted === isShown) return
      isShown = wanted
      apply()
    },
    open() {
      wantsOpen = true
      apply()
    },
  }
}
