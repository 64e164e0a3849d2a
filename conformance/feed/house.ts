import { createHmac, timingSafeEqual } from 'node:crypto'
import { type FeedMessage, feedRequest } from '../../sportsbook/src/feed.ts'
import type { Finding } from './rules.ts'
import type { Fault, Scenario, Step } from './scenarios.ts'
import { type Book, hearMessage, newBook } from './words.ts'

/** A request as it came; times are milliseconds since 1970. */
export type Asked = {
  path: string
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
  at: number
  /** So long the house's own machine has stood still until now: that is no silence of a producer. */
  stoodMs?: number
  /** Another one was still under way. */
  isSecond: boolean
}
/** `cut`: the connection ends, before a word or in the middle of one. `waitMs`: so long after it came. */
export type Answer = { status: number; text: string; cut?: 'whole' | 'half'; waitMs?: number }

const mostBytes = 256 * 1024
const mostApartMs = 60_000
const aliveMs = 5_000
/** A busy machine and a slow line are no silence. */
const leewayMs = 2_000
/** After that the house counts a producer as down. */
const downMs = 10_000
const snapshotMs = 30_000
const longestSnapshotMs = 60_000
const slowMs = 3_000
const silentMs = 30_000
/** So many messages are forgotten in a gap. */
const forgottenMessages = 3
/** So many requests have to be taken before a producer counts as well again. */
const calmRequests = 4

type Request = { epoch: number; first: number; messages: readonly FeedMessage[] }

/** What the producer has to do next, because of what it was answered. */
type Owes = { from: number; why: string } | { aboveEpoch: number } | null

/**
 * Stands in for the house: what it was told, what it will do wrong next, and which rules the producer broke.
 */
export type House = {
  producer: string
  secret: string
  findings: Finding[]
  book: Book
  epoch: number
  /** The number that is wanted next. */
  next: number
  contents: Map<number, string>
  /** Epochs up to this one are over. */
  lastOver: number
  owes: Owes
  steps: Step[]
  /** When the producer had its last answer; null before the first. */
  answeredAt: number | null
  wasAnswered: boolean
  lastTimestamp: { text: string; at: number }
  needsSnapshot: boolean
  snapshotWantedAt: number | null
  snapshotBegunAt: number | null
  calm: number
}

const bookFor = (findings: Finding[], forgotten?: ReadonlySet<string>) =>
  newBook((rule, what) => findings.push({ rule, what }), forgotten)

export function openHouse({ producer, secret }: { producer: string; secret: string }): House {
  const findings: Finding[] = []
  return {
    ...{ producer, secret, findings, book: bookFor(findings), epoch: 0, next: 1, contents: new Map(), lastOver: 0 },
    ...{ owes: null, steps: [], answeredAt: null, wasAnswered: true, lastTimestamp: { text: '', at: 0 } },
    ...{ needsSnapshot: true, snapshotWantedAt: null, snapshotBegunAt: null, calm: 0 },
  }
}

const no = (status: number, type: string, reason: string, more: object = {}): Answer => ({
  status,
  text: JSON.stringify({ result: 0, error: { type, message: reason, error_data: { reason, ...more } } }),
})
const refused = (reason: string, more?: object) => no(422, 'InvalidParameter', reason, more)

function checkSender(house: House, { path, headers, body, at }: Asked): Answer | null {
  const { find } = house.book
  const timestamp = headers['x-timestamp'] ?? ''
  const wanted = createHmac('sha256', house.secret).update(`${timestamp}.`).update(body).digest()
  const given = Buffer.from(headers['x-signature'] ?? '', 'hex')
  const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted)
  const isNamed =
    path === `/feed/v1/${house.producer}` && headers['x-producer'] === house.producer && /^\d{13}$/.test(timestamp)
  if (!isSigned || !isNamed) {
    find('signature', isNamed ? 'the signature does not fit the bytes' : 'address, name or time is wrong')
    return no(401, 'Authorization', 'SIGNATURE')
  }
  if (timestamp === house.lastTimestamp.text && at - house.lastTimestamp.at > 500)
    find('clock', 'a later try has the time of an earlier one')
  house.lastTimestamp = { text: timestamp, at }
  const apartMs = at - Number(timestamp)
  if (Math.abs(apartMs) <= mostApartMs) return null
  find('clock', `the time of the request is ${Math.round(apartMs / 1000)} s from ours`)
  return no(401, 'Authorization', 'TIMESTAMP')
}

