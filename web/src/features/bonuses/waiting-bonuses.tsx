import type { WireBonus } from '@croupier/contract/methods/bonuses'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { openPopup } from '../../dialogs/dialogs.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { BonusCounts, BonusFacts } from './bonus-terms.tsx'
import type { BonusGroups } from './rules.ts'
import { useBonusChange } from './use-bonus-change.tsx'

type Props = { groups: BonusGroups; isReadOnly: boolean }

/** Those that open one after another. */
export function QueuedBonuses({ groups, isReadOnly }: Props) {
  const t = useTranslations('bonuses.queue')
  const { open, queued } = groups
  if (queued.length === 0) return null
  return (
    <Section title={t('title')}>
      <ul className="card bonus-lines">
        {queued.map((bonus, at) => (
          <Line
            key={bonus.id}
            bonus={bonus}
            pip={
              <span className="bonus-place num">
                <span aria-hidden="true">{at + 1}</span>
                <span className="sr">{t('place', { place: at + 1 })}</span>
              </span>
            }
            text={
              <>
                <Opening bonus={bonus} after={at === 0 ? open : null} />{' '}
                {t.rich('until', { date: () => <LocalTime at={bonus.take_by} /> })}
              </>
            }
            acts={isReadOnly ? null : <QueuedActs bonus={bonus} groups={groups} />}
          />
        ))}
      </ul>
    </Section>
  )
}

function Opening({ bonus: { days, wagering }, after }: { bonus: WireBonus; after: WireBonus | null }) {
  const t = useTranslations('bonuses.queue')
  const required = useFormat().money(wagering.required)
  return after ? t('next', { title: after.title, days, required }) : t('later', { days, required })
}

function QueuedActs({ bonus, groups }: { bonus: WireBonus; groups: BonusGroups }) {
  const t = useTranslations('bonuses')
  const { isBusy, decline } = useBonusChange(groups)
  const look = () => openPopup({ name: 'bonus', title: bonus.title, content: <TermsOf bonus={bonus} /> })
  return (
    <>
      <Button onClick={look} aria-haspopup="dialog">
        {t('details')}
      </Button>
      <Button kind="danger" busy={isBusy} onClick={() => decline(bonus)} aria-haspopup="dialog">
        {t('remove')}
      </Button>
    </>
  )
}

const TermsOf = ({ bonus }: { bonus: WireBonus }) => (
  <div className="stack bonus-popup">
    <BonusFacts bonus={bonus} />
    <BonusCounts bonus={bonus} />
  </div>
)

/** Given, and nothing happens before the player says yes. */
export function IssuedBonuses({ groups, isReadOnly }: Props) {
  const t = useTranslations('bonuses.issued')
  const format = useFormat()
  if (groups.issued.length === 0) return null
  return (
    <Section title={t('title')}>
      <ul className="card bonus-lines">
        {groups.issued.map((bonus) => (
          <Line
            key={bonus.id}
            bonus={bonus}
            pip={
              <span className="item-pip">
                <Icon name="gift" />
              </span>
            }
            text={
              <>
                {t('text', {
                  times: bonus.wagering.times,
                  required: format.money(bonus.wagering.required),
                  days: bonus.days,
                })}{' '}
                {bonus.max_bet && <>{t('most', { amount: format.money(bonus.max_bet) })} </>}
                {t.rich('until', { date: () => <LocalTime at={bonus.take_by} withTime /> })}
              </>
            }
            acts={isReadOnly ? null : <IssuedActs bonus={bonus} groups={groups} />}
          />
        ))}
      </ul>
    </Section>
  )
}

function IssuedActs({ bonus, groups }: { bonus: WireBonus; groups: BonusGroups }) {
  const t = useTranslations('bonuses.issued')
  const { isBusy, take, decline } = useBonusChange(groups)
  return (
    <>
      <Button onClick={() => decline(bonus)} aria-haspopup="dialog">
        {t('decline')}
      </Button>
      <Button kind="ivory" busy={isBusy} onClick={() => take(bonus)} aria-haspopup="dialog">
        {t('take')}
      </Button>
    </>
  )
}

type LineProps = { bonus: WireBonus; pip: ReactNode; text: ReactNode; acts: ReactNode }

function Line({ bonus: { title, amount }, pip, text, acts }: LineProps) {
  const format = useFormat()
  return (
    <li>
      {pip}
      <div className="bonus-line-text">
        <b>{title}</b>
        <p>{text}</p>
      </div>
      <b className="num">{format.money(amount)}</b>
      {acts && <div className="bonus-acts">{acts}</div>}
    </li>
  )
}
