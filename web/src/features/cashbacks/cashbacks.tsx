import type { Call, Output } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'
import { ClaimCard } from './claim-card.tsx'
import { CashbackTable } from './history-table.tsx'
import { RunningCard } from './running-card.tsx'
import { type Sheet, SheetCard } from './sheet-card.tsx'

export { showUnseenCashback } from './unseen.ts'

const most = 20
export const cashbacksPerPage = 10
const ended = 'active,paid_out,expired,declined,none'

type List = Output<'cashbacks.get'>
export type CashbackData = { open: List; ended: List; sheet: Sheet | null }

/** What the page shows. The sheet of the newest period that is over comes along, without its lines. */
export async function askCashbacks(call: Call, page: number, mayRead: boolean): Promise<CashbackData> {
  const [open, past] = await Promise.all([
    call('cashbacks.get', { statuses: 'accruing,active', count: most }),
    call('cashbacks.get', { statuses: ended, count: cashbacksPerPage, offset: (page - 1) * cashbacksPerPage }),
  ])
  const id = past.items[0]?.id
  const whole = id !== undefined && mayRead ? await call('cashbacks.getSheet', { id, count: 1 }) : null
  if (!whole) return { open, ended: past, sheet: null }
  const { sums, counts, rate, amount, base, head } = whole
  return { open, ended: past, sheet: { id: whole.id, sums, counts, rate, amount, base, head } }
}

type Props = {
  data: CashbackData
  /** `cashbackIntervalView` of content. */
  isInterval: boolean
  /** Who came back only for the money may read. */
  mayAct: boolean
  /** Rows on their way. */
  waiting: number
}

export function Cashbacks({ data: { open, ended: past, sheet }, isInterval, mayAct, waiting }: Props) {
  const t = useTranslations('cashback')
  const claimable = open.items.filter(({ status }) => status === 'active')
  const running = open.items.filter(({ status }) => status === 'accruing')
  const url = past.items.find(({ id }) => id === sheet?.id)?.sheet_url
  return (
    <>
      {claimable.map((cashback) => (
        <ClaimCard key={cashback.id} {...{ cashback, isInterval, mayAct }} />
      ))}
      {running.map((cashback) => (
        <RunningCard key={cashback.id} {...{ cashback, isInterval }} />
      ))}
      <Section title={t('history')}>
        <CashbackTable
          rows={past.items}
          isInterval={isInterval}
          waiting={waiting}
          empty={
            <div className="card">
              <Empty icon="history" title={t('none.title')} text={t('none.text')} />
            </div>
          }
        />
      </Section>
      {sheet && url && <SheetCard sheet={sheet} url={url} />}
    </>
  )
}

/** What cashback is, in one card: for a page that has nothing else to offer. */
export function CashbackCard({ isLinked = false }: { isLinked?: boolean }) {
  const t = useTranslations('cashback.card')
  return (
    <div className="card">
      <Empty
        icon="undo-2"
        title={t('title')}
        text={t('text')}
        action={isLinked && <ButtonLink to={paths.profileCashback()}>{t('more')}</ButtonLink>}
      />
    </div>
  )
}
