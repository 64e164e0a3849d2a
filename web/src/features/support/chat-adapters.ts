import type { ChatEvent, ChatProvider, ChatSettings } from '@croupier/contract/chat'
import { ask, canAsk, partOf, setDisplay, setInWindow } from './chat-window.ts'

/** Who talks: a number and a language, and nothing else that a stranger could learn from us. */
export type ChatVisitor = { uid: number | null; locale: string }

type Setup = { settings: ChatSettings; visitor: ChatVisitor; script: URL }

export type ChatAdapter = {
  /** Before the script is read: what it looks for. */
  prepare?: (setup: Setup) => void
  /** Asked again and again once the script was read. */
  isReady: () => boolean
  /** Once it is ready. */
  start?: (setup: Setup) => void
  show: () => void
  hide: () => void
  open: () => void
  /** Lets go of the visitor, also of what its own storage kept. True: the script has to be read anew. */
  stop: () => boolean | Promise<boolean>
  /** Told by those whose words the house keeps. */
  onEvent?: (heard: (event: ChatEvent) => void) => void
}

const langOf = ({ settings, visitor }: Setup) => settings.lang || visitor.locale

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** A message as Freshchat tells it; what cannot be read has no words. */
export function readChatEvent(event: ChatEvent['event'], told: unknown): ChatEvent {
  const message = partOf('data.message', told) ?? partOf('data', told) ?? told
  const fragments = partOf('messageFragments', message)
  const words = Array.isArray(fragments) ? fragments.map((fragment) => textOf(partOf('content', fragment))) : []
  return {
    event,
    channel_id: textOf(partOf('channelId', message)).slice(0, 200),
    conversation_id: textOf(partOf('conversationId', message)).slice(0, 200),
    text: (words.join('\n') || textOf(partOf('text', message))).slice(0, 4000),
  }
}

const freshChat: ChatAdapter = {
  isReady: () => canAsk('fcWidget.init'),
  start: (setup) =>
    ask('fcWidget.init', {
      token: setup.settings.id,
      host: setup.script.origin,
      locale: langOf(setup),
      ...(setup.visitor.uid !== null && { externalId: String(setup.visitor.uid) }),
    }),
  show: () => ask('fcWidget.show'),
  hide: () => ask('fcWidget.hide'),
  open: () => ask('fcWidget.open'),
  async stop() {
    // A visitor that it has not met cannot be forgotten, and it says so.
    await Promise.resolve(ask('fcWidget.user.clear')).catch(() => undefined)
    ask('fcWidget.destroy')
    return false
  },
  onEvent(heard) {
    for (const event of ['sent', 'received'] as const)
      ask('fcWidget.on', `message:${event}`, (told: unknown) => heard(readChatEvent(event, told)))
  },
}

/** Its script takes over a list of calls that were made before it was there. */
function liveChatQueue() {
  const waiting: unknown[] = []
  const queue: Record<string, unknown> = { _q: waiting, _h: null, _v: '2.0' }
  for (const name of ['on', 'once', 'off', 'get', 'call'])
    queue[name] = (...args: unknown[]) => {
      const entry = [name, args]
      return typeof queue._h === 'function' ? queue._h.apply(null, entry) : waiting.push(entry)
    }
  return queue
}

const liveChat: ChatAdapter = {
  prepare({ settings }) {
    setInWindow({ __lc: { license: Number(settings.license), asyncInit: false }, LiveChatWidget: liveChatQueue() })
  },
  isReady: () => canAsk('LiveChatWidget._h'),
  start: ({ visitor }) =>
    visitor.uid !== null && ask('LiveChatWidget.call', 'set_session_variables', { player: String(visitor.uid) }),
  show: () => ask('LiveChatWidget.call', 'minimize'),
  hide: () => ask('LiveChatWidget.call', 'hide'),
  open: () => ask('LiveChatWidget.call', 'maximize'),
  stop() {
    ask('LiveChatWidget.call', 'destroy')
    return true
  },
}

const jivoSite: ChatAdapter = {
  isReady: () => canAsk('jivo_api.open'),
  start: ({ visitor }) => visitor.uid !== null && ask('jivo_api.setUserToken', String(visitor.uid)),
  show: () => setDisplay('jdiv', true),
  hide: () => setDisplay('jdiv', false),
  open: () => ask('jivo_api.open'),
  stop() {
    ask('jivo_api.close')
    ask('jivo_destroy')
    ask('jivo_init')
    return false
  },
}

const verbox: ChatAdapter = {
  prepare() {
    const waiting: unknown[] = []
    const queue = Object.assign((...args: unknown[]) => void waiting.push(args), { q: waiting })
    setInWindow({ supportAPIMethod: 'Verbox', Verbox: queue })
  },
  // Its own function takes the place of the list.
  isReady: () => canAsk('Verbox') && partOf('Verbox.q') === undefined,
  start: ({ visitor }) => visitor.uid !== null && ask('Verbox', 'setClientInfo', { clientId: String(visitor.uid) }),
  show: () => ask('Verbox', 'showTrigger'),
  hide: () => ask('Verbox', 'hideTrigger'),
  open: () => ask('Verbox', 'openSupport'),
  stop() {
    ask('Verbox', 'closeSupport')
    return true
  },
}

const liveTexParts = '[id^="livetex"], [class^="livetex"], [id^="lt-"]'

const liveTex: ChatAdapter = {
  prepare({ settings }) {
    setInWindow({ liveTex: true, liveTexID: Number(settings.id), liveTex_object: true })
  },
  isReady: () => typeof partOf('LiveTex') === 'object',
  start: ({ visitor }) => visitor.uid !== null && ask('LiveTex.setVisitorAttributes', { player: String(visitor.uid) }),
  show: () => setDisplay(liveTexParts, true),
  hide: () => setDisplay(liveTexParts, false),
  open: () => ask('LiveTex.showWelcomeWindow'),
  stop() {
    setDisplay(liveTexParts, false)
    return true
  },
}

const betunlim: ChatAdapter = {
  isReady: () => canAsk('BetunlimChat.init'),
  start: (setup) =>
    ask('BetunlimChat.init', {
      id: setup.settings.id,
      widgetId: setup.settings.widget_id,
      lang: langOf(setup),
      userId: setup.visitor.uid,
    }),
  show: () => ask('BetunlimChat.show'),
  hide: () => ask('BetunlimChat.hide'),
  open: () => ask('BetunlimChat.open'),
  stop() {
    ask('BetunlimChat.destroy')
    return false
  },
}

const nothing = () => undefined

export const chatAdapters: Record<ChatProvider, ChatAdapter> = {
  live_tex: liveTex,
  freshChat,
  liveChat,
  verbox,
  betunlim,
  jivoSite,
  comm100: { isReady: () => false, show: nothing, hide: nothing, open: nothing, stop: () => false },
}
