/**
 * What runs in the browser. Each function is sent as it is written, so it knows nothing but its parameters: no imports,
 * no names from outside.
 */

type Money = { amount: string; currency: string }
type View = {
  round: string
  state: string
  reason: string
  currency: string
  stake: string
  won: string
  balance: string
  is_free: boolean
  data: { pick?: number; field?: number; kicks?: { corner: number; dive: number }[] } | null
}
type Standing = { balance: string; round: View | null; spins: { pack: string; remaining: number; stake: string }[] }
export type Setup = {
  game: string
  home: string
  currency: string
  words: Record<string, string | string[]>
  wheel: readonly number[]
  ladder: readonly string[]
}

export type Talk = ReturnType<typeof talkTo>

/** With the own server, and with the page around. */
export function talkTo(setup: Setup) {
  const { home, currency, words } = setup
  const money = (amount: string): Money => ({ amount, currency })
  let port: MessagePort | null = null
  const note = (said: Record<string, unknown>) => port?.postMessage(said)
  const find = (id: string): HTMLElement => document.getElementById(id) ?? document.body
  const text = (key: string): string => {
    const word = words[key]
    return typeof word === 'string' ? word : ''
  }
  const show = (said: string) => {
    find('said').textContent = said
  }
  const showBalance = (amount: string) => {
    if (!amount) return
    find('balance').textContent = `${amount} ${currency}`
    note({ type: 'balance', balance: money(amount) })
  }
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
  const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

  async function call(path: string, body?: Record<string, unknown>) {
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await fetch(`${location.pathname}/${path}`, {
          method: body ? 'POST' : 'GET',
          ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        })
        if (answer.status < 500) return await answer.json()
      } catch {
        // The line is cut: the same question again, the server knows it.
      }
      show(text('waiting'))
      await wait(Math.min(10_000, 500 * 2 ** tries))
    }
  }

  /** Until it is known what became of it. */
  async function settled(view: View): Promise<View> {
    let now = view
    while (now.state === 'staking' || now.state === 'settling' || now.state === 'returning') {
      show(text('waiting'))
      await wait(700)
      now = await call(`round/${now.round}`)
    }
    return now
  }

  function refuse(reason: string) {
    show(text(reason) || (reason === 'NO_ANSWER' ? text('voided') : text('refused')))
    note({ type: 'refused', name: 'InvalidParameter', reason: reason || null })
    if (reason === 'INSUFFICIENT_FUNDS') note({ type: 'wish', wish: 'deposit' })
    if (reason.startsWith('BONUS_')) note({ type: 'wish', wish: 'bonus' })
    if (reason === 'SESSION_EXPIRED') note({ type: 'wish', wish: 'reload' })
  }

  return {
    ...{ call, settled, refuse, show, showBalance, text, find, wait, calm, note },
    list: (key: string): readonly string[] => {
      const word = words[key]
      return typeof word === 'object' ? word : []
    },
    over(view: View) {
      note({ type: 'round', staked: money(view.stake), won: money(view.won), is_free: view.is_free })
      showBalance(view.balance)
    },
    stake: (): string => document.querySelector<HTMLInputElement>('input[name=stake]:checked')?.value ?? '',
    state: (): Promise<Standing> => call('state'),
    begin(refresh: () => void) {
      const rules = document.querySelector('dialog')
      find('rules').addEventListener('click', () => rules?.showModal())
      if (window.parent !== window) {
        const channel = new MessageChannel()
        port = channel.port1
        port.onmessage = ({ data }) => {
          if (data?.type === 'refresh') refresh()
          if (data?.type === 'rules') rules?.showModal()
        }
        window.parent.postMessage({ type: 'croupier-game' }, home, [channel.port2])
        for (const touch of ['keydown', 'pointerdown'])
          document.addEventListener(touch, () => note({ type: 'active' }), { capture: true })
      }
      note({ type: 'ready' })
    },
  }
}

