import { isBettingPath, isGamePath, isProtected } from './paths.ts'

/** Whose chat a house may have. `comm100` is known by name and does nothing. */
export const chatProviders = ['live_tex', 'freshChat', 'liveChat', 'verbox', 'betunlim', 'jivoSite', 'comm100'] as const
export type ChatProvider = (typeof chatProviders)[number]

export type ChatSettings = { id: string; license: string; src: string; widget_id: string; lang: string }
export type Chat = { provider: ChatProvider; settings: ChatSettings }

const noSettings: ChatSettings = { id: '', license: '', src: '', widget_id: '', lang: '' }

type Known = {
  /** The script that brings the chat; empty while a setting is missing without which there is none. */
  script: (settings: ChatSettings) => string
  /** What that script loads and speaks to, beside its own origin. */
  hosts: readonly string[]
}

const word = encodeURIComponent

const known: Record<ChatProvider, Known> = {
  live_tex: {
    script: ({ id, src }) => id && (src || 'https://cs15.livetex.ru/js/client.js'),
    hosts: ['https://*.livetex.ru', 'wss://*.livetex.ru'],
  },
  freshChat: {
    script: ({ id, src }) => id && (src || 'https://wchat.freshchat.com/js/widget.js'),
    hosts: ['https://*.freshchat.com', 'wss://*.freshchat.com', 'https://*.freshworksapi.com'],
  },
  liveChat: {
    script: ({ license, src }) => license && (src || 'https://cdn.livechatinc.com/tracking.js'),
    hosts: ['https://*.livechatinc.com', 'wss://*.livechatinc.com', 'https://*.text.com', 'wss://*.text.com'],
  },
  verbox: {
    script: ({ id, src }) => src || (id && `https://admin.verbox.ru/support/support.js?h=${word(id)}`),
    hosts: ['https://*.verbox.ru', 'wss://*.verbox.ru'],
  },
  betunlim: { script: ({ src }) => src, hosts: [] },
  jivoSite: {
    script: ({ widget_id, src }) => src || (widget_id && `https://code.jivosite.com/widget/${word(widget_id)}`),
    hosts: ['https://*.jivosite.com', 'wss://*.jivosite.com', 'https://*.jivochat.com', 'wss://*.jivochat.com'],
  },
  comm100: { script: () => '', hosts: [] },
}

/** Read from afar over https only; a stand-in on this machine may be plain. */
export function safeScript(address: string): URL | null {
  const url = URL.parse(address)
  if (!url || url.username || url.password || !/^[a-z0-9.-]+$/i.test(url.hostname)) return null
  const isHere = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return url.protocol === 'https:' || isHere ? url : null
}

/** Where the script of a chat is read from; null when there is none, or none that may be read. */
export const chatScript = ({ provider, settings }: Chat): URL | null => safeScript(known[provider].script(settings))

/** What a page that shows this chat may load and speak to; a stand-in has nothing but itself. */
export function chatSources(chat: Chat): string[] {
  const script = chatScript(chat)
  if (!script) return []
  const own = [script.origin, script.origin.replace(/^http/, 'ws')]
  return script.protocol === 'http:' ? own : [...own, ...known[chat.provider].hosts]
}

type SupportContent = { chat: ChatProvider | null; config: Record<string, ChatSettings> }

/** The chat that content chose; where it chose none, the stand-in of the sandbox, which speaks like one of them. */
export function chatOf({ chat, config }: SupportContent, standIn: string | null): Chat | null {
  const chosen: Chat | null = chat
    ? { provider: chat, settings: config[chat] ?? noSettings }
    : standIn
      ? { provider: 'freshChat', settings: { ...noSettings, id: 'sandbox', src: standIn } }
      : null
  return chosen && chatScript(chosen) ? chosen : null
}

/** Money, passwords and games never have a chat; on betting pages its badge would lie over prices. */
export const isBadgeShown = (path: string): boolean => !isProtected(path) && !isBettingPath(path) && !isGamePath(path)

export const chatEvents = ['sent', 'received'] as const
export type ChatEvent = {
  channel_id: string
  conversation_id: string
  text: string
  event: (typeof chatEvents)[number]
}
