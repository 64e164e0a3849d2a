import { paths } from '@croupier/contract/paths'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, ErrorInPlace } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MadeAtContext } from './kick-off.tsx'
import { MyBet } from './my-bet.tsx'
import { useBetEvents } from './my-bet-events.ts'
import { type MyBets, refreshMyBets } from './my-bets-store.ts'

type Props = { uid: number; bets: MyBets | null; write: (price: number) => string }

/** The bets that run, beside the slip and in its sheet; those that end meanwhile stay with what became of them. */
export function MyBetsPanel({ uid, bets, write }: Props) {
  const t = useTranslations('my-bets')
  const open = bets?.open ?? []
  const cards = useBetEvents(open)
  const madeAt = useMemo(() => new Date().toISOString(), [])
  if (!bets) return <Skeleton />
  if (bets.isFailed)
    return <ErrorInPlace title={t('failed')} retry={{ text: t('again'), onClick: () => void refreshMyBets(uid) }} />
  return (
    <MadeAtContext value={madeAt}>
      <div className="my-in-column">
        {open.length === 0 && <Empty icon="receipt-text" title={t('none.open')} text={t('none.openText')} />}
        {open.map((bet) => (
          <MyBet key={bet.id} bet={bet} cards={cards} write={write} />
        ))}
        {bets.ended.length > 0 && <h3 className="my-ended">{t('ended')}</h3>}
        {bets.ended.map((bet) => (
          <MyBet key={bet.id} bet={bet} cards={cards} write={write} />
        ))}
        <ButtonLink kind="outline" full to={paths.betHistory({ product: 'sports', show: 'all' })}>
          {t('allBets')}
        </ButtonLink>
      </div>
    </MadeAtContext>
  )
}
