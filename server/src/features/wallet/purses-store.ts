import { sql } from 'kysely'
import { isPlayerPurse, type PlayerPurse } from './rules.ts'

/** All purses of a player as one text, for a look-up that is made anyway: asking for them costs no question of its own. */
export const pursesOf = (playerColumn: string) => sql<string | null>`(
  select string_agg(kind || ' ' || currency || ' ' || balance || ' ' || seq, ',') from wallet_purse
  where player_id = ${sql.ref(playerColumn)})`

/** `seq`: how many transfers touched it. */
type ToldPurse = { kind: PlayerPurse; currency: string; balance: bigint; seq: number }

/** What `pursesOf` told. A purse that was never used is not in it. */
export function readPurses(told: string | null): ToldPurse[] {
  const purses = told === null ? [] : told.split(',')
  return purses.flatMap((purse) => {
    const [kind = '', currency = '', balance = '0', seq] = purse.split(' ')
    return isPlayerPurse(kind) ? [{ kind, currency, balance: BigInt(balance), seq: Number(seq) }] : []
  })
}
