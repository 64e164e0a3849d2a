/**
 * What runs in the browser. Each function is sent as it is written, so it knows nothing but its parameters: no imports,
 * no names from outside.
 */

type Heard = (told: unknown) => void
type Options = { token?: string; externalId?: string; locale?: string }

/** What the visitor sees of it in the page of the house. */
export function drawChat(about: { home: string; house: string; visitor: string; locale: string }) {
  const { home, house, visitor, locale } = about
  const place = (element: HTMLElement, styles: Record<string, string>) => Object.assign(element.style, styles)
  const bottom = matchMedia('(max-width: 767px)').matches ? '84px' : '20px'
  const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '24',
    height: '24',
    'aria-hidden': 'true',
  }))
    drawn.setAttribute(name, value)
  path.setAttribute('d', 'M4 5h16v11H9l-5 4z')
  path.setAttribute('fill', 'currentColor')
  drawn.append(path)

  const badge = document.createElement('button')
  badge.type = 'button'
  badge.append(drawn)
  badge.setAttribute('aria-label', { es: 'Chat con soporte', ru: 'Чат с поддержкой' }[locale] ?? 'Chat with support')
  badge.setAttribute('aria-expanded', 'false')
  place(badge, {
    ...{ position: 'fixed', right: '20px', bottom, zIndex: '90', width: '52px', height: '52px', display: 'grid' },
    ...{ placeItems: 'center', borderRadius: '50%', border: '2px solid #ffffff', background: '#175e46' },
    ...{ color: '#ffffff', cursor: 'pointer' },
  })
  const frame = document.createElement('iframe')
  frame.src = `${home}/frame?${new URLSearchParams({ visitor, locale, house })}`
  frame.title = 'Chat'
  place(frame, {
    ...{ position: 'fixed', right: '12px', bottom: `calc(${bottom} + 60px)`, zIndex: '91', display: 'none' },
    ...{ width: 'min(360px, calc(100vw - 24px))', height: 'min(480px, calc(100dvh - 170px))' },
    ...{ border: '0', borderRadius: '14px', boxShadow: '0 12px 40px rgba(0,0,0,.45)', background: '#ffffff' },
  })
  return { badge, frame }
}

/** In the page of the house: a badge and a frame, spoken to as one speaks to Freshchat's widget. */
export function widget({ home, house }: { home: string; house: string }, draw: typeof drawChat) {
  const listeners = new Map<string, Heard[]>()
  let badge: HTMLButtonElement | null = null
  let frame: HTMLIFrameElement | null = null
  let isLoaded = false
  const tell = (name: string, told: unknown) => {
    for (const heard of listeners.get(name) ?? []) heard(told)
  }
  const isOpen = () => frame !== null && frame.style.display !== 'none'
  const setOpen = (wanted: boolean) => {
    if (!frame || !badge || wanted === isOpen()) return
    frame.style.display = wanted ? 'block' : 'none'
    badge.setAttribute('aria-expanded', String(wanted))
    if (wanted) frame.focus()
    else badge.focus()
    tell(wanted ? 'widget:opened' : 'widget:closed', {})
  }
  const setShown = (wanted: boolean) => {
    if (badge) badge.style.display = wanted ? 'grid' : 'none'
    if (!wanted && frame) frame.style.display = 'none'
  }
  const hear = ({ origin, source, data }: MessageEvent) => {
    if (origin !== home || source !== frame?.contentWindow || typeof data !== 'object' || data === null) return
    if (data.kind === 'close') return setOpen(false)
    if (data.kind === 'loaded') {
      isLoaded = true
      return tell('widget:loaded', {})
    }
    if (data.kind !== 'message:sent' && data.kind !== 'message:received') return
    const message = { ...data.message, messageFragments: [{ content: data.message.text }] }
    tell(data.kind, { success: true, data: { message } })
  }

  const api = {
    init({ externalId = '', locale = 'en' }: Options) {
      if (frame) return
      const drawn = draw({ home, house, visitor: externalId, locale })
      badge = drawn.badge
      frame = drawn.frame
      badge.onclick = () => setOpen(!isOpen())
      addEventListener('message', hear)
      document.body.append(badge, frame)
    },
    on(name: string, heard: Heard) {
      listeners.set(name, [...(listeners.get(name) ?? []), heard])
    },
    isInitialized: () => frame !== null,
    isLoaded: () => isLoaded,
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    show: () => setShown(true),
    hide: () => setShown(false),
    destroy() {
      removeEventListener('message', hear)
      badge?.remove()
      frame?.remove()
      badge = null
      frame = null
      isLoaded = false
    },
    user: { clear: async () => undefined },
  }
  Object.assign(window, { fcWidget: api })
}

type Line = { n: number; from: 'visitor' | 'agent'; text: string }

type Frame = { fresh: string; visitor: string; house: string; everyMs: number }

/** In the frame: the words of one conversation, which goes on from page to page as long as it is the same visitor. */
export function conversation({ fresh, visitor, house, everyMs }: Frame) {
  const find = (name: string): HTMLElement => document.getElementById(name) ?? document.body
  const field = document.querySelector('textarea')
  const said = find('said')
  const key = `talk ${visitor}`
  let id = fresh
  let last = 0
  const tell = (kind: string, text = '') =>
    parent.postMessage({ kind, message: { channelId: 'sandbox', conversationId: id, text } }, house)
  const show = ({ n, from, text }: Line) => {
    last = n
    const line = document.createElement('p')
    line.className = from
    line.textContent = text
    said.append(line)
    said.scrollTop = said.scrollHeight
  }
  const read = async (isSilent: boolean) => {
    const answer = await fetch(`/messages?conversation=${id}&after=${last}`)
    if (!answer.ok) return false
    const { items }: { items: Line[] } = await answer.json()
    for (const line of items) {
      if (line.n <= last) continue
      if (line.from === 'agent' && !isSilent) tell('message:received', line.text)
      show(line)
    }
    return true
  }
  const begin = async () => {
    try {
      id = localStorage.getItem(key) ?? fresh
      if (!(await read(true))) id = fresh
      localStorage.setItem(key, id)
    } catch {
      id = fresh
    }
    tell('loaded')
    setInterval(() => read(false).catch(() => undefined), everyMs)
  }
  const send = async () => {
    const text = field?.value.trim() ?? ''
    if (!field || !text) return
    const answer = await fetch('/messages', { method: 'POST', body: new URLSearchParams({ conversation: id, text }) })
    if (!answer.ok) return
    field.value = ''
    tell('message:sent', text)
    await read(false)
  }
  find('form').addEventListener('submit', (event) => {
    event.preventDefault()
    send().catch(() => undefined)
  })
  field?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send().catch(() => undefined)
  })
  addEventListener('keydown', (event) => event.key === 'Escape' && tell('close'))
  find('close').addEventListener('click', () => tell('close'))
  addEventListener('focus', () => field?.focus())
  begin().catch(() => undefined)
}
