import type { PrizeTerms, TournamentTerms } from '@croupier/contract/promotion-terms'
import type { Db, JobContext, Tx } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { relations } from '../account/account.ts'
import { live } from '../campaigns/campaigns.ts'
import type { FaultLog } from './pay-prizes.ts'
import { type Templates, templateName } from './prizes.ts'
import { dueInstances, passedInstance } from './rules.ts'
import { cancelInstances, hasPassed, putTournament, tournamentNamed, writeShut } from './store.ts'

type MakeContext = Pick<JobContext, 'sql' | 'begin'> & Partial<FaultLog>

/** Every minute: what is published has its instances, made ahead so that players can join. */
export async function makeInstances({ sql: db, begin, log }: MakeContext): Promise<void> {
  const [published, now] = await Promise.all([live.tournaments.all(db), readNow(db)])
  // What is stopped begins no more; what has begun is played to its end.
  const stopped = published.flatMap(({ sysname, stoppedAt }) => (stoppedAt ? [sysname] : []))
  if (stopped.length > 0) await cancelInstances(db, stopped, {})
  const faults: unknown[] = []
  for (const definition of published) {
    if (definition.stoppedAt) continue
    // One that cannot be made keeps no other from its instances.
    await makeDue({ sql: db, begin }, definition, now).catch((fault: unknown) => {
      log?.error({ definition: definition.sysname }, 'instances of a tournament could not be made')
      faults.push(fault)
    })
  }
  if (faults.length > 0) throw faults[0]
}

type Published = Awaited<ReturnType<typeof live.tournaments.all>>[number]

async function makeDue({ sql: db, begin }: MakeContext, published: Published, now: Date): Promise<void> {
  const { sysname: definition, hash, body, terms } = published
  const due = dueInstances(definition, terms, now)
  if (due.length === 0) return
  const templates = await templatesOf(db, terms)
  for (const instance of due) {
    const made = { ...instance, definition, versionId: hash, terms: body, templates }
    await begin((tx) => putTournament(tx, made, terms.repeats === undefined))
  }
}

/** The last one of a definition that is over, for the demo world; null where it is there, or there was none. */
export async function makePassed(tx: Tx, sysname: string): Promise<bigint | null> {
  const published = await live.tournaments.read(tx, sysname)
  if (!published || published.stoppedAt) return null
  const { body, hash: versionId, terms } = published
  const passed = passedInstance(sysname, terms, await readNow(tx))
  if (!passed || (await hasPassed(tx, sysname))) return null
  const made = { ...passed, definition: sysname, versionId, terms: body, templates: await templatesOf(tx, terms) }
  return (await putTournament(tx, made, false)) ? tournamentNamed(tx, passed.sysname) : null
}

/** As they are published now: a prize is what it was when the tournament was made. */
async function templatesOf(db: Db, { prizes }: TournamentTerms): Promise<Templates> {
  const all = await Promise.all(prizes.map((prize) => templatesOfPrize(db, prize)))
  return Object.fromEntries(all.flat())
}

type Named = [string, Templates[string]]

async function templatesOfPrize(db: Db, { kind, template }: PrizeTerms): Promise<Named[]> {
  if (template === undefined || kind === 'cash' || kind === 'points' || kind === 'goods') return []
  if (kind === 'bonus') return bonusTemplate(db, template)
  const found = await live['spin-templates'].read(db, template)
  if (!found) return []
  const { hash: version, body, terms } = found
  const becomes = terms.winnings === 'bonus' ? terms.template : undefined
  const spins: Named = [templateName(kind, template), { version, body, ...(becomes !== undefined && { becomes }) }]
  return becomes === undefined ? [spins] : [spins, ...(await bonusTemplate(db, becomes))]
}

async function bonusTemplate(db: Db, template: string): Promise<Named[]> {
  const found = await live['bonus-templates'].read(db, template)
  return found ? [[templateName('bonus', template), { version: found.hash, body: found.body }]] : []
}

/** With the words of the operator, when a definition is stopped: what is to come does not begin. */
export const cancelComing = (tx: Tx, definition: string, note: string) => cancelInstances(tx, [definition], { note })

/** Where the sandbox is off, nothing runs that no operator has published. */
export async function cancelShipped(db: Db): Promise<void> {
  const shipped = (await live.tournaments.all(db)).flatMap(({ sysname, actor, stoppedAt }) =>
    actor === 'demo' && stoppedAt ? [sysname] : [],
  )
  if (shipped.length > 0) await cancelInstances(db, shipped, { isBegunToo: true })
}

/** Every minute, and when an exclusion begins: entries of those who are shut out are on no board. */
export const hideShut = ({ sql: db }: Pick<JobContext, 'sql'>, playerIds: readonly bigint[] | null = null) =>
  writeShut(db, relations.profileFacts, playerIds)

export const hideExcluded = (ctx: Pick<JobContext, 'sql'>, { playerId }: { playerId: string }) =>
  hideShut(ctx, [BigInt(playerId)])
