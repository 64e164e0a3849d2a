/** So many at once, and so long until the next ones: a painted page lies between, and whatever a visitor has done. */
const atOnce = 16
const restMs = 30
/** Where nothing had to be drawn, or nothing says that it was. */
const longestMs = 1_000

type Draw = () => void

/** Hands out what is to be drawn, a few at a time; the next ones when those are there, so that a slow device gets less. */
export function createDrawQueue(begin: (some: readonly Draw[], turn: number) => void) {
  const waiting = new Set<Draw>()
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function drawSome() {
    timer = undefined
    const some = [...waiting].slice(0, atOnce)
    if (some.length === 0) return
    for (const draw of some) waiting.delete(draw)
    turn += 1
    timer = setTimeout(drawSome, longestMs)
    begin(some, turn)
  }

  return {
    /** What waits already is drawn once. */
    add(draw: Draw): void {
      waiting.add(draw)
      if (timer === undefined) drawSome()
    },
    /** What was handed out in this turn is on the page. */
    drawn(done: number): void {
      if (done !== turn || timer === undefined) return
      clearTimeout(timer)
      timer = setTimeout(drawSome, restMs)
    },
  }
}
