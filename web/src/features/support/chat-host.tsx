import { type Chat, isBadgeShown } from '@croupier/contract/chat'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api.ts'
import { forget, keep, kept, notes } from '../../session/browser-storage.ts'
import { useShell } from '../../shell.ts'
import { logProblem } from '../../ui/log-problem.ts'
import { chatAdapters } from './chat-adapters.ts'
import { takeOpenWish } from './chat-wish.ts'
import { readScript } from './read-script.ts'
import { type RunningChat, runChat } from './run-chat.ts'

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** One for the whole visit: pages come and go, the conversation stays. */
let running: RunningChat | null = null
let tellEvent: Parameters<typeof runChat>[1]['onEvent'] = () => undefined

const begun = (chat: Chat): RunningChat => {
  running ??= runChat(chat, {
    adapter: chatAdapters[chat.provider],
    readScript,
    wait,
    log: (problem) => logProblem(`chat ${chat.provider}`, problem),
    onEvent: (event) => tellEvent(event),
    lastUid: {
      read: () => kept(notes.chatPlayer),
      write: (uid) => (uid === null ? forget(notes.chatPlayer) : keep(notes.chatPlayer, String(uid))),
    },
  })
  return running
}

/** Asked for by a button that stands on a page with a chat. */
export const openRunningChat = (): void => running?.open()

export function ChatHost({ chat }: { chat: Chat }) {
  const { account, locale } = useShell()
  const { pathname } = useLocation()
  const uid = account?.uid ?? null
  // Only what a player says is kept: a guest has no name to keep it under.
  const keepEvent = useEffectEvent((event: Parameters<typeof tellEvent>[0]) => {
    if (uid !== null && event.text !== '') void call('FreshChat.storeChatEvent', event).catch(() => undefined)
  })
  useEffect(() => {
    tellEvent = (event) => keepEvent(event)
  }, [])
  useEffect(() => {
    if (window.self !== window.top) return
    const chatting = begun(chat)
    chatting.setShown(isBadgeShown(pathname))
    if (takeOpenWish()) chatting.open()
    void chatting.visit({ uid, locale })
  }, [chat, uid, locale, pathname])
  // A no of another tab ends with the next page; until then nothing of the chat is seen.
  useEffect(() => () => running?.setShown(false), [])
  return null
}
