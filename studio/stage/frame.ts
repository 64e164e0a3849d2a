import { el } from './dom.ts'
import type { Stage } from './game-client.ts'
import type { Launch } from './launch.ts'
import { moneyText } from './money-text.ts'
import { turboPart } from './pace.ts'
import type { Sounds } from './sound.ts'
import type { Say } from './words.ts'

export type Page = { launch: Launch; words: Say; gameWords: Say }

const calm = matchMedia('(prefers-reduced-motion: reduce)')

export const isCalm = () => calm.matches

type Need = { page: Page; currency: string; isTurbo: () => boolean; sounds: Sounds }

/** What live play and replay give a title alike. */
export function createFrame({ page, currency, isTurbo, sounds }: Need) {
  const { launch, gameWords } = page
  const board = el('div', { class: 'st-board' })
  const root = el('main', { class: 'st', 'data-game': launch.game, 'data-mode': launch.mode }, board)
  const money = (minor: bigint) => moneyText(minor, currency)
  const common: Pick<
    Stage,
    'board' | 'words' | 'money' | 'locale' | 'home' | 'isReplay' | 'isCalm' | 'isTurbo' | 'wait' | 'sound'
  > = {
    board,
    words: gameWords,
    money,
    locale: launch.locale,
    home: launch.home,
    isReplay: launch.mode === 'replay',
    isCalm,
    isTurbo,
    wait: (ms) =>
      isCalm() || document.hidden
        ? Promise.resolve()
        : new Promise((resolve) => setTimeout(resolve, isTurbo() ? ms * turboPart : ms)),
    sound: sounds.play,
  }
  return { root, board, money, common }
}

/** Tells a title the size of its board now, and whenever it changes. */
export function watchSize(board: HTMLElement, resize: ((width: number, height: number) => void) | undefined) {
  if (!resize) return
  let last = ''
  const tell = () => {
    const { clientWidth: width, clientHeight: height } = board
    const size = `${width}×${height}`
    if (size === last || width === 0 || height === 0) return
    last = size
    resize(width, height)
  }
  new ResizeObserver(tell).observe(board)
  tell()
}
