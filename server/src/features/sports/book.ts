import type { Db } from '../../context.ts'
import type { SportsBook } from '../../ports/sports-book.ts'
import { seeTables } from './table-book.ts'

/** The book of this node. */
export const openSportsBook = ({ sql }: { sql: Db }): SportsBook => ({ see: () => seeTables(sql) })
