import type { GameFacts } from '@croupier/contract/methods/rounds'
import type { Bar, BarLook } from './bar.ts'
import { celebrationOf, offerAfter } from './bar-look.ts'
import { burst, countUp } from './celebrate.ts'
import { isCalm } from './frame.ts'
import type { Advice, Remedy } from './refusals.ts'
import type { Outcome } from './round-state.ts'
import type { Sounds } from './sound.ts'
import type { Say } from './words.ts'

const remedyWords = {
  deposit: 'offer.deposit',
  bonus: 'offer.bonus',
  limits: 'offer.limits',
  reload: 'offer.reload',
  register: 'offer.register',
}

type WinLineOptions = {
  words: Say
  money: (minor: bigint) => string
  facts: GameFacts
  sounds: Sounds
  root: HTMLElement
  bar: () => Bar
  isTurbo: () => boolean
  draw: () => void
}

/** The line above the bar: what is said, what is offered, what was won. */
export function createWinLine({ words, money, facts, sounds, root, bar, isTurbo, draw }: WinLineOptions) {
  let line = ''
  let remedy: Remedy = null
  let won: BarLook['won'] = null
  let counting: ReturnType<typeof countUp> | null = null

  const say = (text: string) => {
    line = text
    bar().speak(text)
    draw()
  }

  return {
    say,
    remedy: () => remedy,
    look: () => ({ line, offer: remedy ? words(remedyWords[remedy]) : null, won }),
    refused(advice: Advice) {
      const offer = offerAfter(advice, facts)
      remedy = offer.remedy
      say(words(offer.word))
    },
    clear() {
      counting?.finish()
      counting = null
      won = null
      line = ''
      remedy = null
      bar().line.classList.remove('is-pulsing')
      sounds.play('click')
      draw()
    },
    /** The size follows the multiple. With `isAuto` it resolves when the whole amount was seen. */
    async celebrate<View>(outcome: Outcome<View>, isAuto: () => boolean) {
      const { total, isGain, isPulsing, isGrand } = celebrationOf(outcome, facts.mode)
      const label = words(isGain ? 'won' : 'returned')
      const show = (amount: bigint) => {
        won = { label, amount: money(amount), whole: money(total), isGain }
        draw()
      }
      if (total === 0n) {
        won = null
        draw()
        return
      }
      if (outcome.jackpot) line = words(`jackpot.${outcome.jackpot.level}`)
      bar().speak([line, `${label} ${money(total)}`].filter(Boolean).join('. '))
      if (!isGain) return show(total)
      sounds.play(isGrand ? 'big' : 'win')
      if (isPulsing) pulse(bar().line)
      if (isGrand && !isCalm()) burst(root)
      counting = countUp(0n, total, show, isCalm() || isTurbo())
      if (isAuto()) await counting.done
    },
  }
}

function pulse(line: HTMLElement) {
  line.classList.remove('is-pulsing')
  void line.offsetWidth
  line.classList.add('is-pulsing')
}
