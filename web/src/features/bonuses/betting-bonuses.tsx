import type { Call } from '@croupier/contract/contract'
import type { WireBettingBonus } from '@croupier/contract/methods/bonuses'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useTopic } from '../../session/stream-topics.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, ErrorInPlace } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { BettingBonusCard } from './betting-bonus-card.tsx'
import './betting-bonuses.css'

/** The most that one call gives. */
const mostBetting = 50

export type BettingFound = { items: WireBettingBonus[]; total: number }

export async function askBettingBonuses(call: Call): Promise<BettingFound> {
  const { items, total } = await call('BettingBonuses.get', { count: mostBetting })
  return { items, total }
}

type Props = {
  /** Null: it could not be had. */
  found: BettingFound | null
  /** Who came back only for the money may look. */
  isReadOnly?: boolean
}

/** Bonuses for bets: those that can be used, those that wait for a yes, and what became of the others. */
export function BettingBonuses({ found, isReadOnly = false }: Props) {
  const t = useTranslations('betting-bonuses')
  const { revalidate } = useRevalidator()
  useTopic('bonuses', () => void revalidate())
  useTopic('hello', () => void revalidate())
  if (!found)
    return (
      <Card>
        <ErrorInPlace
          title={t('failed.title')}
          text={t('failed.text')}
          retry={{ text: t('failed.again'), onClick: () => void revalidate() }}
        />
      </Card>
    )
  const isOpen = ({ status }: WireBettingBonus) => status === 'active' || status === 'used'
  const open = found.items.filter(isOpen)
  const issued = found.items.filter(({ status }) => status === 'issued')
  const ended = found.items.filter((bonus) => !isOpen(bonus) && bonus.status !== 'issued')
  return (
    <>
      {isReadOnly && <Notice>{t('readOnly')}</Notice>}
      {open.length + issued.length === 0 && (
        <Card>
          <Empty icon="volleyball" title={t('none.title')} text={t('none.text')} />
        </Card>
      )}
      <Group title={t('open')} bonuses={open} isReadOnly={isReadOnly} />
      <Group title={t('issued')} bonuses={issued} isReadOnly={isReadOnly} />
      {ended.length > 0 && (
        <Section title={t('ended.title')}>
          <ul className="card bet-bonus-ends">
            {ended.map((bonus) => (
              <li key={bonus.id}>
                <b>{bonus.title}</b>
                <p className="muted">
                  <EndText bonus={bonus} />
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

type GroupProps = { title: string; bonuses: readonly WireBettingBonus[]; isReadOnly: boolean }

function Group({ title, bonuses, isReadOnly }: GroupProps) {
  if (bonuses.length === 0) return null
  return (
    <Section title={title}>
      <ul className="bet-bonuses">
        {bonuses.map((bonus) => (
          <li key={bonus.id}>
            <BettingBonusCard bonus={bonus} isReadOnly={isReadOnly} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const isSome = ({ amount }: { amount: string }) => /[1-9]/.test(amount)

/** One line: what became of it. */
function EndText({ bonus }: { bonus: WireBettingBonus }) {
  const t = useTranslations('betting-bonuses')
  const format = useFormat()
  const date = () => <LocalTime at={bonus.ended_at ?? bonus.expires_at ?? bonus.take_by} />
  const { converted } = bonus.result
  if (bonus.status === 'removed') {
    const by = bonus.end_reason ?? 'player'
    const reason = t(`ended.reasons.${by}`)
    return (
      <>
        {t.rich('ended.removed', { reason, date })} {bonus.end_note}
      </>
    )
  }
  if (bonus.status === 'completed') {
    return isSome(converted)
      ? t.rich('ended.won', { amount: format.money(converted), date })
      : t.rich('ended.done', { date })
  }
  return bonus.status === 'lost' ? t.rich('ended.lost', { date }) : t.rich('ended.expired', { date })
}
