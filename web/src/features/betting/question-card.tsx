import type { SportsEventCard, SportsEventMarket } from '@croupier/contract/methods/sports'
import { type CSSProperties, use, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlainTranslations } from '../../i18n/plain-text.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { type MarketStanding, useStanding } from './live-book.ts'
import { foldLines, lineNumber, mostLines, type Question, shownOutcomes, verdictOf } from './market-groups.ts'
import { OddsButton } from './odds-button.tsx'
import { useOddsWords } from './odds-words.tsx'
import { PriceKey, useLongPress } from './price-key.tsx'
import { ResultsContext } from './use-record.ts'

type Props = { event: SportsEventCard; question: Question }

/** One question with its answers; it folds without a script. */
export function QuestionCard({ event, question: { lead, markets } }: Props) {
  const { words } = useOddsWords()
  const press = useLongPress(event, markets)
  const hasLines = markets.length > 1 || /(^|_)(total|handicap3?)$/.test(lead.type)
  const rows: CSSProperties & Record<'--rows', number> = { '--rows': hasLines ? linesHigh(markets) : answersHigh(lead) }
  return (
    <section className="question" style={rows} {...press}>
      <details open>
        <summary className="question-head">
          <h3>{words.market(lead)}</h3>
          <HowItStands market={lead} />
          <Icon name="chevron-down" className="question-fold" />
        </summary>
        {hasLines ? (
          <Lines event={event} lead={lead} markets={markets} />
        ) : (
          <Answers event={event} market={lead} look={lead.outcomes.length > 3 ? 'line' : 'tall'} />
        )}
      </details>
      <PriceKey event={event} markets={markets} />
    </section>
  )
}

/** About how many rows of prices it is high, for as long as it is out of sight. */
const linesHigh = ({ length }: Question['markets']) => Math.min(length, mostLines) + (length > mostLines ? 1.4 : 0.5)
const answersHigh = (market: SportsEventMarket) => Math.ceil(shownOutcomes(market).length / 3)

const percent = (share: number) => `${(share / 100).toFixed(1)}%`

/** How the market stands, always in the same place: nothing moves when betting is paused. */
function HowItStands({ market: loaded }: { market: SportsEventMarket }) {
  const t = usePlainTranslations('betting-event')
  const market = useStanding(loaded)
  const { state, cause, payout_bp: share, void_reason: reason, revision } = market
  const said = (icon: IconName, text: string, tone = 'done') => (
    <span className={`question-state question-${tone}`}>
      <Icon name={icon} />
      {text}
    </span>
  )
  const why = cause ?? 'none'
  if (state === 'suspended') return said('pause', t(`paused.${why}`), 'paused')
  if (state === 'closed') return said('clock', t('closed'))
  if (state === 'disputed') return said('triangle-alert', t('disputed'), 'paused')
  if (state === 'resulted') return said('check', revision > 1 ? t('corrected') : t('decided'))
  if (state === 'void')
    return said('undo-2', reason && t.has(`voidReasons.${reason}`) ? t(`voidReasons.${reason}`) : t('voided'))
  return <span className="question-state num">{t('returns', { share: percent(share) })}</span>
}

type AnswersProps = { event: SportsEventCard; market: SportsEventMarket; look: 'line' | 'column' | 'tall' }

/** Names that would be cut in three columns get two. */
const longName = 6

function Answers({ event, market, look }: AnswersProps) {
  const { words } = useOddsWords()
  const longs = market.outcomes.filter((outcome) => words.outcome(market, outcome).length > longName)
  const isLong = look === 'line' && longs.length > 1
  const columns = market.outcomes.length === 2 || isLong ? 2 : 3
  return (
    <div className={cx('answers', `answers-${columns}`)} data-odds-row="" data-market={market.id}>
      <AnswerCells event={event} market={market} look={look} />
    </div>
  )
}

