import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import { isBesideRefusal } from './feed/serve.ts'
import type { FeedSimulator } from './feed-simulator.ts'

export type FeedHands = Pick<FeedSimulator, 'ask'>

const channel = 'croupier_sandbox_feed'

/** Every node has a simulator and one of them is heard: what is wanted of another one is passed to all, and that one does it. */
export async function openPassing(hands: FeedHands, { db, listener }: { db: Db; listener: Listener | null }) {
  const underWay = new Set<Promise<unknown>>()
  const unlisten = await listener?.listen(channel, {
    onNotice(wish) {
      const asked = hands.ask('/act', JSON.parse(wish)).finally(() => underWay.delete(asked))
      underWay.add(asked)
    },
    onConnect: () => undefined,
  })
  return {
    async act(wish: object): Promise<'done' | 'passed' | 'not'> {
      const answer = await hands.ask('/act', wish)
      if (answer?.status === 200) return 'done'
      if (!listener || !isBesideRefusal(answer?.said)) return 'not'
      await sql`select pg_notify(${channel}, ${JSON.stringify(wish)})`.execute(db)
      return 'passed'
    },
    async close() {
      await unlisten?.()
      await Promise.all(underWay)
    },
  }
}
