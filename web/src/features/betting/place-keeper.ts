import type { Output } from '@croupier/contract/contract'
import type { WireBet } from '@croupier/contract/methods/bets'
import { Refusal } from '@croupier/contract/refusals'
import {
  answeredTry,
  type BetTry,
  foundTry,
  isUndecided,
  madeTry,
  never,
  printTries,
  readTries,
  refusedTry,
  resentTry,
  silentTry,
  toldOf,
  unaskedTry,
  underwayOf,
  unknownTry,
} from './place-rules.ts'
import type { SlipPick } from './slip-text.ts'

/** A bet to be asked for; its body has every field but the key. */
export type NewBet = { body: Readonly<Record<string, unknown>>; picks: readonly SlipPick[] }

type PlaceHome = {
  place: (bets: string) => Promise<Output<'bets.place'>>
  find: (key: string) => Promise<WireBet | null>
  read: () => string | null
  write: (text: string) => void
  tell: (text: string) => void
  readPicks: (value: unknown) => SlipPick[]
  newKey: () => string
  /** Runs it while no other page of the browser does the same. */
  alone: <T>(work: () => T) => Promise<T>
  /** A bet is known to be taken. */
  onPlaced: (tried: BetTry) => void
}

/** A no before anything was done; a fault of the house may have come after. */
const isNo = (fault: unknown): fault is Refusal => Refusal.is(fault) && fault.status < 500

/** What every page begins with. */
export const noTries: readonly BetTry[] = []

/** The bets themselves: kept, told to other pages, and asked about when it is time. */
function createTries(home: Omit<PlaceHome, 'place' | 'newKey' | 'alone'>) {
  let uid: number | null = null
  let tries = noTries
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const looking = new Set<string>()

  function set(next: readonly BetTry[], isTold: boolean) {
    const known = new Set(tries.filter(({ state }) => state === 'placed').map(({ key }) => key))
    tries = next
    if (isTold && uid !== null) {
      const text = printTries(uid, tries)
      home.write(text)
      home.tell(text)
    }
    for (const listener of listeners) listener()
    for (const each of next) if (each.state === 'placed' && !known.has(each.key)) home.onPlaced(each)
    schedule()
  }

  function put(key: string, change: (tried: BetTry) => BetTry) {
    const tried = tries.find((each) => each.key === key)
    if (!tried) return
    const next = change(tried)
    // The storage has keys alone: it changes with them.
    const isTold = next.state === 'refused'
    set(
      tries.map((each) => (each === tried ? next : each)),
      isTold,
    )
  }

  function schedule() {
    clearTimeout(timer)
    const due = Math.min(...tries.filter(({ key }) => !looking.has(key)).map(({ lookAt }) => lookAt))
    if (due !== never) timer = setTimeout(lookDue, Math.max(0, due - Date.now()))
  }

  function lookDue() {
    const now = Date.now()
    for (const { key, lookAt } of tries) if (lookAt <= now) void look(key)
    schedule()
  }

  async function look(key: string) {
    if (looking.has(key)) return
    looking.add(key)
    const said = await home.find(key).then(
      (bet) => (tried: BetTry) => (bet ? toldOf(tried, bet, Date.now()) : unknownTry(tried, Date.now())),
      () => (tried: BetTry) => unaskedTry(tried, Date.now()),
    )
    looking.delete(key)
    // Its own answer may have come meanwhile, and that says more.
    put(key, (tried) => (isUndecided(tried) ? said(tried) : tried))
  }

  /** What other pages have made since is taken over; what they have put aside goes. */
  function hear(text: string | null, isElsewhere = true) {
    if (uid === null) return
    const now = Date.now()
    const told = readTries(text, { uid, now, readPicks: home.readPicks })
    const known = new Map(tries.map((each) => [each.key, each]))
    const named = new Set(told.map(({ key }) => key))
    const own = tries.filter((each) => !named.has(each.key) && isOwn(each))
    set([...told.map((each) => known.get(each.key) ?? foundTry(each, now, isElsewhere)), ...own], false)
  }

  return {
    ...{ set, put, look, hear },
    now: (): readonly BetTry[] => tries,
    player: () => uid,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Whose bets these are; with another player everything begins anew. */
    setPlayer(next: number | null) {
      if (next === uid) return
      uid = next
      set([], false)
      hear(home.read(), false)
    },
  }
}

