import type { Output } from '@croupier/contract/contract'
import type { WireCountedRound } from '@croupier/contract/methods/tournaments'
import { type CountReason, countReasons } from '@croupier/contract/tournaments'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Pager } from '../../site/pager.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { type CountedThing, multipleOf } from '../cups/cups.tsx'
import { cupRoundsPerPage, withWords } from './tournament-rules.ts'
import { useCountReason } from './tournament-words.tsx'

type Props = {
  rounds: Output<'tournaments.getRounds'>
  over: CountedThing
  page: number
  why: CountReason | undefined
}

/** Own rounds or bets: whether each counted, and if not, why. */
export function OwnRounds({ rounds, over, page, why }: Props) {
  const t = useTranslations('tournaments')
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const options = [
    { value: '', title: t('rounds.all', { over }) },
    ...countReasons.map((reason) => ({ value: reason, title: t(`reasonNames.${reason}`) })),
  ]
  const choose = (value: string) =>
    navigate(withWords(query, { why: value || null, rounds: null }), { preventScrollReset: true, replace: true })
  const isEmpty = rounds.items.length === 0
  return (
    <Section title={t('rounds.title', { over })}>
      <div className="cup-rounds-head">
        <p className="muted">{t('rounds.lead', { over })}</p>
        {(!isEmpty || why) && (
          <Field label={t('rounds.filter')}>
            <Select options={options} value={why ?? ''} onChange={choose} />
          </Field>
        )}
      </div>
      {isEmpty ? (
        <Card>
          <Empty
            icon="receipt-text"
            title={why ? t('rounds.noneFiltered', { over }) : t('rounds.none', { over })}
            text={why ? undefined : t('rounds.noneText', { over })}
            action={
              why && (
                <ButtonLink to={withWords(query, { why: null, rounds: null })} preventScrollReset replace>
                  {t('rounds.clear', { over })}
                </ButtonLink>
              )
            }
          />
        </Card>
      ) : (
        <ul className="cup-rounds" aria-label={t('rounds.title', { over })}>
          {rounds.items.map((round) => (
            <OwnRound key={`${round.provider}-${round.round}`} round={round} over={over} />
          ))}
        </ul>
      )}
      <Pager
        at={page}
        count={Math.ceil(rounds.total / cupRoundsPerPage)}
        toPage={(next) => withWords(query, { rounds: next })}
      />
    </Section>
  )
}

function OwnRound({ round, over }: { round: WireCountedRound; over: CountedThing }) {
  const t = useTranslations('tournaments.rounds')
  const { money } = useFormat()
  const reasonText = useCountReason()
  const { game, staked, won, multiple, counted, opened_at } = round
  const reason = reasonText(round)
  return (
    <li className="cup-round" data-counted={counted || undefined}>
      {over === 'rounds' && <Picture src={game.image_url} plain="" alt="" width={54} height={36} quality={84} />}
      <div className="cup-round-name">
        <b className="cut">{over === 'bets' ? t('bet', { number: round.round }) : game.name}</b>
        <span className="dim num">
          <LocalTime at={opened_at} withTime />
        </span>
      </div>
      <dl className="cup-round-sums num">
        <div>
          <dt>{t('stake')}</dt>
          <dd>{money(staked)}</dd>
        </div>
        <div>
          <dt>{t('win')}</dt>
          <dd>{money(won)}</dd>
        </div>
        <div>
          <dt>{t('multiple')}</dt>
          <dd>×{multipleOf(multiple)}</dd>
        </div>
      </dl>
      <p className="cup-round-why">
        <Icon name={counted ? 'circle-check' : 'info'} size={16} />
        <span>{reason ?? (counted ? t('makes') : t('counted'))}</span>
      </p>
    </li>
  )
}