const awakeAt = ({ at, stoodMs = 0 }: Asked) => at - stoodMs

function checkPace(house: House, asked: Asked) {
  const { isSecond } = asked
  const at = awakeAt(asked)
  const { find } = house.book
  if (isSecond) find('one', 'a request came while another was under way')
  const mostMs = house.wasAnswered ? aliveMs + leewayMs : downMs
  if (house.answeredAt !== null && !isSecond && at - house.answeredAt > mostMs)
    find('alive', `${Math.round((at - house.answeredAt) / 1000)} s without a word`)
  checkSnapshot(house, at)
}

function checkSnapshot(house: House, at: number) {
  const { book, snapshotWantedAt, snapshotBegunAt } = house
  if (snapshotWantedAt !== null && at - snapshotWantedAt > snapshotMs) {
    book.find('snapshot', 'no snapshot half a minute after it was wanted')
    house.snapshotWantedAt = at
  }
  if (book.isInSnapshot && snapshotBegunAt !== null && at - snapshotBegunAt > longestSnapshotMs) {
    book.find('snapshot', 'a snapshot that has no end after a minute')
    house.snapshotBegunAt = at
  }
}

function checkDebt(house: House, asked: Request) {
  const { owes, book } = house
  house.owes = null
  if (!owes) return
  if ('aboveEpoch' in owes) {
    if (asked.epoch <= owes.aboveEpoch) book.find('epoch', `epoch ${asked.epoch} goes on after it was refused`)
  } else if (asked.epoch === house.epoch && asked.first > owes.from)
    book.find('again', `${owes.why}: ${owes.from} was wanted, ${asked.first} came`)
}

/** Whether the request goes on where the last one ended, or begins a new epoch; else the refusal. */
function arrivalOf(house: House, asked: Request): Answer | null {
  const { epoch, lastOver, book } = house
  const isNew = asked.epoch > epoch
  const isBegun = !isNew || asked.messages[0]?.kind === 'snapshot_begin'
  if (asked.epoch < epoch) book.find('epoch', `epoch ${asked.epoch} comes after epoch ${epoch}`)
  // Who was running before this house was there cannot know that it has to begin anew.
  if (!isBegun && asked.epoch > lastOver && epoch + lastOver > 0)
    book.find('epoch', `epoch ${asked.epoch} does not begin with a snapshot`)
  if (asked.epoch < epoch || asked.epoch <= lastOver || !isBegun) {
    Object.assign(house, { lastOver: Math.max(lastOver, asked.epoch), owes: { aboveEpoch: asked.epoch } })
    return refused('EPOCH')
  }
  if (isNew) Object.assign(house, { epoch: asked.epoch, next: asked.first, contents: new Map() })
  if (asked.first <= house.next) return null
  book.find('numbers', `${house.next} was wanted, ${asked.first} came`)
  house.owes = { from: house.next, why: 'numbers were missing' }
  return refused('SEQUENCE_GAP', { expected: house.next })
}

function take(house: House, { first, messages }: Request, at: number) {
  const { contents, book } = house
  for (const [place, said] of messages.entries()) {
    const number = first + place
    const [before, text] = [contents.get(number), JSON.stringify(said)]
    if (before !== undefined && before !== text) book.find('content', `message ${number} was told with other content`)
    if (before !== undefined) continue
    contents.set(number, text)
    hearMessage(book, said)
    if (said.kind === 'snapshot_begin') Object.assign(house, { snapshotWantedAt: null, snapshotBegunAt: at })
    if (said.kind === 'snapshot_end') house.needsSnapshot = false
  }
  house.next = Math.max(house.next, first + messages.length)
  if (house.needsSnapshot && !book.isInSnapshot) house.snapshotWantedAt ??= at
}

function faultOf(house: House, messages: readonly FeedMessage[]): Fault | null {
  const [step, ...rest] = house.steps
  if (!step || !(step.on === 'any' || messages.some(({ kind }) => kind === step.on))) return null
  house.steps = step.times > 1 ? [{ ...step, times: step.times - 1 }, ...rest] : rest
  house.calm = 0
  return step.fault
}