/** This page knows more of it than the storage. */
const isOwn = ({ state, lostAt }: BetTry) =>
  (state === 'sending' && lostAt === never) || state === 'pending' || state === 'refused'

const withoutKey = (body: string): string => JSON.stringify({ ...JSON.parse(body), key: '' })

/** What did not arrive and is asked for again is the same bet, should it arrive after all. */
function tryFor({ body, picks }: NewBet, tries: readonly BetTry[], made: { newKey: () => string; isQuick: boolean }) {
  const text = JSON.stringify({ ...body, key: '' })
  const lost = tries.find((each) => each.state === 'lost' && withoutKey(each.body) === text)
  const key = lost?.key ?? made.newKey()
  const { isQuick } = made
  return madeTry({ key, body: lost?.body ?? JSON.stringify({ ...body, key }), picks, sentAt: Date.now(), isQuick })
}

/**
 * The bets that the player of this browser has asked for and not yet put aside. Everything about a bet follows from its
 * key: it is written down before it is sent, so a page that is loaded anew, or another one, asks what became of it.
 */
export function createPlacing(home: PlaceHome) {
  const bets = createTries(home)

  async function send(sent: readonly BetTry[]) {
    const change = (by: (tried: BetTry) => BetTry) => {
      for (const { key } of sent) bets.put(key, by)
    }
    try {
      const { items } = await home.place(`[${sent.map(({ body }) => body).join()}]`)
      const byKey = new Map(items.map((item) => [item.key, item]))
      change((tried) =>
        answeredTry(tried, byKey.get(tried.key) ?? { key: tried.key, bet: null, error: null }, Date.now()),
      )
    } catch (fault) {
      if (!isNo(fault)) return change((tried) => (tried.state === 'sending' ? silentTry(tried, Date.now()) : tried))
      const { type, reason = null, data = {} } = fault
      change((tried) => refusedTry(tried, { type, reason, data }))
    }
  }

  const isBusy = () => underwayOf(bets.now()).length > 0

  function make(asked: readonly NewBet[], isQuick: boolean): readonly BetTry[] | null {
    if (bets.player() === null || (!isQuick && isBusy())) return null
    bets.hear(home.read())
    if (!isQuick && isBusy()) return null
    const made = asked.map((bet) => tryFor(bet, bets.now(), { newKey: home.newKey, isQuick }))
    const others = bets.now().filter((each) => each.isQuick || isQuick)
    bets.set([...others.filter(({ key }) => !made.some((each) => each.key === key)), ...made], true)
    return made
  }

  return {
    now: bets.now,
    hear: bets.hear,
    subscribe: bets.subscribe,
    setPlayer: bets.setPlayer,
    /** Something happened to a bet of the player. */
    look: () => {
      for (const tried of bets.now()) if (isUndecided(tried) && tried.state !== 'sending') void bets.look(tried.key)
    },
    /** False where another bet is under way, in this page or in another. Which it is, is told by then. */
    async place(asked: readonly NewBet[], isQuick = false): Promise<boolean> {
      const made = await home.alone(() => make(asked, isQuick))
      if (made) void send(made)
      return made !== null
    },
    /** Once more, all that did not arrive. */
    again() {
      const isLost = ({ state, isQuick }: BetTry) => state === 'lost' && !isQuick
      const lost = new Map(
        bets.now().flatMap((each) => (isLost(each) ? [[each.key, resentTry(each, Date.now())] as const] : [])),
      )
      if (lost.size === 0) return
      bets.set(
        bets.now().map((each) => lost.get(each.key) ?? each),
        true,
      )
      void send([...lost.values()])
    },
    /** Put aside, as far as it is known what became of them. */
    dismiss(isMeant: (tried: BetTry) => boolean) {
      const left = bets.now().filter((tried) => isUndecided(tried) || !isMeant(tried))
      if (left.length < bets.now().length) bets.set(left, true)
    },
  }
}
