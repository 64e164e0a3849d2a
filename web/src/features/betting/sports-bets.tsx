import { gameModes } from '@croupier/contract/games'
import { paths } from '@croupier/contract/paths'
import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import { BettingDrawings } from './betting-drawings.tsx'
import { MadeAtContext } from './kick-off.tsx'
import { useBookKeeping } from './live-book.ts'
import { MyBet } from './my-bet.tsx'
import { useBetEvents } from './my-bet-events.ts'
import { MyBetRecord } from './my-bet-record.tsx'
import { MyBetStory } from './my-bet-story-list.tsx'
import { onBetsChanged } from './my-bets-store.ts'
import { OddsFormatProvider, useOddsFormat } from './odds-format.tsx'
import type { SportsBetsData } from './sports-bets-data.ts'
import { type BetsFilter, betShows, toBets } from './sports-bets-query.ts'

/** The player's bets in the profile: whole without JavaScript, and alive with it. */
export function SportsBetsPage({ data }: { data: SportsBetsData }) {
  const { revalidate } = useRevalidator()
  useBookKeeping()
  useEffect(() => onBetsChanged(() => void revalidate()), [revalidate])
  return (
    <MadeAtContext value={data.madeAt}>
      <OddsFormatProvider format={data.format}>
        <BettingDrawings />
        {data.opened ? <OneBet opened={data.opened} data={data} /> : <BetList data={data} />}
      </OddsFormatProvider>
    </MadeAtContext>
  )
}

function OneBet({ opened, data }: { opened: NonNullable<SportsBetsData['opened']>; data: SportsBetsData }) {
  const t = useTranslations('my-bets')
  const write = useOddsFormat()
  const { bet, steps } = opened
  const cards = useBetEvents([bet], data.events)
  return (
    <>
      <Link className="round-back" to={toBets({ ...data.filter, show: data.filter.show })}>
        <Icon name="arrow-left" />
        {t('back')}
      </Link>
      <h1 className="sr">{t('number', { id: bet.id })}</h1>
      <MyBet bet={bet} cards={cards} write={write} level={2}>
        <MyBetStory bet={bet} steps={steps} write={write} />
        <MyBetRecord bet={bet} />
      </MyBet>
    </>
  )
}

function BetList({ data }: { data: SportsBetsData }) {
  const t = useTranslations('my-bets')
  const write = useOddsFormat()
  const { filter, list } = data
  const items = list?.items ?? []
  const cards = useBetEvents(items, data.events)
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <section className="section" aria-label={t('title')}>
        <Filters filter={filter} />
        {items.length === 0 ? (
          <Card>
            <Nothing filter={filter} />
          </Card>
        ) : (
          <div className="my-list">
            {items.map((bet) => (
              <MyBet key={bet.id} bet={bet} cards={cards} write={write} level={2} />
            ))}
          </div>
        )}
        <Pages filter={filter} next={list?.next ?? null} />
      </section>
    </>
  )
}

function Filters({ filter }: { filter: BetsFilter }) {
  const t = useTranslations('my-bets')
  return (
    <div className="my-filters">
      <nav className="tabs" aria-label={t('show.label')}>
        {betShows.map((show) => (
          <Link
            key={show}
            className="tab"
            to={toBets({ ...filter, show, after: null })}
            aria-current={show === filter.show ? 'page' : undefined}
            replace
            preventScrollReset
          >
            {t(`show.${show}`)}
          </Link>
        ))}
      </nav>
      <SegmentedLinks
        label={t('mode.label')}
        options={gameModes.map((mode) => ({
          value: mode,
          title: t(`mode.${mode}`),
          to: toBets({ ...filter, mode, after: null }),
          isCurrent: mode === filter.mode,
        }))}
      />
    </div>
  )
}

/** By the number of the last bet: a page stays what it was when new bets come. */
function Pages({ filter, next }: { filter: BetsFilter; next: number | null }) {
  const t = useTranslations('my-bets')
  if (next === null && filter.after === null) return null
  return (
    <nav className="my-pages" aria-label={t('title')}>
      {filter.after !== null && (
        <ButtonLink kind="outline" to={toBets({ ...filter, after: null })}>
          {t('newest')}
        </ButtonLink>
      )}
      {next !== null && <ButtonLink to={toBets({ ...filter, after: next })}>{t('older')}</ButtonLink>}
    </nav>
  )
}

function Nothing({ filter }: { filter: BetsFilter }) {
  const t = useTranslations('my-bets')
  const { show } = filter
  const action =
    show === 'open' ? (
      <ButtonLink to={toBets({ ...filter, show: 'settled', after: null })}>{t('none.toSettled')}</ButtonLink>
    ) : (
      <ButtonLink to={paths.betting()}>{t('none.toBetting')}</ButtonLink>
    )
  return <Empty icon="receipt-text" title={t(`none.${show}`)} text={t(`none.${show}Text`)} action={action} />
}
