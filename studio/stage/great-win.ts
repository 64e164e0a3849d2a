import { el, write } from './dom.ts'
import type { Say } from './words.ts'

/** As long as it stands by itself. Its amounts stay in the line and in the balance. */
const standsMs = 8_000
/** As long as an autoplay waits for it. */
const seenMs = 2_500

export type GreatWinText = { title: string; amount: string; times: string; net: string }

/** What is won beyond twenty stakes, and beside it what the session has brought in all. It lies over the board and never over the bar. */
export function createGreatWin({ words, root }: { words: Say; root: HTMLElement }) {
  const [title, amount, times] = [
    el('h2'),
    el('b', { class: 'st-num' }),
    el('span', { class: 'st-great-times st-num' }),
  ]
  const net = el('b', { class: 'st-num' })
  const close = el('button', { type: 'button', class: 'st-great-close', text: words('great.close') })
  const card = el(
    'div',
    { class: 'st-great-card' },
    title,
    el('p', { class: 'st-great-amount' }, amount),
    times,
    el('p', { class: 'st-great-net' }, el('span', { text: words('great.net') }), net),
    close,
  )
  const layer = el('div', { class: 'st-great', role: 'dialog', 'aria-label': words('great.title') }, card)
  let timer = 0
  const hide = () => {
    clearTimeout(timer)
    layer.remove()
  }
  close.addEventListener('click', hide)
  layer.addEventListener('pointerdown', (event) => {
    if (event.target === layer) hide()
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
  return {
    hide,
    show(text: GreatWinText) {
      write(title, text.title)
      write(amount, text.amount)
      write(times, text.times)
      write(net, text.net)
      root.append(layer)
      clearTimeout(timer)
      timer = window.setTimeout(hide, standsMs)
    },
    /** Resolves when there was time to read it, or when it is closed. */
    async seen() {
      const until = performance.now() + seenMs
      while (layer.isConnected && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
    },
  }
}
