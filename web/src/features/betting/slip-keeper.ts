import {
  type AccountSlip,
  emptySlip,
  joinAccount,
  packSlip,
  printSlip,
  readPicks,
  readSlip,
  type SlipState,
  unpackSlip,
} from './slip-text.ts'

/** The name of the slip, in the browser and in the account. */
export const slipKey = 'slip'

/** Where a slip lives: the storage of a browser, and the other tabs of it. */
type SlipHome = {
  read: () => string | null
  write: (text: string) => void
  tell: (text: string) => void
  now: () => number
}

export type SlipKeeper = ReturnType<typeof createSlipKeeper>

export function createSlipKeeper(home: SlipHome) {
  let slip: SlipState | null = null
  const listeners = new Set<() => void>()
  const editors = new Set<() => void>()

  const now = (): SlipState => {
    slip ??= readSlip(home.read())
    return slip
  }

  function set(next: SlipState) {
    slip = next
    for (const tell of listeners) tell()
  }

  /** Another tab has said what its slip is. The later change counts in all of them. */
  function hear(text: string) {
    const told = readSlip(text)
    if (told.changedAt <= now().changedAt) return
    // What was allowed for this visit stays allowed in this tab.
    set({ ...told, policy: now().policy === 'any' ? 'any' : told.policy })
    home.write(text)
  }

  return {
    now,
    hear,
    /** What the storage has may be later than what this tab has heard. */
    reread: () => hear(home.read() ?? ''),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Told when the slip was changed here, not by another tab. */
    onChange(listener: () => void): () => void {
      editors.add(listener)
      return () => editors.delete(listener)
    },
    change(edit: (slip: SlipState) => Partial<SlipState>) {
      const before = now()
      const next = { ...before, ...edit(before) }
      const isDated = next.changedAt > before.changedAt
      set({ ...next, changedAt: isDated ? next.changedAt : Math.max(home.now(), before.changedAt + 1) })
      const text = printSlip(now())
      home.write(text)
      home.tell(text)
      for (const tell of editors) tell()
    },
  }
}

/** Where a player's account keeps it. */
type SlipAccount = {
  load: () => Promise<string | undefined>
  save: (value: string) => Promise<unknown>
  /** What a player had typed when the session ended, for the same one to find it again. This tab alone has it. */
  left: { read: () => string | null; write: (text: string) => void }
}

/** With what the same player had typed: a session may end meanwhile, also before the account has heard of the picks. */
function asLeft(slip: SlipState, text: string | null): SlipState {
  const { owner, stake, stakes, choice, entry, picks } = readSlip(text)
  if (owner !== slip.owner || slip.stake !== '') return slip
  return { ...slip, stake, stakes, choice, entry, picks: readPicks([...slip.picks, ...picks]) }
}

const restMs = 800
/** What the account is to know, whenever it was changed. */
const accountText = (slip: Omit<AccountSlip, 'changedAt'>) => packSlip({ ...slip, changedAt: 0 })

/**
 * The account hears of a change once the player has paused; a failure changes nothing, for the next one carries
 * everything. Returns how to end it.
 */
export function syncSlip(keeper: SlipKeeper, uid: number | null, { load, save, left }: SlipAccount): () => void {
  // A player's picks go with the player, whoever comes next; a guest's stay.
  const { owner } = keeper.now()
  if (owner !== null && owner !== uid) {
    left.write(uid === null ? printSlip(keeper.now()) : '')
    keeper.change(() => emptySlip)
  }
  if (uid === null) return () => undefined
  let isOver = false
  let isJoined = false
  /** What the account has. */
  let saved = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const saveNow = () => {
    const slip = keeper.now()
    const text = accountText(slip)
    if (isOver || !isJoined || text === saved) return
    save(packSlip(slip)).then(
      () => {
        saved = text
      },
      () => undefined,
    )
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(saveNow, restMs)
  }
  const join = (text: string | undefined) => {
    if (isOver) return
    const before = keeper.now()
    const stored = unpackSlip(text)
    const own = joinAccount(before, uid, stored)
    const joined = before.owner === null ? asLeft(own, left.read()) : own
    left.write('')
    isJoined = true
    saved = accountText({ picks: stored?.picks ?? [], policy: stored?.policy ?? emptySlip.policy })
    // To be known is no change of the player: one of another browser, made before now, still counts as the later one.
    const changedAt = Math.max(before.changedAt, stored?.changedAt ?? 0) + 1
    if (joined !== before) keeper.change(() => ({ ...joined, changedAt }))
    else saveSoon()
  }
  const stop = keeper.onChange(saveSoon)
  // Without an answer the account keeps what it has: it is asked again by the next page.
  load().then(join, () => undefined)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop()
  }
}
