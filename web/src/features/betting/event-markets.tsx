import './question.css'
import type { SportsEventCard, SportsEventMarket } from '@croupier/contract/methods/sports'
import { memo } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ChipLink } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { marketGroups } from './market-groups.ts'
import { namesOf, useMarketWords } from './market-words.ts'
import { OddsWordsOf } from './odds-words.tsx'
import { QuestionCard } from './question-card.tsx'
import { RovingOdds } from './roving-odds.tsx'

type Props = { event: SportsEventCard; markets: readonly SportsEventMarket[] }

/** Markets by group; the address says which group is shown, so it works without a script. */
export const EventMarkets = memo(({ event, markets }: Props) => {
  const t = useTranslations('betting-event')
  const words = useMarketWords(namesOf(event))
  const [query] = useSearchParams()
  const groups = marketGroups(markets)
  const [first] = groups
  if (!first) return <Empty icon="hourglass" title={t('noMarkets')} text={t('noMarketsText')} />
  const wanted = query.get('market') ?? first.name
  const chosen = groups.filter(({ name }) => wanted === 'all' || name === wanted)
  const shown = chosen.length > 0 ? chosen : [first]
  const isAll = wanted === 'all'
  const chips = [
    ...groups.map(({ name, questions }) => ({ name: String(name), text: words.group(name), count: questions.length })),
    { name: 'all', text: t('all'), count: groups.reduce((sum, { questions }) => sum + questions.length, 0) },
  ]
  return (
    <OddsWordsOf names={namesOf(event)}>
      <nav className="group-chips" aria-label={t('groups')}>
        {chips.map(({ name, text, count }) => (
          <ChipLink
            key={name}
            to={`?market=${name}`}
            count={count}
            current={isAll ? name === 'all' : name === shown[0]?.name}
            preventScrollReset
            replace
          >
            {text}
          </ChipLink>
        ))}
      </nav>
      {shown.map(({ name, questions }) => (
        <section key={name} className="market-group" aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`} className={isAll ? 'h3' : 'sr'}>
            {words.group(name)}
          </h2>
          <RovingOdds className="questions">
            {questions.map((question) => (
              <QuestionCard key={question.key} event={event} question={question} />
            ))}
          </RovingOdds>
        </section>
      ))}
    </OddsWordsOf>
  )
})
