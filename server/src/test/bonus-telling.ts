import { inOpenRounds, openBonus } from './bonus-model/books.ts'
import { Watch } from './bonus-model/invariants.ts'
import { BonusModel } from './bonus-model/model.ts'
import type { ModelAnswer } from './bonus-model/types.ts'
import type { Command, Seat, Told } from './bonus-seat.ts'

/** The model beside the house: told the same, it must say the same and hold the same. */

export function beginModel(main: bigint) {
  const model = new BonusModel()
  model.now = Date.UTC(2026, 10, 2)
  model.deposit(main)
  return { model, watch: new Watch(model), isWrong: false, told: [] as string[] }
}
export type Beside = ReturnType<typeof beginModel>

function tell(model: BonusModel, command: Command): ModelAnswer {
  switch (command.kind) {
    case 'bet':
    case 'betwin':
    case 'win':
    case 'rollback':
      return walletCall(model, command)
    case 'deposit':
      return model.deposit(command.amount)
    case 'issue':
      return model.issue(command)
    case 'give': {
      const issued = model.issue(command)
      if (issued.kind === 'ok' && issued.id !== undefined) model.activate(issued.id)
      return issued
    }
    case 'activate':
      return model.activate(command.bonus)
    case 'pause':
      return model.pause(command.bonus)
    case 'remove':
      return model.remove(command.bonus, command.expected ?? undefined)
    case 'expire':
      return expire(model, command.bonus)
    case 'end':
      return end(model, command)
    case 'exclude':
      return model.exclude()
    case 'payout':
      return model.payout(command.key, command.amount, command.isAgreed)
    case 'cancel':
      return model.cancelPayout(command.key)
  }
}

function walletCall(model: BonusModel, command: Extract<Command, { round: string }>): ModelAnswer {
  switch (command.kind) {
    case 'bet': {
      const { kind, ...call } = command
      return model.bet(call)
    }
    case 'betwin': {
      const { kind, ...call } = command
      return model.betwin(call)
    }
    case 'win': {
      const { kind, ...call } = command
      return model.win(call)
    }
    case 'rollback': {
      const { kind, ...call } = command
      return model.rollback(call)
    }
  }
}

/** What is over already is left as it is. */
function end(model: BonusModel, { bonus, reason }: Extract<Command, { kind: 'end' }>): ModelAnswer {
  const found = model.bonuses.find(({ id }) => id === bonus)
  if (reason === 'operator') {
    if (found?.endedAt === null) model.revoke(bonus)
  } else {
    if (found) found.depositKey = 'taken back'
    model.depositTakenBack('taken back')
  }
  return model.deposit(0n)
}

function expire(model: BonusModel, id: number): ModelAnswer {
  const bonus = model.bonuses.find((each) => each.id === id)
  if (bonus && bonus.endedAt === null) {
    if (bonus.expiresAt === null) bonus.takeBy = model.now
    else bonus.expiresAt = model.now
  }
  return model.deposit(0n)
}

/** The model's answer in the words that both sides share. */
function inWords(model: BonusModel, command: Command, answer: ModelAnswer, { dec }: Pick<Seat, 'dec'>): Told {
  if (answer.kind === 'no') return { no: answer.reason, data: dataOf(model, command, answer, dec) }
  switch (command.kind) {
    case 'issue':
    case 'give':
      return { ok: { bonus: answer.id } }
    case 'activate':
    case 'pause':
    case 'remove': {
      const { shows, balance } = model.view(command.bonus)
      return { ok: { status: shows, balance: dec(balance) } }
    }
    case 'bet':
    case 'betwin':
    case 'win':
    case 'rollback': {
      const owed = answer.lines.reduce((sum, [from, , amount]) => sum + (from === 'receivable' ? amount : 0n), 0n)
      const { balance, bonus } = answer
      return {
        ok: {
          balance: dec(balance),
          bonus: bonus === null ? null : dec(bonus),
          shortfall: owed > 0n ? dec(owed) : null,
        },
      }
    }
    default:
      return { ok: {} }
  }
}

function dataOf(
  model: BonusModel,
  command: Command,
  { reason, data: { burns, ...data } }: Extract<ModelAnswer, { kind: 'no' }>,
  dec: Seat['dec'],
) {
  const words: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data)) words[name] = typeof value === 'bigint' ? dec(value) : value
  if (Array.isArray(burns)) {
    words.burns = burns.map(({ bonusId, kind, amount, inOpenRounds: inRounds }) => ({
      bonus: bonusId,
      kind,
      amount: dec(amount),
      inRounds: dec(inRounds),
    }))
  }
  const bonus = 'bonus' in command && model.bonuses.find(({ id }) => id === command.bonus)
  if (reason === 'BONUS_CHANGED' && bonus) words.in_open_rounds = dec(inOpenRounds(model, bonus))
  return words
}

