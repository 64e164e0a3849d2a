import type { gladness, HousePage, MoneyWords, OwnServer, Setup, View } from './client.ts'
import type { SampleSounds } from './client-sound.ts'

type Parts = {
  page: HousePage
  server: OwnServer
  money: MoneyWords
  sound: SampleSounds
  sizeOf: typeof gladness
}

export type SampleTable = ReturnType<typeof sampleTable>

/** What both games have around their board. Sent to the browser as it is written, like the functions of client.ts. */
export function sampleTable(setup: Setup, { page, server, money, sound, sizeOf }: Parts) {
  const find = (id: string): HTMLElement => document.getElementById(id) ?? document.body
  const text = (key: string): string => {
    const word = setup.words[key]
    return typeof word === 'string' ? word : ''
  }
  let balance = 0n
  /** Of this opening of the game. */
  let net = 0n
  const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
  const show = (said: string) => {
    find('said').textContent = said
    find('said').removeAttribute('data-glad')
  }
  const showBalance = (minor: bigint) => {
    balance = minor
    find('balance').textContent = money.write(minor)
    page.note({ type: 'balance', balance: page.money(money.wireOf(minor)) })
  }
  const closeGreat = () => {
    find('great').hidden = true
  }

  /** Paper in the air, once. Its places follow from its number: nothing is drawn by chance. */
  function confetti() {
    const paper = document.createElement('div')
    paper.className = 'paper'
    for (let at = 0; at < 48; at += 1) {
      const piece = document.createElement('i')
      piece.style.setProperty('--x', `${Math.cos(at * 2.4) * (12 + (at % 7) * 5)}vmin`)
      piece.style.setProperty('--y', `${Math.sin(at * 2.4) * (12 + (at % 5) * 6)}vmin`)
      piece.style.setProperty('--turn', `${at * 47}deg`)
      paper.append(piece)
    }
    document.body.append(paper)
    setTimeout(() => paper.remove(), 1_700)
  }

  function celebrate(staked: bigint, won: bigint) {
    const size = sizeOf(setup.mode, staked, won)
    sound(size === 'great' ? 'great' : won > staked ? 'win' : 'lose')
    if (size === 'pulse' || size === 'great') find('said').setAttribute('data-glad', '')
    if (size !== 'great') return
    find('great-amount').textContent = money.write(won)
    find('great-times').textContent = `×${String((won * 100n) / staked).replace(/(\d\d)$/, '.$1')}`
    find('great-net').textContent = money.signed(net)
    find('great').hidden = false
    if (!calm()) confetti()
  }

  return {
    ...{ find, text, show, showBalance, calm, sound, closeGreat, money },
    list: (key: string): readonly string[] => {
      const word = setup.words[key]
      return typeof word === 'object' ? word : []
    },
    stake: (): string => document.querySelector<HTMLInputElement>('input[name=stake]:checked')?.value ?? '',
    /** The stake leaves the balance at once; what comes of it is added when it was seen. */
    takeOff(stake: string) {
      closeGreat()
      if (stake) showBalance(balance - money.minorOf(stake))
    },
    refuse(reason: string) {
      show(text(reason) || (reason === 'NO_ANSWER' ? text('voided') : text('refused')))
      page.note({ type: 'refused', name: 'InvalidParameter', reason: reason || null })
      if (reason === 'INSUFFICIENT_FUNDS') page.note({ type: 'wish', wish: 'deposit' })
      if (reason.startsWith('BONUS_')) page.note({ type: 'wish', wish: 'bonus' })
      if (reason === 'SESSION_EXPIRED') page.note({ type: 'wish', wish: 'reload' })
    },
    over(view: View, said: string) {
      const [staked, won] = [money.minorOf(view.stake), money.minorOf(view.won)]
      net += won - (view.is_free ? 0n : staked)
      page.note({ type: 'round', staked: page.money(view.stake), won: page.money(view.won), is_free: view.is_free })
      if (view.balance) showBalance(money.minorOf(view.balance))
      show(said)
      celebrate(staked, won)
    },
    async refresh() {
      const standing = await server.state()
      if (standing.balance) showBalance(money.minorOf(standing.balance))
      return standing
    },
  }
}

type Hands = {
  main: () => void
  /** The stake that was refused, once the player has said yes outside. */
  again: () => void
  /** True where the key did something. */
  key: (key: string) => boolean
  refresh: () => void
}

/** Sound, rules, stakes and keys, and what the page around asks for. Sent to the browser, too. */
export function sampleControls(page: HousePage, { find, text, sound, closeGreat }: SampleTable, hands: Hands) {
  const rules = document.querySelector('dialog')
  const openRules = () => !rules?.open && rules?.showModal()
  const stakes = [...document.querySelectorAll<HTMLInputElement>('input[name=stake]')]
  const speaker = find('sound')
  const drawSound = () => {
    const { is_loud: isLoud } = page.settings()
    speaker.setAttribute('aria-pressed', String(isLoud))
    speaker.setAttribute('aria-label', text(isLoud ? 'soundOff' : 'soundOn'))
  }
  const toggleSound = () => {
    page.set({ is_loud: !page.settings().is_loud })
    drawSound()
    sound('click')
  }
  const choose = (amount: string | undefined) => {
    const chip = stakes.find(({ value, disabled }) => value === amount && !disabled)
    if (!chip || chip.checked) return
    chip.checked = true
    chip.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const step = (by: number) => choose(stakes[stakes.findIndex(({ checked }) => checked) + by]?.value)
  for (const chip of stakes)
    chip.addEventListener('change', () => {
      sound('click')
      page.set({ stake: page.money(chip.value) })
    })
  find('rules').addEventListener('click', openRules)
  find('great').addEventListener('click', closeGreat)
  speaker.addEventListener('click', toggleSound)

  const acts: Record<string, () => void> = {
    ' ': hands.main,
    Enter: hands.main,
    ArrowUp: () => step(1),
    ArrowDown: () => step(-1),
    m: toggleSound,
    r: openRules,
    Escape: closeGreat,
  }
  document.addEventListener('keydown', (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || rules?.open) return
    const at = event.target instanceof Element ? event.target : document.body
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (at.closest('button') && (key === ' ' || key === 'Enter')) return
    // A row of choices has its own arrows.
    if (at.closest('input') && key.startsWith('Arrow')) return
    if (hands.key(key)) return event.preventDefault()
    if (!acts[key]) return
    event.preventDefault()
    acts[key]()
  })
  drawSound()
  page.begin({
    refresh: hands.refresh,
    rules: openRules,
    again: hands.again,
    stake: choose,
    settings() {
      drawSound()
      const { stake } = page.settings()
      const chip = stakes.find(({ value }) => value === stake?.amount)
      if (!chip || chip.disabled) return
      chip.checked = true
      chip.dispatchEvent(new Event('input', { bubbles: true }))
    },
  })
}
