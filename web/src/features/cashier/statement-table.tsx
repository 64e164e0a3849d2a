import type { Output } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { entryIdOf, moveOf } from './statement-rules.ts'

export type Statement = Output<'cashier.getstatement'>
type Line = Statement['items'][number]

type Props = {
  caption: string
  lines: readonly Line[]
  /** So many empty rows instead, while the next ones are on their way. */
  waiting: number
}

/** Movements as rows of a table; on a phone each row is a card. */
export function StatementTable({ caption, lines, waiting }: Props) {
  const t = useTranslations('cashier.statement.columns')
  return (
    <table className="entries statement" aria-busy={waiting > 0 || undefined}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('what')}</th>
          <th scope="col">{t('reference')}</th>
          <th scope="col" className="entry-amount">
            {t('amount')}
          </th>
          <th scope="col" className="entry-amount">
            {t('balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {waiting > 0
          ? Array.from({ length: waiting }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: empty rows are all the same
              <WaitingRow key={at} />
            ))
          : lines.map((line) => <Row key={line.seq} line={line} />)}
      </tbody>
    </table>
  )
}

function Row({ line: { at, reason, ref, amount, balance } }: { line: Line }) {
  const t = useTranslations('cashier')
  const format = useFormat()
  return (
    <tr>
      <td className="entry-date num">
        <LocalTime at={at} withTime />
      </td>
      <td className="entry-method">{t(`moves.${moveOf(reason)}`)}</td>
      <td className="entry-reference">
        <Reference text={ref} />
      </td>
      <td className="entry-amount num">{format.signedMoney(amount)}</td>
      <td className="entry-status num">
        <span className="statement-word">{t('statement.columns.balance')} </span>
        {format.money(balance)}
      </td>
    </tr>
  )
}

function WaitingRow() {
  return (
    <tr className="entry-waiting">
      <td colSpan={5}>
        <Skeleton />
      </td>
    </tr>
  )
}

function Reference({ text }: { text: string }) {
  const t = useTranslations('cashier.statement')
  const id = entryIdOf(text)
  if (id === null) return <bdi>{text}</bdi>
  return (
    <Link className="entry-link num" to={paths.receipt(id)}>
      #{id}
      <span className="sr">, {t('receipt')}</span>
    </Link>
  )
}
