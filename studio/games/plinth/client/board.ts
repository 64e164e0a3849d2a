import { svg } from '../../../stage/dom.ts'
import { paysOf, type Risk, type Rows } from '../math.ts'
import ballUrl from './ball.svg'

/** The drawing is this wide whatever the screen; SVG scales it. How high it is follows the room. */
const width = 580
const [leastHeight, mostHeight] = [330, 560]
const top = 40
const under = 14
/** Pays are no smaller than this on the screen. */
const leastTextPx = 10
/** How wide a figure is, in parts of its size. */
const figure = 0.62

export type Spot = { x: number; y: number }

export type Space = { width: number; height: number }

/** The picture that fills this room best, and how many pixels one of its units is. */
function pictureIn(room: Space) {
  const wished = room.width > 0 ? (room.height / room.width) * width : mostHeight
  const height = Math.max(leastHeight, Math.min(mostHeight, wished))
  const scale = room.width > 0 ? Math.min(room.width / width, room.height / height) : 1
  return { height, scale: Math.max(scale, 0.1) }
}

/** Where everything stands on a board of so many rows. */
function layoutOf(rows: number, bucketTop: number) {
  const gap = (width - 12) / (rows + 2)
  const drop = (bucketTop - top - 18) / rows
  const middle = width / 2
  return {
    gap,
    drop,
    pegSize: rows > 12 ? 4 : rows > 8 ? 5 : 6.5,
    ballSize: Math.min(gap * 0.74, 34),
    /** Row 0 is the upper one, with three pegs. */
    peg: (row: number, place: number): Spot => ({ x: middle + (place - (row + 2) / 2) * gap, y: top + row * drop }),
    /** On top of the peg it meets in this row, after so many bounces to the right. */
    ball: (row: number, rights: number): Spot => ({ x: middle + (rights - row / 2) * gap, y: top + row * drop }),
    bucket: (place: number): Spot => ({ x: middle + (place - rows / 2) * gap, y: bucketTop }),
  }
}

/** From pale in the middle to warm at the edges: how far a bucket pays, as colour. The number says it too. */
const shades = ['#6d3a73', '#8b3f7d', '#ab4584', '#cc4f86', '#ea5f7f', '#ff7c63', '#ff9a3d', '#ffb52b', '#ffd23c']

const timesText = (pays: number) => String(pays >= 1_000 ? Math.round(pays / 100) : pays / 100)

export function drawBoard(rows: Rows, risk: Risk, room: Space) {
  const { height, scale } = pictureIn(room)
  const pays = paysOf(rows, risk)
  const texts = pays.map(timesText)
  const longest = Math.max(...texts.map(({ length }) => length))
  const leastSize = leastTextPx / scale
  const fitting = ((width - 12) / (rows + 2) - 6) / (longest * figure)
  // Where figures that can be read are wider than their bucket, they stand on end in a higher one.
  const isOnEnd = fitting < leastSize
  const textSize = isOnEnd ? Math.max(13.5, leastSize) : Math.min(21, fitting)
  const textWidth = longest * figure * textSize
  const bucketHeight = isOnEnd ? Math.max(44, textWidth + 10) : Math.max(36, textSize + 18)
  const layout = layoutOf(rows, height - under - bucketHeight)
  const pegs = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: row + 3 }, (_, place) => {
      const { x, y } = layout.peg(row, place)
      return svg('circle', { class: 'pl-peg', cx: x, cy: y, r: layout.pegSize })
    }),
  )
  const buckets = pays.map((_, place) => {
    const { x, y } = layout.bucket(place)
    const far = Math.round((Math.abs(place - rows / 2) / (rows / 2)) * (shades.length - 1))
    const wide = layout.gap - 2
    const box = svg('rect', { x: x - wide / 2, y, width: wide, height: bucketHeight, rx: 7, fill: shades[far] ?? '' })
    const middle = y + bucketHeight / 2
    const text = svg('text', { x, y: middle, class: 'pl-pay', 'font-size': textSize.toFixed(1) })
    if (isOnEnd) text.setAttribute('transform', `rotate(-90 ${x} ${middle})`)
    text.textContent = texts[place] ?? ''
    return svg('g', { class: far > 4 ? 'pl-bucket pl-bright' : 'pl-bucket' }, box, text)
  })
  const picture = svg(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      class: 'pl-board',
      'aria-hidden': 'true',
      preserveAspectRatio: 'xMidYMid meet',
    },
    ...pegs.flat(),
    ...buckets,
  )
  return {
    picture,
    layout,
    flashPeg(row: number, rights: number) {
      // The peg under the ball: the one in the middle of its three neighbours.
      restart(pegs[row]?.[rights + 1], 'pl-hit')
    },
    flashBucket: (place: number) => restart(buckets[place], 'pl-landed'),
    clear() {
      for (const bucket of buckets) bucket.classList.remove('pl-landed')
    },
  }
}

export type Board = ReturnType<typeof drawBoard>

/** One ball of those on the board. The board may be drawn anew under it: it goes on there. */
export function createBall(board: () => Board) {
  const ball = svg('image', { class: 'pl-ball', href: ballUrl })
  return {
    /** Its lower edge rests on this spot. */
    set({ x, y }: Spot, turn = 0) {
      const { picture, layout } = board()
      if (ball.parentNode !== picture) picture.append(ball)
      const size = layout.ballSize
      ball.setAttribute('width', String(size))
      ball.setAttribute('height', String(size))
      const top = y - size - layout.pegSize * 0.6
      ball.setAttribute('transform', `translate(${x - size / 2} ${top}) rotate(${turn} ${size / 2} ${size / 2})`)
    },
    remove: () => ball.remove(),
  }
}

function restart(element: Element | undefined, name: string) {
  if (!element) return
  element.classList.remove(name)
  // Asking for its box makes the browser notice, so the movement begins anew.
  element.getBoundingClientRect()
  element.classList.add(name)
}