/** Prices while there are any; afterwards what became of each answer. */
function AnswerCells({ event, market: loaded, look }: AnswersProps) {
  const market = useStanding(loaded)
  const isOver = market.state === 'resulted' || market.state === 'void'
  const isWaiting = isOver && market.results === null
  const want = use(ResultsContext)
  useEffect(() => (isWaiting ? want() : undefined), [isWaiting, want])
  if (isOver && market.results)
    return market.outcomes.map((outcome, at) => (
      <Decided key={outcome} market={market} outcome={outcome} at={at} look={look} />
    ))
  return shownOutcomes(loaded).map((outcome) => (
    <OddsButton key={outcome} event={event} market={loaded} outcome={outcome} look={look} />
  ))
}

const verdictIcons: Readonly<Record<string, IconName>> = {
  won: 'check',
  halfWon: 'check',
  part: 'check',
  void: 'undo-2',
}

type DecidedProps = Pick<AnswersProps, 'look'> & {
  market: MarketStanding<SportsEventMarket>
  outcome: string
  at: number
}

function Decided({ market, outcome, at, look }: DecidedProps) {
  const t = useTranslations('betting-event')
  const { words } = useOddsWords()
  const result = market.results?.[at]
  const verdict = result ? verdictOf(result) : 'lost'
  const icon = verdictIcons[verdict]
  return (
    <span
      role="img"
      className={cx('decided', `decided-${look}`, `decided-${verdict}`)}
      aria-label={t('outcomeVerdict', { outcome: words.outcome(market, outcome), verdict: t(`verdict.${verdict}`) })}
    >
      <bdi className="cut decided-name">{words.outcome(market, outcome)}</bdi>
      {icon && <Icon name={icon} />}
      <span className={cx('cut', verdict === 'won' && 'sr')}>{t(`verdict.${verdict}`)}</span>
    </span>
  )
}

type LinesProps = { event: SportsEventCard; lead: SportsEventMarket; markets: readonly SportsEventMarket[] }

/** The line that was even when the page came stays in the middle: rows do not jump while prices move. */
function Lines({ event, lead, markets }: LinesProps) {
  const t = useTranslations('betting-event')
  const { words } = useOddsWords()
  const [evenId] = useState(lead.id)
  const { near, far } = foldLines(markets, evenId)
  const columns = lead.outcomes.length
  const heads = lead.outcomes.map((outcome) => words.outcome({ ...lead, line: null }, outcome).trim())
  return (
    <>
      <div className={cx('lines', `lines-${columns}`)}>
        <div className="lines-row lines-heads" aria-hidden="true">
          <span>{t('line')}</span>
          {heads.map((head) => (
            <bdi key={head} className="cut">
              {head}
            </bdi>
          ))}
        </div>
        {near.map((market) => (
          <LineRow key={market.id} event={event} market={market} isEven={market.id === evenId} />
        ))}
      </div>
      {far.length > 0 && (
        <details className="lines-more">
          <summary>
            {t.rich('moreLines', {
              lines: namedLines(far.map(({ line }) => lineText(line, lead))),
              b: (chunks) => <span className="num">{chunks}</span>,
            })}
            <Icon name="chevron-down" />
          </summary>
          <div className={cx('lines', `lines-${columns}`)}>
            {far.map((market) => (
              <LineRow key={market.id} event={event} market={market} isEven={false} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

const mostNamed = 6
const namedLines = (lines: readonly string[]) =>
  [...lines.slice(0, mostNamed), ...(lines.length > mostNamed ? ['…'] : [])].join(', ')

/** A handicap is the home side's, with its sign. */
function lineText(line: string | null, { type }: { type: string }): string {
  const number = lineNumber(line)
  if (!/handicap/.test(type)) return String(number)
  return `\u2066${number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '0'}\u2069`
}

type LineRowProps = { event: SportsEventCard; market: SportsEventMarket; isEven: boolean }

const LineRow = ({ event, market, isEven }: LineRowProps) => (
  <div className="lines-row" data-odds-row="" data-market={market.id}>
    <span className={cx('num', 'lines-line', isEven && 'lines-even')}>{lineText(market.line, market)}</span>
    <AnswerCells event={event} market={market} look="column" />
  </div>
)
