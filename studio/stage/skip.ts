import type { Stage } from './game-client.ts'

export type Skip = {
  /** A show begins: what was skipped before does not count. `onSkip` is told once. */
  begin: (onSkip?: () => void) => void
  end: () => void
  /** Resolves after so long, or when the player wants to go on. */
  pause: (ms: number) => Promise<void>
  /** One pause more, even where the last one was skipped: something new is to be read. */
  again: () => void
  isWanted: () => boolean
}

/** A tap on the board or the main button, or a key, ends what is only shown. It never changes what is shown. */
export function createSkip({ wait }: Pick<Stage, 'wait'>): Skip {
  let isOpen = false
  let isSkipped = false
  let wake = () => {}
  let tell: () => void = () => {}

  const skip = () => {
    if (!isOpen || isSkipped) return
    isSkipped = true
    tell()
    wake()
  }
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest('.st-board, .st-main')) skip()
  })
  document.addEventListener('keydown', ({ key, repeat, target }) => {
    if (repeat || document.querySelector('dialog[open]')) return
    const isElsewhere = target instanceof Element && target.closest('button, input') && !target.closest('.st-main')
    if (!isElsewhere && (key === ' ' || key === 'Enter' || key === 'Escape')) skip()
  })

  return {
    begin(onSkip = () => {}) {
      isOpen = true
      isSkipped = false
      tell = onSkip
    },
    end() {
      isOpen = false
    },
    pause: (ms) =>
      isSkipped
        ? Promise.resolve()
        : new Promise((resolve) => {
            wake = resolve
            void wait(ms).then(resolve)
          }),
    again() {
      isSkipped = false
    },
    isWanted: () => isSkipped,
  }
}
