import { el, svg, write } from '../../../stage/dom.ts'
import type { Layout } from './layout.ts'

/** From the top of the frame down, as the lines begin at its edge: a diagonal, three rows, the other diagonal. */
const pegOrder = [4, 2, 1, 3, 5]

function pegs(side: 'left' | 'right') {
  const order = side === 'left' ? pegOrder : [5, 2, 1, 3, 4]
  const list = order.map((line) => el('li', { class: 'fp-peg', 'data-line': line, text: String(line) }))
  return el('ol', { class: 'fp-pegs', 'aria-hidden': 'true' }, ...list)
}

/** Red and white cloth with a scalloped hem. */
function awning() {
  const count = 14
  const folds = Array.from({ length: count }, (_, fold) => {
    const x = fold * 40
    return svg('path', {
      d: `M${x} 0H${x + 40}V46A20 20 0 0 1 ${x} 46Z`,
      class: fold % 2 === 0 ? 'fp-fold' : 'fp-fold is-white',
    })
  })
  const shade = svg('rect', { width: count * 40, height: 14, class: 'fp-fold-shade' })
  return svg(
    'svg',
    { viewBox: `0 0 ${count * 40} 68`, preserveAspectRatio: 'none', class: 'fp-cloth', 'aria-hidden': 'true' },
    ...folds,
    shade,
  )
}

function lever() {
  const arm = el('span', { class: 'fp-arm' }, el('span', { class: 'fp-rod' }), el('span', { class: 'fp-knob' }))
  return el('span', { class: 'fp-lever', 'aria-hidden': 'true' }, el('span', { class: 'fp-hub' }), arm)
}

/** The market stall around the reels. */
export function buildStall(name: string, last: HTMLElement) {
  const place = el('div', { class: 'fp-reels' })
  const drums = Array.from({ length: 3 }, () => el('i', { class: 'fp-drum' }))
  const drumRow = el('div', { class: 'fp-drums', 'aria-hidden': 'true' }, ...drums)
  const window = el(
    'div',
    { class: 'fp-window' },
    drumRow,
    place,
    el('i', { class: 'fp-shade', 'aria-hidden': 'true' }),
  )
  const [left, right] = [pegs('left'), pegs('right')]
  const pays = el('span', { class: 'fp-pays' })
  const paysAmount = el('b', { class: 'st-num' })
  const net = el('span', { class: 'fp-net' })
  const netAmount = el('b', { class: 'st-num' })
  const plate = el(
    'div',
    { class: 'fp-plate', 'aria-hidden': 'true' },
    el('p', {}, pays, paysAmount),
    el('p', {}, net, netAmount),
  )
  const arm = lever()
  const stall = el(
    'div',
    { class: 'fp-stall' },
    el('div', { class: 'fp-awning' }, awning(), el('span', { class: 'fp-sign', 'aria-hidden': 'true', text: name })),
    el('div', { class: 'fp-crate' }, left, window, right, plate),
    arm,
  )
  const glance = el('div', { class: 'fp-glance', 'aria-hidden': 'true' })
  last.classList.add('fp-last')
  const ground = el(
    'div',
    { class: 'fp' },
    el('i', { class: 'fp-bunting', 'aria-hidden': 'true' }),
    glance,
    stall,
    last,
  )

  const lightPegs = (lines: readonly number[]) => {
    for (const peg of stall.querySelectorAll<HTMLElement>('.fp-peg')) {
      peg.classList.toggle('is-on', lines.includes(Number(peg.dataset.line)))
    }
  }
  const say = (text: { pays: string; amount: string; net: string; netAmount: string }) => {
    write(pays, text.pays)
    write(paysAmount, text.amount)
    write(net, text.net)
    write(netAmount, text.netAmount)
  }

  return {
    ground,
    place,
    arm,
    /** What each symbol pays at the stake of now, where there is room for it. */
    drawGlance: (table: Element) => glance.replaceChildren(table),
    /** These lines have their pegs lit. */
    lightPegs,
    say,
    clear() {
      lightPegs([])
      say({ pays: '', amount: '', net: '', netAmount: '' })
    },
    resize({ reelsWidth, reelsHeight, awning, hasLever, hasSides }: Layout) {
      ground.classList.toggle('has-sides', hasSides)
      ground.style.setProperty('--reels-w', `${reelsWidth}px`)
      ground.style.setProperty('--reels-h', `${reelsHeight}px`)
      ground.style.setProperty('--awning', `${awning}px`)
      arm.hidden = !hasLever
    },
  }
}
