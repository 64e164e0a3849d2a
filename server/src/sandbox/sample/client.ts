/**
 * What runs in the browser. Each function is sent as it is written, so it knows nothing but its parameters: no imports,
 * no names from outside.
 */

type WireAmount = { amount: string; currency: string }
export type View = {
  round: string
  state: string
  reason: string
  currency: string
  stake: string
  won: string
  balance: string
  is_free: boolean
  data: { pick?: number; field?: number; kicks?: { corner: number; dive: number }[] } | null
  error?: string
}
export type Standing = {
  balance: string
  round: View | null
  spins: { pack: string; remaining: number; stake: string }[]
  /** What the last rounds brought, the newest first. */
  last: number[]
}
export type Setup = {
  game: string
  mode: string
  home: string
  locale: string
  currency: string
  symbol: string
  decimals: number
  words: Record<string, string | string[]>
  hours: readonly string[]
  wheel: readonly number[]
  ladder: readonly string[]
}

/** Amounts in whole minor units, and as the site around writes them: comma thousands, the symbol first. */
export function moneyWords({ symbol, decimals }: Pick<Setup, 'symbol' | 'decimals'>) {
  const minorOf = (amount: string): bigint => {
    const [whole = '0', rest = ''] = amount.replace('-', '').split('.')
    const minor = BigInt(whole + rest.padEnd(decimals, '0').slice(0, decimals))
    return amount.startsWith('-') ? -minor : minor
  }
  const wireOf = (minor: bigint): string => {
    const figures = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
    const text = decimals === 0 ? figures : `${figures.slice(0, -decimals)}.${figures.slice(-decimals)}`
    return minor < 0n ? `-${text}` : text
  }
  const write = (minor: bigint): string => {
    const [whole = '0', rest = ''] = wireOf(minor < 0n ? -minor : minor).split('.')
    const part = rest.length > 2 ? rest.replace(/0{1,4}$/, '') : rest
    const figures = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${part ? `.${part}` : ''}`
    const glue = symbol.length > 1 ? '\u00a0' : ''
    return `${minor < 0n ? '−' : ''}${symbol}${glue}${figures}`
  }
  return { minorOf, wireOf, write, signed: (minor: bigint) => (minor > 0n ? `+${write(minor)}` : write(minor)) }
}
export type MoneyWords = ReturnType<typeof moneyWords>

/** How loudly a win is told: not at all where no more came back than was staked, and never for play money. */
export function gladness(mode: string, staked: bigint, won: bigint): 'none' | 'line' | 'pulse' | 'great' {
  if (mode !== 'real' || won <= staked) return 'none'
  if (won < staked * 5n) return 'line'
  return won <= staked * 20n ? 'pulse' : 'great'
}

type Settings = { is_loud: boolean; is_turbo: boolean; stake: WireAmount | null }
type Listeners = {
  refresh: () => void
  rules: () => void
  again: () => void
  settings: () => void
  stake: (amount: string) => void
}
export type HousePage = ReturnType<typeof housePage>

/** The page around: what it is told, and what it says. */
export function housePage({ home, currency }: Pick<Setup, 'home' | 'currency'>) {
  let port: MessagePort | null = null
  let settings: Settings = { is_loud: false, is_turbo: false, stake: null }
  let isPaused = false
  const note = (said: Record<string, unknown>) => port?.postMessage(said)
  return {
    note,
    money: (amount: string): WireAmount => ({ amount, currency }),
    settings: () => settings,
    isPaused: () => isPaused,
    set(change: Partial<Settings>) {
      settings = { ...settings, ...change }
      note({ type: 'settings', ...settings })
    },
    begin(listeners: Listeners) {
      if (window.parent !== window) {
        const channel = new MessageChannel()
        port = channel.port1
        port.onmessage = ({ data }) => {
          if (data?.type === 'pause' || data?.type === 'resume') isPaused = data.type === 'pause'
          if (data?.type === 'refresh') listeners.refresh()
          if (data?.type === 'rules') listeners.rules()
          if (data?.type === 'again') listeners.again()
          if (data?.type === 'stake') listeners.stake(String(data.stake?.amount))
          if (data?.type === 'settings') {
            settings = { is_loud: data.is_loud === true, is_turbo: data.is_turbo === true, stake: data.stake ?? null }
            listeners.settings()
          }
        }
        window.parent.postMessage({ type: 'croupier-game' }, home, [channel.port2])
        for (const touch of ['keydown', 'pointerdown'])
          document.addEventListener(touch, () => note({ type: 'active' }), { capture: true })
      }
      note({ type: 'ready' })
    },
  }
}

export type OwnServer = ReturnType<typeof ownServer>

/** The server of these games. A question whose answer is lost is asked again: the server knows it. */
export function ownServer(onWait: () => void) {
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
  async function call(path: string, body?: Record<string, unknown>) {
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await fetch(`${location.pathname}/${path}`, {
          method: body ? 'POST' : 'GET',
          ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        })
        if (answer.status < 500) return await answer.json()
      } catch {
        // The line is cut.
      }
      onWait()
      await wait(Math.min(10_000, 500 * 2 ** tries))
    }
  }
  /** Until it is known what became of it. */
  async function settled(view: View): Promise<View> {
    let now = view
    while (now.state === 'staking' || now.state === 'settling' || now.state === 'returning') {
      onWait()
      await wait(700)
      now = await call(`round/${now.round}`)
    }
    return now
  }
  return { call, settled, state: (): Promise<Standing> => call('state') }
}
