import type { HousePage, OwnServer, Setup, View } from './client.ts'
import type { SampleTable, sampleControls } from './client-table.ts'

type StreakParts = {
  page: HousePage
  server: OwnServer
  table: SampleTable
  controls: typeof sampleControls
  scene: ReturnType<typeof goalScene>
}

/** The goal with keeper and ball. Sent to the browser as it is written, like the functions of client.ts. */
export function goalScene(setup: Setup, { find, text, calm, sound, money }: SampleTable) {
  const worth = (factor: string, stake: string) => (money.minorOf(stake) * BigInt(factor.replace('.', ''))) / 100n
  const [keeper, ball, shade, net] = [find('keeper'), find('ball'), find('shade'), find('net')]
  const wait = (ms: number) => new Promise((done) => setTimeout(done, calm() || document.hidden ? 20 : ms))
  const corners = [0, 1, 2].map((corner) => find(`corner-${corner}`))
  return {
    wait,
    corners,
    draw({ isOpen, isBusy, goals, stake }: { isOpen: boolean; isBusy: boolean; goals: number; stake: string }) {
      for (const corner of corners) corner.toggleAttribute('disabled', !isOpen || isBusy)
      find('go').toggleAttribute('disabled', isBusy || (isOpen && goals === 0))
      find('stakes').toggleAttribute('disabled', isOpen || isBusy)
      const factor = setup.ladder[goals - 1]
      const taking = factor ? `${text('take')} ×${factor} · ${money.write(worth(factor, stake))}` : text('shoot')
      find('go-word').textContent = isOpen ? taking : text('kickOff')
      document.body.toggleAttribute('data-open', isOpen && !isBusy)
      document.querySelectorAll<HTMLElement>('#ladder li').forEach((step, place) => {
        step.toggleAttribute('data-on', isOpen && place < goals)
        step.toggleAttribute('data-next', isOpen && place === goals)
        const amount = step.querySelector('small')
        if (amount) amount.textContent = money.write(worth(setup.ladder[place] ?? '0', stake || '0'))
      })
    },
    keep(count: number) {
      const item = document.createElement('li')
      item.toggleAttribute('data-on', count > 0)
      item.textContent = count > 0 ? `×${setup.ladder[count - 1] ?? ''}` : '–'
      find('last').prepend(item)
      while (find('last').children.length > 8) find('last').lastElementChild?.remove()
    },
    endWords: (goals: number, won: string) =>
      `${text(goals === setup.ladder.length ? 'allFive' : 'taken')} ${text('won')} ${money.write(money.minorOf(won))}`,
    stand() {
      for (const each of [keeper, ball, shade]) each.style.transform = ''
      net.classList.remove('is-hit')
    },
    async shoot({ corner, dive }: { corner: number; dive: number }) {
      const isGoal = corner !== dive
      const to = corner - 1
      sound('kick')
      keeper.style.transform =
        dive === 1 ? 'translate(0, -14px)' : `translate(${(dive - 1) * 78}px, -4px) rotate(${(dive - 1) * 62}deg)`
      // What is held is held in front of the line, smaller shots fly on into the net.
      ball.style.transform = `translate(${to * (isGoal ? 108 : 96)}px, ${isGoal ? (to === 0 ? -150 : -138) : -122}px) rotate(${to * 320 + 360}deg) scale(${isGoal ? 0.58 : 0.7})`
      shade.style.transform = `translate(${to * 100}px, -68px) scale(0.5)`
      await wait(620)
      sound(isGoal ? 'cheer' : 'save')
      net.classList.toggle('is-hit', isGoal)
      await wait(260)
    },
  }
}

/** Sent to the browser, too. */
export function playStreak({ page, server, table, controls, scene }: StreakParts) {
  const { find, text, money } = table
  const button = find('go')
  let round: View | null = null
  let [isBusy, isStale] = [false, false]
  const kicksOf = (view: View | null) => view?.data?.kicks ?? []
  const goals = () => kicksOf(round).filter(({ corner, dive }) => corner !== dive).length
  function draw() {
    const isOpen = round?.state === 'open'
    const hadFocus = document.hasFocus() && [button, document.body].some((each) => each === document.activeElement)
    scene.draw({ isOpen, isBusy, goals: goals(), stake: round?.stake ?? table.stake() })
    page.note({ type: 'busy', is_busy: isOpen || isBusy })
    if (hadFocus && !isBusy && !button.hasAttribute('disabled')) button.focus()
  }
  const refuse = async (reason: string) => {
    table.refuse(reason)
    await table.refresh()
  }
  async function end(view: View) {
    const over = await server.settled(view)
    round = null
    if (over.state !== 'over') return refuse(over.reason)
    const isWin = Number(over.won) > 0
    const count = kicksOf(over).length
    scene.keep(isWin ? count : 0)
    table.over(over, isWin ? scene.endWords(count, over.won) : `${text('saved')} ${text('lost')}`)
  }
  async function during(work: () => Promise<void>) {
    if (isBusy || page.isPaused()) return
    isBusy = true
    draw()
    await work()
    isBusy = false
    draw()
    if (isStale) void refresh()
  }
  async function open(view: View) {
    const now = view.state === 'staking' || view.state === 'returning' ? await server.settled(view) : view
    if (now.state !== 'open') return end(now)
    round = now
    scene.stand()
    table.show(text('aim'))
    if (now.balance) table.showBalance(money.minorOf(now.balance))
  }
  const begin = async () => {
    const stake = table.stake()
    table.show('')
    table.takeOff(stake)
    const id = crypto.randomUUID()
    const view: View = await server.call('stake', { round: id, stake })
    if (view.error) return refuse(view.error)
    table.sound('whistle')
    await open(view)
    // Another window had a round open: it goes on here, and this stake was not taken.
    if (view.round !== id) await table.refresh()
  }
  const kick = async (corner: number) => {
    if (!round) return
    const view: View = await server.call('kick', { round: round.round, kick: kicksOf(round).length, corner })
    const last = kicksOf(view).at(-1)
    if (last) await scene.shoot(last)
    if (view.state !== 'open') return end(view)
    round = view
    table.show(`${text('goal')} ${text('goOn')}`)
    await scene.wait(420)
    scene.stand()
  }
  const take = async () => {
    if (round && goals() > 0) await end(await server.call('take', { round: round.round }))
  }
  async function refresh() {
    isStale = isBusy
    if (!isBusy) await table.refresh()
  }
  const main = () => void during(round ? take : begin)
  button.addEventListener('click', main)
  for (const change of ['change', 'input']) find('stakes').addEventListener(change, draw)
  scene.corners.forEach((each, corner) => {
    each.addEventListener('click', () => void during(() => kick(corner)))
  })
  controls(page, table, {
    main,
    again: () => void (round ?? during(begin)),
    refresh: () => void refresh(),
    key(key) {
      const corner = { ArrowLeft: 0, ArrowUp: 1, ArrowRight: 2, 1: 0, 2: 1, 3: 2 }[key]
      if (corner === undefined || round?.state !== 'open') return false
      void during(() => kick(corner))
      return true
    },
  })
  void during(async () => {
    const standing = await table.refresh()
    for (const count of [...standing.last].reverse()) scene.keep(count)
    if (!standing.round) return
    await open(standing.round)
    // What the round knew of the balance may be long ago.
    if (round) await table.refresh()
  })
}
