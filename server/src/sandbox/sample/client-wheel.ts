import type { HousePage, OwnServer, Setup, Standing, View } from './client.ts'
import type { SampleTable, sampleControls } from './client-table.ts'

type WheelParts = {
  page: HousePage
  server: OwnServer
  table: SampleTable
  controls: typeof sampleControls
  scene: WheelScene
}

type WheelScene = ReturnType<typeof wheelScene>

/** The clock and the hours to choose from. Sent to the browser as it is written, like the functions of client.ts. */
export function wheelScene(setup: Setup, { find, sound, calm }: Pick<SampleTable, 'find' | 'sound' | 'calm'>) {
  const [disc, pointer, last] = [find('disc'), find('pointer'), find('last')]
  const picks = [...document.querySelectorAll<HTMLInputElement>('input[name=pick]')]
  const width = 360 / setup.wheel.length
  let angle = 0
  const pick = () =>
    Math.max(
      0,
      picks.findIndex(({ checked }) => checked),
    )
  const drawAngle = (to: number) => {
    if (Math.floor(to / width) !== Math.floor(angle / width)) sound('tick')
    angle = to
    disc.style.transform = `rotate(${to}deg)`
    // The tongue is lifted by each pin that passes below it.
    pointer.style.transform = `rotate(${-10 * (1 - (((to % width) + width) % width) / width)}deg)`
  }
  /** A page that is hidden has no frames: it shows the end. */
  const turn = (to: number, ms: number) =>
    new Promise<void>((done) => {
      const from = angle
      const begun = performance.now()
      const end = () => {
        document.removeEventListener('visibilitychange', end)
        cancelAnimationFrame(frame)
        drawAngle(to)
        pointer.style.transform = ''
        done()
      }
      const step = (now: number) => {
        const part = Math.max(0, (now - begun) / ms)
        if (part >= 1) return end()
        drawAngle(from + (to - from) * (1 - (1 - part) ** 3.2))
        frame = requestAnimationFrame(step)
      }
      let frame = requestAnimationFrame(step)
      document.addEventListener('visibilitychange', end)
      if (calm() || document.hidden) end()
    })
  return {
    picks,
    pick,
    factor: () => BigInt(picks[pick()]?.dataset.factor ?? '0'),
    /** True where there is another hour on that side. */
    step(by: number): boolean {
      const next = picks[pick() + by]
      if (next) next.checked = true
      if (next) sound('click')
      return next !== undefined
    },
    drawPick: () => find('clock').setAttribute('data-pick', String(pick())),
    /** The pointer is at the top; the middle of field 0 is there when the disc has not turned. */
    async stopAt(field: number) {
      await turn(Math.ceil(angle / 360) * 360 + 4 * 360 - field * width, 4_200)
      disc.querySelector(`[data-field="${field}"]`)?.classList.add('hit')
    },
    clear() {
      for (const hit of disc.querySelectorAll('.hit')) hit.classList.remove('hit')
    },
    keep(hour: number) {
      const item = document.createElement('li')
      item.dataset.hour = String(hour)
      item.textContent = setup.hours[hour] ?? ''
      last.prepend(item)
      while (last.children.length > 10) last.lastElementChild?.remove()
    },
  }
}

/** Sent to the browser, too. */
export function playWheel(setup: Setup, { page, server, table, controls, scene }: WheelParts) {
  const { find, text, money } = table
  const { picks } = scene
  const button = find('go')
  let [isBusy, isStale] = [false, false]
  let spins: Standing['spins'] = []

  const label = () => {
    const [spin] = spins
    find('go-word').textContent = spin ? `${text('freeSpin')} · ${spin.remaining}` : text('spin')
    find('stakes').toggleAttribute('disabled', isBusy || spin !== undefined)
  }
  const draw = () => {
    const stake = money.minorOf(spins[0]?.stake ?? (table.stake() || '0'))
    scene.drawPick()
    find('pays').textContent = money.write(stake * scene.factor())
  }
  async function refresh() {
    isStale = isBusy
    // A balance that is asked for in the middle would tell the end.
    if (isBusy) return null
    return refreshNow()
  }
  async function refreshNow() {
    const standing = await table.refresh()
    spins = standing.spins
    label()
    draw()
    return standing
  }
  async function finish(view: View) {
    const end = await server.settled(view)
    if (end.state !== 'over' || !end.data) {
      table.refuse(end.reason)
      return void (await refreshNow())
    }
    table.show('')
    const field = end.data.field ?? 0
    await scene.stopAt(field)
    const hour = setup.wheel[field] ?? 0
    scene.keep(hour)
    const isWin = Number(end.won) > 0
    const stopped = `${text('stopped')} ${setup.hours[hour] ?? ''}.`
    const won = money.write(money.minorOf(end.won))
    table.over(end, isWin ? `${text('won')} ${won}. ${stopped}` : `${text('lost')} ${stopped}`)
    if (end.is_free) await refreshNow()
  }
  const lock = (isOn: boolean) => {
    const hadFocus = document.hasFocus() && [button, document.body].some((each) => each === document.activeElement)
    isBusy = isOn
    button.toggleAttribute('disabled', isOn)
    for (const each of picks) each.disabled = isOn
    label()
    page.note({ type: 'busy', is_busy: isOn })
    if (!isOn && hadFocus) button.focus()
  }
  /** Nothing else is begun meanwhile. */
  async function during(work: () => Promise<void>) {
    if (isBusy || page.isPaused()) return
    lock(true)
    scene.clear()
    await work()
    lock(false)
    if (isStale) void refresh()
  }
  const spin = () =>
    during(async () => {
      const [free] = spins
      const said = { round: crypto.randomUUID(), pick: scene.pick() }
      const stake = table.stake()
      table.show('')
      table.takeOff(free ? '' : stake)
      const view: View = await server.call('stake', { ...said, ...(free ? { pack: free.pack } : { stake }) })
      if (!view.error) return finish(view)
      table.refuse(view.error)
      await refreshNow()
    })

  for (const each of [...picks, find('stakes')])
    for (const change of ['change', 'input']) each.addEventListener(change, draw)
  button.addEventListener('click', () => void spin())
  draw()
  controls(page, table, {
    main: () => void spin(),
    again: () => void spin(),
    refresh: () => void refresh(),
    key(key) {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
      if (by && !isBusy && scene.step(by)) draw()
      return by !== undefined
    },
  })
  void (async () => {
    const standing = await refreshNow()
    for (const hour of [...standing.last].reverse()) scene.keep(hour)
    const { round } = standing
    if (round) await during(() => finish(round))
  })()
}
