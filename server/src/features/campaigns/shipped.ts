import { productTerms, programTerms } from '@croupier/contract/loyalty-terms'
import { campaignTerms } from '@croupier/contract/promotion-terms'
import type { Context, Db, Tx } from '../../context.ts'
import type { Jurisdiction } from '../jurisdiction/jurisdiction.ts'
import { readLiveRow, stopAllOf } from './live-store.ts'
import { type Draft, publishDraft, readDrafts } from './publish.ts'

const actor = 'demo'

type Shipping = Pick<Context, 'content'> & {
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  jurisdiction: Jurisdiction
}

/**
 * The demo world has its offers without an operator. What an operator published or stopped stays so, and what the law
 * of the place does not allow stays out. Answers what was left out, with the reason.
 */
export async function publishShipped({ begin, content, jurisdiction }: Shipping): Promise<string[]> {
  const refused: string[] = []
  for (const draft of await readDrafts({ content })) {
    if (isForElsewhere(draft, jurisdiction)) continue
    const faults = await begin(async (tx) => {
      const row = await readLiveRow(tx, draft.kind, draft.sysname)
      const isOurs = row === undefined || (row.actor === actor && row.stoppedAt !== null)
      return isOurs ? publishDraft(tx, draft, { actor, jurisdiction }) : []
    })
    refused.push(...faults.map((fault) => `${draft.kind}/${draft.sysname}: ${fault}`))
  }
  return refused
}

const placed = [
  { kind: 'campaigns', terms: campaignTerms },
  { kind: 'loyalty-programs', terms: programTerms },
  { kind: 'loyalty-products', terms: productTerms },
]

/** Another place has its own. */
function isForElsewhere({ kind, body }: Draft, jurisdiction: Jurisdiction): boolean {
  const places = placed.find((each) => each.kind === kind)?.terms.safeParse(body).data?.only_in
  return places !== undefined && !places.includes(jurisdiction)
}

/** Where the sandbox is off, nothing is in force that no operator has published. */
export const stopShipped = (db: Db) => stopAllOf(db, actor)
