import { el } from './dom.ts'

/** Under ×5 the line, up to ×20 with a pulse, beyond that one burst. Nothing for a return that is no gain. */
export type Size = 'none' | 'line' | 'pulse' | 'burst'

export function sizeOf(staked: bigint, won: bigint): Size {
  if (won <= staked) return 'none'
  // A free spin cost nothing: its size follows the stake that was put for the player.
  if (won < staked * 5n) return 'line'
  return won <= staked * 20n ? 'pulse' : 'burst'
}

const countMs = 900

/** Rolls an amount up once. Returns how to end it at once. */
export function countUp(from: bigint, to: bigint, write: (amount: bigint) => void, isCalm: boolean) {
  let frame = 0
  let resolve = () => {}
  const done = new Promise<void>((yes) => {
    resolve = yes
  })
  const finish = () => {
    cancelAnimationFrame(frame)
    write(to)
    resolve()
  }
  if (isCalm || document.hidden) {
    finish()
    return { done, finish }
  }
  const start = performance.now()
  const step = (now: number) => {
    // A frame may have begun before it was asked for.
    const part = Math.min(1, Math.max(0, (now - start) / countMs))
    if (part >= 1) return finish()
    const eased = 1 - (1 - part) ** 3
    write(from + ((to - from) * BigInt(Math.round(eased * 1000))) / 1000n)
    frame = requestAnimationFrame(step)
  }
  write(from)
  frame = requestAnimationFrame(step)
  return { done, finish }
}

const pieces = 56
const colours = 5

/** One burst of paper, once, over everything and in the way of nothing. Angles follow the golden ratio: no chance is needed. */
export function burst(over: HTMLElement) {
  const layer = el('div', { class: 'st-burst', 'aria-hidden': 'true' })
  for (let at = 0; at < pieces; at += 1) {
    const piece = el('i', { 'data-colour': at % colours })
    const turn = (at * 0.618034) % 1
    const reach = 0.35 + 0.65 * ((at * 0.754878) % 1)
    const angle = turn * Math.PI * 2
    piece.style.setProperty('--x', `${Math.cos(angle) * reach * 46}vmin`)
    piece.style.setProperty('--y', `${Math.sin(angle) * reach * 40 - 12}vmin`)
    piece.style.setProperty('--turn', `${(turn - 0.5) * 1080}deg`)
    piece.style.setProperty('--late', `${(at % 7) * 22}ms`)
    layer.append(piece)
  }
  over.append(layer)
  setTimeout(() => layer.remove(), 1_900)
}
