import { paths } from '@croupier/contract/paths'
import { useId } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useNextPage } from '../../site/next-page.ts'
import { Pager } from '../../site/pager.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ErrorInPlace } from '../../ui/empty.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import { useSkeleton } from '../../ui/skeleton.tsx'
import { StatementProof } from './statement-proof.tsx'
import { movesPerPage, type StatementPurse, statementPurses } from './statement-rules.ts'
import { type Statement, StatementTable } from './statement-table.tsx'

type Props = { purse: StatementPurse; page: number; pages: number; statement: Statement | null }

const toPage = (purse: StatementPurse, page: number) =>
  paths.wallet({ purse: purse === 'main' ? undefined : purse, page: page > 1 ? String(page) : undefined })

/** The books of one purse, line by line, and how to prove that they are whole. */
export function StatementSection({ purse, page, pages, statement }: Props) {
  const t = useTranslations('cashier.statement')
  const title = useId()
  const isWaiting = useWaiting()
  const purses = statementPurses.map((each) => ({
    value: each,
    title: t(`purses.${each}`),
    to: toPage(each, 1),
    isCurrent: each === purse,
  }))
  return (
    <section className="section" id="statement" aria-labelledby={title}>
      <header className="statement-head">
        <h2 id={title}>{t('title')}</h2>
        <p className="muted">{t('lead')}</p>
      </header>
      <SegmentedLinks label={t('purse')} options={purses} />
      {statement ? (
        <>
          <Lines statement={statement} purse={purse} isWaiting={isWaiting} />
          <Pager at={page} count={pages} toPage={(next) => toPage(purse, next)} />
          {statement.total > 0 && (
            <StatementProof purse={purse} currency={statement.balance.currency} head={statement.head} />
          )}
        </>
      ) : (
        <Failed />
      )}
    </section>
  )
}

function Lines({ statement, purse, isWaiting }: { statement: Statement; purse: StatementPurse; isWaiting: boolean }) {
  const t = useTranslations('cashier.statement')
  const { items, total } = statement
  if (items.length === 0 && !isWaiting)
    return (
      <Card>
        <Empty icon="receipt-text" title={t('none.title')} text={t('none.text')} />
      </Card>
    )
  return (
    <>
      <p className="statement-count">{t('count', { count: total })}</p>
      <StatementTable
        caption={`${t('title')}: ${t(`purses.${purse}`)}`}
        lines={items}
        waiting={isWaiting ? items.length || movesPerPage : 0}
      />
    </>
  )
}

function Failed() {
  const t = useTranslations('cashier.statement.failed')
  const { revalidate } = useRevalidator()
  return (
    <Card>
      <ErrorInPlace
        title={t('title')}
        text={t('text')}
        retry={{ text: t('retry'), onClick: () => void revalidate() }}
      />
    </Card>
  )
}

/** True while other lines are on their way, but not for a blink. */
function useWaiting(): boolean {
  return useSkeleton(useNextPage()?.pathname === paths.wallet())
}
