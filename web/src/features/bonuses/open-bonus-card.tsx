import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { paths } from '@croupier/contract/paths'
import { useId } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Wagers } from './bonus-data.ts'
import { BonusCounts, BonusFacts } from './bonus-terms.tsx'
import { type BonusGroups, isOpenBonus, wageredShare } from './rules.ts'
import { useBonusChange } from './use-bonus-change.tsx'
import { WagerList } from './wager-list.tsx'

type Props = { bonus: WireBonus; groups: BonusGroups; wagers: Wagers | null; isReadOnly: boolean }

/** The one bonus that has money: how much, how far, until when, and by which rules. */
export function OpenBonusCard({ bonus, groups, wagers, isReadOnly }: Props) {
  const t = useTranslations('bonuses')
  const format = useFormat()
  const titleId = useId()
  const { isBusy, remove } = useBonusChange(groups)
  const { title, status, source, balance, activated_at: opened, offer_id: offer } = bonus
  return (
    <section className="card bonus-open" aria-labelledby={titleId}>
      <header className="bonus-head">
        <div>
          <h2 id={titleId}>
            {title} {isOpenBonus({ status }) && <StateTag status={status} />}
          </h2>
          <p className="muted">
            {opened &&
              t.rich('opened', { source: t(`sources.${source}`), date: () => <LocalTime at={opened} withTime /> })}
          </p>
        </div>
        <p className="bonus-money">
          <span>{t('money')}</span>
          <b className="num">{format.money(balance)}</b>
        </p>
      </header>
      <Wagering bonus={bonus} />
      {!isReadOnly && bonus.mode === 'isolated' && <PurseSwitch bonus={bonus} groups={groups} />}
      <BonusFacts bonus={bonus} />
      <BonusCounts bonus={bonus} />
      {!isReadOnly && <WagerList wagers={wagers} />}
      {(!isReadOnly || offer) && (
        <footer className="bonus-foot">
          {offer && (
            <Link className="link" to={paths.offer(offer)}>
              {t('terms')}
            </Link>
          )}
          {!isReadOnly && bonus.can_remove && (
            <Button kind="danger" size="l" busy={isBusy} aria-haspopup="dialog" onClick={() => remove(bonus)}>
              {t('remove')}
            </Button>
          )}
        </footer>
      )}
    </section>
  )
}

function StateTag({ status }: Pick<WireBonus, 'status'>) {
  const t = useTranslations('bonuses.states')
  return status === 'paused' ? (
    <Tag icon="pause">{t('paused')}</Tag>
  ) : (
    <Tag tone="positive" icon="circle-check">
      {t('active')}
    </Tag>
  )
}

function Wagering({ bonus: { wagering, expires_at: ends } }: { bonus: WireBonus }) {
  const t = useTranslations('bonuses')
  const format = useFormat()
  const done = () => <b className="num">{format.money(wagering.done)}</b>
  return (
    <div className="bonus-wager">
      <p className="bonus-wager-sum">
        <span>{t.rich('wagered', { done, required: format.money(wagering.required) })}</span>
        <span className="num">{t('percent', { percent: wagering.percent })}</span>
      </p>
      <Progress value={wageredShare(wagering)} label={t('wageredLabel')} />
      <p className="bonus-wager-ends">
        <span>{t('left', { amount: format.money(wagering.left) })}</span>
        {ends && <span>{t.rich('ends', { date: () => <LocalTime at={ends} withTime /> })}</span>}
      </p>
    </div>
  )
}

/** Only where bonus money is kept apart: which purse the next stake uses. */
function PurseSwitch({ bonus, groups }: { bonus: WireBonus; groups: BonusGroups }) {
  const t = useTranslations('bonuses.use')
  const format = useFormat()
  const { isBusy, use } = useBonusChange(groups)
  const { status, balance, removal } = bonus
  return (
    <div className="bonus-use" aria-busy={isBusy || undefined}>
      <b>{t('label')}</b>
      <Segmented
        label={t('label')}
        value={status === 'active' ? 'bonus' : 'own'}
        onChange={(purse) => use(bonus, purse)}
        options={[
          { value: 'own', title: t('own', { amount: format.money(removal.keeps) }) },
          { value: 'bonus', title: t('bonus', { amount: format.money(balance) }) },
        ]}
      />
      <p className="muted">{t('text')}</p>
    </div>
  )
}
