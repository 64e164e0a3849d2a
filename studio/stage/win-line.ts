import type { GameFacts } from '@croupier/contract/methods/rounds'
import type { Bar, BarLook } from './bar.ts'
import { celebrationOf, offerAfter } from './bar-look.ts'
import { burst, countUp } from './celebrate.ts'
import { isCalm } from './frame.ts'
import { createGreatWin } from './great-win.ts'
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
  /** What all rounds of this opening gave or took. */
  let sessionNet = 0n
  const greatWin = createGreatWin({ words, root })

  const signed = (net: bigint) => `${net > 0n ? '+' : ''}${money(net)}`

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
      greatWin.hide()
      won = null
      line = ''
      remedy = null
      bar().line.classList.remove('is-pulsing')
      sounds.play('click')
      draw()
    },
    /** The size follows the multiple. With `isAuto` it resolves when the whole amount was seen. */
    async celebrate<View>(outcome: Outcome<View>, isAuto: () => boolean) {
      const { total, isGain, net, times, isPulsing, isGrand } = celebrationOf(outcome, facts.mode)
      sessionNet += net
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
      const session = `${words('great.net')} ${signed(sessionNet)}`
      bar().speak([line, `${label} ${money(total)}`, isGrand && session].filter(Boolean).join('. '))
      if (!isGain) return show(total)
      sounds.play(isGrand ? 'big' : 'win')
      if (isPulsing) pulse(bar().line)
      if (isGrand) {
        const title = outcome.jackpot ? line : words('great.title')
        greatWin.show({ title, amount: money(total), times: timesText(times), net: signed(sessionNet) })
        if (!isCalm()) burst(root)
      }
      counting = countUp(0n, total, show, isCalm() || isTurbo())
      if (!isAuto()) return
      await counting.done
      await greatWin.seen()
    },
  }
}

/** Hundredths of a stake as a player reads them: whole where it is whole. */
const timesText = (times: bigint) =>
  `×${String(times)
    .padStart(3, '0')
    .replace(/(\d\d)$/, '.$1')
    .replace('.00', '')}`

function pulse(line: HTMLElement) {
  line.classList.remove('is-pulsing')
  void line.offsetWidth
  line.classList.add('is-pulsing')
}
