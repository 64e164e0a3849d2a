import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = {
  name: string
  /** Without one on any column there is no head at all; one column alone leaves its corner empty. */
  head?: ReactNode
  headClass?: string
  cellClass?: string | ((row: Row) => string | undefined)
  cell: (row: Row) => ReactNode
  /** Names its row for a screen reader. */
  isRowHead?: boolean
}

type Props<Row> = {
  /** Read, not seen. */
  caption?: ReactNode
  /** With `entries` each row is a card on a phone. */
  className?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** So many empty rows instead, while the next ones are on their way. */
  waiting?: number
  /** Stands in place of a table without rows. */
  empty?: ReactNode
}

/** The one table of the house: columns say what a head and a cell show, rows are data. */
export function DataTable<Row>({ caption, className, columns, rows, keyOf, waiting = 0, empty }: Props<Row>) {
  const isWaiting = waiting > 0
  if (empty && rows.length === 0 && !isWaiting) return empty
  return (
    <table className={className} aria-busy={isWaiting || undefined}>
      {caption && <caption className="sr">{caption}</caption>}
      {columns.some(({ head }) => head !== undefined) && (
        <thead>
          <tr>
            {columns.map(({ name, head, headClass }) =>
              head === undefined ? (
                <td key={name} />
              ) : (
                <th key={name} scope="col" className={headClass}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {isWaiting
          ? Array.from({ length: waiting }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: empty rows have nothing else to be told apart by
              <tr key={at} className="entry-waiting">
                <td colSpan={columns.length}>
                  <Skeleton />
                </td>
              </tr>
            ))
          : rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <Cell key={column.name} column={column} row={row} />
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column: { cell, cellClass, isRowHead }, row }: { column: Column<Row>; row: Row }) {
  const className = typeof cellClass === 'function' ? cellClass(row) : cellClass
  if (isRowHead)
    return (
      <th scope="row" className={className}>
        {cell(row)}
      </th>
    )
  return <td className={className}>{cell(row)}</td>
}