/** What the model holds, in the form in which a seat is looked at. */
function holding(model: BonusModel) {
  return {
    purses: {
      main: String(model.purse('main')),
      bonus: String(model.purse('bonus')),
      held: String(model.purse('withdrawal_hold')),
    },
    open: openBonus(model)?.id ?? null,
    bonuses: model.bonuses.map((bonus) => {
      const { state, endReason, mode, amount, required, progress, openRounds, base, converted, forfeited } = model.view(
        bonus.id,
      )
      const texts = Object.entries({ amount, required, progress, base, converted, forfeited })
      return {
        ...{ state, endReason, mode, openRounds, inRounds: String(inOpenRounds(model, bonus)) },
        ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
      }
    }),
  }
}

/** The same text for the same content, whatever the order of its names. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof each === 'bigint'
        ? String(each)
        : each,
  )

/** The same told to a model by itself: how much is wagered after each step. */
export function modelAlone(main: bigint, commands: readonly Command[]): bigint[] {
  const { model } = beginModel(main)
  return commands.map((command) => {
    tell(model, command)
    return model.bonuses[0] ? model.view(1).progress : 0n
  })
}

/** A step of a race: `jobs` is all that the house does by itself. */
export type RaceStep = Command | { kind: 'jobs' }
export type Outcome = { said: readonly string[]; holds: string }

/** What a player finds who did these steps one after another, and the jobs at the end. `at` is the place of each in `said`. */
export function oneByOne(
  seat: Pick<Seat, 'dec'>,
  {
    main,
    before,
    after,
  }: { main: bigint; before: readonly RaceStep[]; after: readonly { step: RaceStep; at: number }[] },
): Outcome {
  const { model } = beginModel(main)
  const said: string[] = []
  const take = (step: RaceStep): string => {
    model.now += 1
    if (step.kind === 'jobs') {
      model.runJobs()
      return ''
    }
    return textOf(inWords(model, step, tell(model, step), seat))
  }
  for (const step of before) take(step)
  for (const { step, at } of after) said[at] = take(step)
  take({ kind: 'jobs' })
  return { said, holds: textOf(holding(model)) }
}

export const holdsOf = async (seat: Seat): Promise<string> => textOf(await seat.look())
export const saidText = (told: Told): string => textOf(told)

/** One step on both sides. Answers what differs; a story that differs is not told on. */
export async function stepBoth(seat: Seat, beside: Beside, command: Command): Promise<{ wrong: string[]; said: Told }> {
  const { model, watch, told } = beside
  model.now += 1
  const id = 'round' in command ? command.id : undefined
  const isNew = id !== undefined && !model.said.has(id)
  const answer = tell(model, command)
  const wanted = inWords(model, command, answer, seat)
  const said = await seat.ask(command)
  const isTaken = isNew && answer.kind === 'ok'
  const short = 'game' in command ? { ...command, game: command.game.sysname } : command
  told.push(`${textOf(short)} → ${textOf(said)}`)
  const wrong = watch.look({
    ...(isTaken && (command.kind === 'bet' || command.kind === 'betwin') && { took: command.id }),
    ...(isTaken && command.kind === 'rollback' && { undid: command.reference }),
  })
  if (textOf(said) !== textOf(wanted)) wrong.push(`said ${textOf(said)}, should say ${textOf(wanted)}`)
  if (id !== undefined && answer.kind === 'ok' && isNew) wrong.push(...(await compareLines(seat, id, answer)))
  wrong.push(...(await compareHolding(seat, beside)))
  return { wrong, said }
}

async function compareLines(seat: Seat, id: string, { lines }: Extract<ModelAnswer, { kind: 'ok' }>) {
  const sums = new Map<string, bigint>()
  for (const [from, to, amount] of lines) sums.set(`${from}→${to}`, (sums.get(`${from}→${to}`) ?? 0n) + amount)
  const [moved, should] = [textOf(await seat.lines(id)), textOf(Object.fromEntries(sums))]
  return moved === should ? [] : [`moved ${moved}, should move ${should}`]
}

export async function compareHolding(seat: Seat, { model }: Pick<Beside, 'model'>): Promise<string[]> {
  const [holds, should] = [await seat.look(), holding(model)]
  const wrong: string[] = []
  if (textOf([holds.purses, holds.open]) !== textOf([should.purses, should.open]))
    wrong.push(`holds ${textOf([holds.purses, holds.open])}, should ${textOf([should.purses, should.open])}`)
  for (let at = 0; at < Math.max(holds.bonuses.length, should.bonuses.length); at += 1) {
    const [is, be] = [textOf(holds.bonuses[at]), textOf(should.bonuses[at])]
    if (is !== be) wrong.push(`bonus ${at + 1} is ${is}, should be ${be}`)
  }
  return wrong
}

/** How a difference is told: what led to it, the end of it last. */
export const report = (name: string, wrong: readonly string[], { told, model }: Beside) => {
  const [first] = model.bonuses
  const terms = first ? textOf(model.bonuses.map(({ terms, amount, required }) => ({ terms, amount, required }))) : ''
  return [`${name}: ${wrong.join('; ')}`, ...told.slice(-14), terms].join('\n  ')
}
