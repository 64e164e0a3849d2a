import { voidRules } from '@croupier/sportsbook/rules/void-rules'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { StartError } from '../../start-error.ts'

/** A version of the rules stays in the code while an open bet names it: without it the bet could not be settled by them. */
export async function checkRules(db: Db): Promise<void> {
  const { rows } = await sql<{ version: string }>`select distinct unnest(string_to_array(rules, ',')) as version
    from bets_bet where state in ('pending', 'open') order by version`.execute(db)
  const missing = rows.map(({ version }) => version).filter((version) => !Object.hasOwn(voidRules, version))
  if (missing.length > 0)
    throw new StartError(`Open bets were made under rules that this version does not have: ${missing.join(', ')}.`)
}
