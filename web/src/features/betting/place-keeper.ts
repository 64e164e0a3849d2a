import type { Output } from '@croupier/contract/contract'
import type { WireBet } from '@croupier/contract/methods/bets'
import { Refusal } from '@croupier/contract/refusals'
import {
  answeredTry,
  type BetTry,
  foundTry,
  isUnderway,
  madeTry,
  never,
  printTries,
  readTries,
  refusedTry,
  resentTry,
  silentTry,
  toldOf,
  unaskedTry,
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

/**
 * The bets that the player of this browser has asked for and not yet put aside. Everything about a bet follows from its
 * key: it is written down before it is sent, so a page that is loaded anew, or another one, asks what became of it.
 */
export function createPlacing(home: PlaceHome) {
  let uid: number | null = null
  let tries: readonly BetTry[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const looking = new Set<string>()

  function set(next: readonly BetTry[], isTold: boolean) {
    const placed = next.filter(
      ({ key, state }) => state === 'placed' && !tries.some((each) => each.key === key && each.state === 'placed'),
    )
    tries = next
    if (isTold && uid !== null) {
      const text = printTries(uid, tries)
      home.write(text)
      home.tell(text)
    }
    for (const listener of listeners) listener()
    for (const each of placed) home.onPlaced(each)
    schedule()
  }

  const put = (key: string, change: (tried: BetTry) => BetTry) => {
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
    put(key, (tried) => (isUnderway(tried) ? said(tried) : tried))
  }

  async function send(sent: readonly BetTry[]) {
    const keys = new Set(sent.map(({ key }) => key))
    const change = (by: (tried: BetTry) => BetTry) => {
      for (const key of keys) put(key, by)
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

  /** What other pages have made since is taken over; what they have put aside goes. */
  function hear(text: string | null, isElsewhere = true) {
    if (uid === null) return
    const now = Date.now()
    const told = readTries(text, { uid, now, readPicks: home.readPicks })
    const known = new Map(tries.map((each) => [each.key, each]))
    const named = new Set(told.map(({ key }) => key))
    const isOwn = ({ state, lostAt }: BetTry) =>
      (state === 'sending' && lostAt === never) || state === 'pending' || state === 'refused'
    const own = tries.filter((each) => !named.has(each.key) && isOwn(each))
    set([...told.map((each) => known.get(each.key) ?? foundTry(each, now, isElsewhere)), ...own], false)
  }

  const withoutKey = (body: string): string => JSON.stringify({ ...JSON.parse(body), key: '' })

  return {
    now: (): readonly BetTry[] => tries,
    hear,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Whose bets these are; with another player everything begins anew. */
    setPlayer(next: number | null) {
      if (next === uid) return
      uid = next
      tries = []
      hear(home.read(), false)
    },
    /** Something happened to a bet of the player. */
    look: () => {
      for (const tried of tries) if (isUnderway(tried) && tried.state !== 'sending') void look(tried.key)
    },
    /** False where another bet is under way, in this page or in another. Which it is, is told by then. */
    place: (bets: readonly NewBet[], isQuick = false): Promise<boolean> =>
      home
        .alone(() => {
          const isBusy = () => !isQuick && tries.some((each) => !each.isQuick && isUnderway(each))
          if (uid === null || isBusy()) return null
          hear(home.read())
          if (isBusy()) return null
          const made = bets.map(({ body, picks }) => {
            // What did not arrive and is asked for again is the same bet, should it arrive after all.
            const text = JSON.stringify({ ...body, key: '' })
            const lost = tries.find((each) => each.state === 'lost' && withoutKey(each.body) === text)
            const key = lost?.key ?? home.newKey()
            return madeTry({
              key,
              body: lost?.body ?? JSON.stringify({ ...body, key }),
              picks,
              sentAt: Date.now(),
              isQuick,
            })
          })
          const others = tries.filter((each) => each.isQuick || isQuick)
          set([...others.filter(({ key }) => !made.some((each) => each.key === key)), ...made], true)
          return made
        })
        .then((made) => {
          if (made) void send(made)
          return made !== null
        }),
    /** Once more, all that did not arrive. */
    again() {
      const lost = tries
        .filter(({ state, isQuick }) => state === 'lost' && !isQuick)
        .map((each) => resentTry(each, Date.now()))
      if (lost.length === 0) return
      set(
        tries.map((each) => lost.find(({ key }) => key === each.key) ?? each),
        true,
      )
      void send(lost)
    },
    /** Put aside, as far as it is known what became of them. */
    dismiss(isMeant: (tried: BetTry) => boolean) {
      const left = tries.filter((tried) => isUnderway(tried) || !isMeant(tried))
      if (left.length < tries.length) set(left, true)
    },
  }
}

export type Placing = ReturnType<typeof createPlacing>
