import { setTimeout as sleep } from 'node:timers/promises'
import type { MethodName, Output } from '@croupier/contract/contract'
import { sql } from 'kysely'
import { begin } from '../db/db.ts'
import { findDueCashOuts } from '../features/bets/cash-out/cash-out-store.ts'
import { decideDueEnd } from '../features/bets/cash-out/decide-due.ts'
import type { CashOutHouse } from '../features/bets/cash-out/run-cash-out.ts'
import type { testApp } from './app.ts'
import { type AskedSingle, placeOne } from './bets-desk.ts'

type Node = Awaited<ReturnType<typeof testApp>>
type Refused = { refused: string; data: Record<string, unknown> }
export type Bettor = { id: bigint; cookie: string }

/** What cash-outs need of a node. */
export const cashHouse = ({ parts: { config, keys, producers }, db }: Node): CashOutHouse => ({
  ...{ config, keys, producers, sql: db.sql },
  begin: (work) => begin(db, work),
})

/** Calls of players, each at the next of the nodes. */
export function cashDesk(...nodes: readonly [Node, ...Node[]]) {
  let turn = 0
  const nextNode = (): Node => {
    turn += 1
    return nodes[turn % nodes.length] ?? nodes[0]
  }

  /** Past the count of calls in a second. */
  async function call<Method extends MethodName>(
    player: Bettor,
    verb: 'get' | 'post',
    method: Method,
    params: Record<string, string>,
  ): Promise<Output<Method> | Refused> {
    const { status, json, body } = await nextNode().as(player.cookie)[verb](method, params)
    if (status === 429) {
      await sleep(300)
      return call(player, verb, method, params)
    }
    if (json?.result === 1) return json.data
    if (!json?.error) throw new Error(body)
    const { reason, ...data } = json.error.error_data ?? {}
    return { refused: reason ?? json.error.error_type ?? json.error.type, data }
  }

  const isRefused = (said: object): said is Refused => 'refused' in said

  return {
    call,
    isRefused,
    /** A bet that was taken. */
    async bet(player: Bettor, asked: AskedSingle): Promise<string> {
      const { bet, error } = await placeOne(nextNode(), player.cookie, asked)
      if (!bet) throw new Error(`no bet: ${error?.reason}`)
      return bet.id
    },
    /** What one bet is worth, or why that cannot be said. */
    async offer(player: Bettor, id: string) {
      const said = await call(player, 'get', 'bets.getCashouts', { ids: id })
      if (isRefused(said)) throw new Error(said.refused)
      const [item] = said.items
      if (!item) throw new Error('nothing is said of the bet')
      return item
    },
    cashOut: (player: Bettor, id: string, quote: string | null, part?: string) =>
      call(player, 'post', 'bets.cashOut', { id, quote: quote ?? '', ...(part !== undefined && { part }) }),
    async told(player: Bettor, id: string) {
      const said = await call(player, 'get', 'bets.getBet', { id })
      if (isRefused(said)) throw new Error(said.refused)
      return said
    },
  }
}

/** Their time has come: the clock of the rows is put back, and every node decides. */
export async function endCashOutDelays(nodes: readonly Node[], secondsAgo = 0): Promise<void> {
  const [first] = nodes
  if (!first) return
  await sql`update bets_cash_out set decide_at = clock_timestamp() - make_interval(secs => ${secondsAgo})
    where state = 'pending'`.execute(first.db.sql)
  const due = await findDueCashOuts(first.db.sql, 1_000)
  await Promise.all(due.flatMap((each) => nodes.map((node) => decideDueEnd(cashHouse(node), each))))
}
