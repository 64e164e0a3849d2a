import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { readMainPurses } from './period-store.ts'

/** How far a feature has read the own purses of players. */

type Cursor = { playerId: bigint; purse: bigint; seq: bigint }

const list = (values: readonly bigint[]) => `{${values.join()}}`

const unnested = (cursors: readonly Cursor[]) => sql`unnest(${list(cursors.map(({ playerId }) => playerId))}::bigint[],
  ${list(cursors.map(({ purse }) => purse))}::bigint[], ${list(cursors.map(({ seq }) => seq))}::bigint[])`

/** Lines of a purse that are worked in together; `seq` is the last one there is. */
type Slice = Cursor & { currency: string; after: bigint; upTo: bigint }

const isPartial = ({ upTo, seq }: Slice): boolean => seq > upTo

/** Lines in one go, shared by its purses: a statement has only its time, and after a day of silence there are many. */
const usualLines = 50_000

/** Over `tournaments_cursor`, say: the table belongs to the feature. */
export function openFeedStore(feature: 'tournaments' | 'loyalty') {
  const cursorTable = sql.table(`${feature}_cursor`)
  const columns = sql`player_id as "playerId", purse, seq`

  /** One that is known goes on where it is. */
  async function addCursors(tx: Tx, cursors: readonly Cursor[]): Promise<void> {
    if (cursors.length === 0) return
    await sql`insert into ${cursorTable} (player_id, purse, seq) select * from ${unnested(cursors)}
      on conflict do nothing`.execute(tx)
  }

  async function readCursors(db: Db, playerIds: readonly bigint[]): Promise<Cursor[]> {
    const { rows } = await sql<Cursor>`select ${columns} from ${cursorTable}
      where player_id = any(${list(playerIds)}::bigint[]) order by player_id, purse`.execute(db)
    return rows
  }

  /** Held until the transaction ends: two workers are one. */
  async function lockCursors(tx: Tx, playerIds: readonly bigint[]): Promise<Cursor[]> {
    const { rows } = await sql<Cursor>`select ${columns} from ${cursorTable}
      where player_id = any(${list(playerIds)}::bigint[]) order by player_id, purse for update`.execute(tx)
    return rows
  }

  /** Nearly always all are there; another worker may write what is missing too, so it is looked at again. */
  async function knownOf(tx: Tx, playerIds: readonly bigint[], purses: readonly Omit<Cursor, 'seq'>[]) {
    const found = await lockCursors(tx, playerIds)
    const known = new Map(found.map(({ purse, seq }) => [purse, seq]))
    const missing = purses.filter(({ purse }) => !known.has(purse))
    if (missing.length === 0) return known
    await addCursors(
      tx,
      missing.map(({ playerId, purse }) => ({ playerId, purse, seq: 0n })),
    )
    return new Map((await lockCursors(tx, playerIds)).map(({ purse, seq }) => [purse, seq]))
  }

  return {
    addCursors,
    readCursors,

    async moveCursors(tx: Tx, cursors: readonly Cursor[]): Promise<void> {
      if (cursors.length === 0) return
      await sql`update ${cursorTable} as c set seq = n.seq from ${unnested(cursors)} as n (player_id, purse, seq)
        -- Said twice, because by the join alone the planner reads all cursors there are.
        where c.player_id = n.player_id and c.purse = n.purse
          and c.player_id = any(${list(cursors.map(({ playerId }) => playerId))}::bigint[])`.execute(tx)
    },

    /** What is new since the cursors, which are locked; a purse that is new itself is read from its first line. */
    async readNews(tx: Tx, playerIds: readonly bigint[], mostLines = usualLines) {
      const purses = await readMainPurses(tx, playerIds)
      const known = await knownOf(tx, playerIds, purses)
      const most = BigInt(Math.ceil(mostLines / Math.max(1, purses.length)))
      const slices = purses.flatMap(({ purse, playerId, currency, seq }): Slice[] => {
        const after = known.get(purse) ?? 0n
        const isMuch = seq - after > most
        return seq > after ? [{ purse, playerId, currency, after, upTo: isMuch ? after + most : seq, seq }] : []
      })
      return {
        slices,
        /** Where the cursors are when the slices are worked in. */
        cursors: slices.map(({ playerId, purse, upTo }) => ({ playerId, purse, seq: upTo })),
        /** Whose lines are too many for one go. */
        left: [...new Set(slices.filter(isPartial).map(({ playerId }) => playerId))],
      }
    },

    /** What came to these purses after their slices; not of those whose lines are too many anyway. */
    async readOn(tx: Tx, slices: readonly Slice[]): Promise<Slice[]> {
      const before = new Map(slices.filter((slice) => !isPartial(slice)).map((slice) => [slice.purse, slice]))
      const owners = new Set([...before.values()].map(({ playerId }) => playerId))
      const purses = owners.size === 0 ? [] : await readMainPurses(tx, [...owners])
      return purses.flatMap(({ purse, seq }) => {
        const slice = before.get(purse)
        return slice && seq > slice.upTo ? [{ ...slice, after: slice.upTo, upTo: seq, seq }] : []
      })
    },
  }
}