export function playWheel(setup: Setup, talk: Talk) {
  const { find, text } = talk
  const [disc, button] = [find('disc'), find('go')]
  let [turns, isBusy] = [0, false]
  let spins: Standing['spins'] = []

  const label = () => {
    const [spin] = spins
    button.textContent = spin ? `${text('freeSpin')} · ${spin.remaining}` : text('spin')
  }
  async function refresh() {
    const standing = await talk.state()
    talk.showBalance(standing.balance)
    spins = standing.spins
    label()
    return standing.round
  }
  async function finish(view: View) {
    const end = await talk.settled(view)
    if (end.state !== 'over' || !end.data) return talk.refuse(end.reason)
    talk.show('')
    // The pointer is at the top; the middle of field 0 is there when the disc has not turned.
    turns = Math.ceil(turns / 360) * 360 + 5 * 360 - ((end.data.field ?? 0) * 360) / setup.wheel.length
    disc.style.transform = `rotate(${turns}deg)`
    await talk.wait(talk.calm() ? 100 : 4_200)
    const isWin = Number(end.won) > 0
    talk.show(isWin ? `${text('won')} ${end.won} ${end.currency}` : text('lost'))
    talk.over(end)
    if (end.is_free) await refresh()
  }
  async function spin() {
    if (isBusy) return
    isBusy = true
    button.toggleAttribute('disabled', true)
    talk.note({ type: 'busy', is_busy: true })
    const pick = Number(document.querySelector<HTMLInputElement>('input[name=pick]:checked')?.value ?? 0)
    const [free] = spins
    const said = { round: crypto.randomUUID(), pick, ...(free ? { pack: free.pack } : { stake: talk.stake() }) }
    const view = await talk.call('stake', said)
    if (view.error) talk.refuse(view.error)
    else await finish(view)
    isBusy = false
    button.toggleAttribute('disabled', false)
    talk.note({ type: 'busy', is_busy: false })
  }
  button.addEventListener('click', () => void spin())
  talk.begin(() => void refresh())
  void refresh().then((open) => open && finish(open))
}

export function playStreak(setup: Setup, talk: Talk) {
  const { find, text } = talk
  const [button, keeper, ball] = [find('go'), find('keeper'), find('ball')]
  const corners = [0, 1, 2].map((corner) => find(`corner-${corner}`))
  let round: View | null = null
  let isBusy = false
  const kicksOf = (view: View | null) => view?.data?.kicks ?? []
  const goals = () => kicksOf(round).filter(({ corner, dive }) => corner !== dive).length

  function draw() {
    const isOpen = round?.state === 'open'
    for (const corner of corners) corner.toggleAttribute('disabled', !isOpen || isBusy)
    button.toggleAttribute('disabled', isBusy || (isOpen && goals() === 0))
    const worth = setup.ladder[goals() - 1]
    button.textContent = isOpen ? `${text('take')}${worth ? ` ×${worth}` : ''}` : text('kickOff')
    document.querySelectorAll('#ladder li').forEach((step, at) => {
      step.toggleAttribute('data-on', isOpen && at < goals())
    })
    talk.note({ type: 'busy', is_busy: isOpen })
  }
  const place = (what: HTMLElement, x: number, y: number) => {
    what.style.transform = `translate(${x}px, ${y}px)`
  }
  function stand() {
    place(keeper, 0, 0)
    place(ball, 0, 0)
  }
  async function end(view: View) {
    const over = await talk.settled(view)
    round = null
    if (over.state !== 'over') return talk.refuse(over.reason)
    const isWin = Number(over.won) > 0
    talk.show(
      isWin ? `${text('taken')} ${text('won')} ${over.won} ${over.currency}` : `${text('saved')} ${text('lost')}`,
    )
    talk.over(over)
  }
  /** One thing at a time. */
  async function during(work: () => Promise<void>) {
    if (isBusy) return
    isBusy = true
    draw()
    await work()
    isBusy = false
    draw()
  }
  async function open(view: View) {
    const now = view.state === 'staking' || view.state === 'returning' ? await talk.settled(view) : view
    if (now.state !== 'open') return end(now)
    round = now
    stand()
    talk.show('')
    talk.showBalance(now.balance)
  }
  const begin = async () => {
    const view = await talk.call('stake', { round: crypto.randomUUID(), stake: talk.stake() })
    if (view.error) talk.refuse(view.error)
    else await open(view)
  }
  const kick = async (corner: number) => {
    if (!round) return
    const view: View = await talk.call('kick', { round: round.round, kick: kicksOf(round).length, corner })
    const last = kicksOf(view).at(-1)
    if (last) {
      place(keeper, (last.dive - 1) * 90, last.dive === 1 ? -12 : 0)
      place(ball, (last.corner - 1) * 105, -150)
      await talk.wait(talk.calm() ? 50 : 800)
    }
    if (view.state !== 'open') return end(view)
    round = view
    talk.show(text('goal'))
    await talk.wait(talk.calm() ? 50 : 500)
    stand()
  }
  const take = async () => {
    if (round) await end(await talk.call('take', { round: round.round }))
  }
  button.addEventListener('click', () => void during(round ? take : begin))
  corners.forEach((each, corner) => {
    each.addEventListener('click', () => void during(() => kick(corner)))
  })
  const refresh = async () => {
    const standing = await talk.state()
    talk.showBalance(standing.balance)
    return standing.round
  }
  talk.begin(() => void refresh())
  void during(async () => {
    const left = await refresh()
    if (left) await open(left)
  })
}