/** What happens instead of hearing; null where it is heard first. */
function unheard(house: House, fault: Fault | null, asked: Request): Answer | null {
  const again = (why: string, answer: Answer): Answer => {
    house.owes = { from: asked.first, why }
    return answer
  }
  switch (fault) {
    case 'cut':
      return again('the connection was cut', { status: 0, text: '', cut: 'whole' })
    case 'busy':
      return again('the house was too busy', { status: 503, text: '' })
    case 'clock':
      return again('the clocks were apart', no(401, 'Authorization', 'TIMESTAMP'))
    case 'signature':
      return again('the secret was not believed', no(401, 'Authorization', 'SIGNATURE'))
    case 'gap':
    case 'forgotten': {
      const first = Math.min(...house.contents.keys(), house.next)
      house.next = fault === 'forgotten' ? first : Math.max(first, house.next - forgottenMessages)
      house.owes = { from: house.next, why: 'messages were wanted again' }
      return refused('SEQUENCE_GAP', { expected: house.next })
    }
    case 'new':
      Object.assign(house, { book: bookFor(house.findings, eventsOf(house.book)), contents: new Map(), epoch: 0 })
      return endEpoch(house, asked)
    case 'epoch':
      return endEpoch(house, asked)
    default:
      return null
  }
}

const eventsOf = ({ events, forgotten }: Book): ReadonlySet<string> => new Set([...forgotten, ...events.keys()])

function endEpoch(house: House, { epoch }: Request): Answer {
  Object.assign(house, { lastOver: epoch, needsSnapshot: true, owes: { aboveEpoch: epoch } })
  return refused('EPOCH')
}

/** What becomes of the answer to what was heard. */
function answerTo(house: House, fault: Fault | null, asked: Request, at: number): Answer {
  if (fault === 'snapshot') Object.assign(house, { needsSnapshot: true, snapshotWantedAt: at })
  const snapshot = house.needsSnapshot && !house.book.isInSnapshot
  const answer = { status: 200, text: JSON.stringify({ result: 1, data: { next: house.next, snapshot } }) }
  if (fault === null || fault === 'snapshot') return answer
  if (fault === 'slow') return { ...answer, waitMs: slowMs }
  house.owes = { from: asked.first, why: 'no answer came' }
  if (fault === 'fault') return { status: 500, text: '' }
  if (fault === 'half') return { ...answer, cut: 'half' }
  return { ...answer, cut: 'whole', ...(fault === 'silent' ? { waitMs: silentMs } : {}) }
}

function judge(house: House, asked: Asked): Answer {
  checkPace(house, asked)
  const refusal = checkSender(house, asked)
  if (asked.body.length > mostBytes) {
    house.book.find('size', `${asked.body.length} bytes`)
    return no(413, 'InvalidRequest', 'SIZE')
  }
  if (refusal) return refusal
  const read = feedRequest.safeParse(parsed(asked.body))
  if (!read.success) {
    const issue = read.error.issues[0]
    house.book.find('form', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong'}`)
    return refused('MESSAGE')
  }
  checkDebt(house, read.data)
  const fault = faultOf(house, read.data.messages)
  const instead = unheard(house, fault, read.data) ?? arrivalOf(house, read.data)
  if (instead) return instead
  take(house, read.data, awakeAt(asked))
  house.calm += 1
  return answerTo(house, fault, read.data, awakeAt(asked))
}

/** Hears a request and answers it, as the house would or as the running scenario wants it. */
export function hearRequest(house: House, asked: Asked): Answer {
  const answer = judge(house, asked)
  house.wasAnswered = answer.status === 200 && !answer.cut
  house.answeredAt = awakeAt(asked) + (answer.waitMs ?? 0)
  return answer
}

/** The faults that come next. What was found so far belongs to what was before. */
export function beginScenario(house: House, { steps }: Scenario) {
  house.steps = [...steps]
  house.findings.length = 0
  house.calm = 0
}

/** The producer was away, and that is no fault of its own: whether something is owed to it cannot be known. */
export function forgive(house: House) {
  Object.assign(house, { answeredAt: null, owes: null })
}

/** All faults came, and the producer told on as if nothing had been. */
export const isThrough = ({ steps, calm, owes, needsSnapshot }: House): boolean =>
  steps.length === 0 && calm >= calmRequests && owes === null && !needsSnapshot

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
