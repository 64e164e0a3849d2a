import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { RoundRecord } from '../fairness/fairness.tsx'
import { ProfileSection } from './profile-section.tsx'
import { RoundProof } from './round-proof.tsx'
import { RoundReplay } from './round-replay.tsx'
import { netOf, type RoundFilter, toHistory } from './round-rules.ts'

/** Everything that is known of one round. */
export function RoundPage({ record, filter }: { record: RoundRecord; filter: RoundFilter }) {
  const t = useTranslations('bets.round')
  const { game, mode, play } = record
  const canReplay = record.is_closed && (play?.standings.length ?? 0) > 0
  return (
    <>
      <Link className="round-back" to={toHistory(filter)}>
        <Icon name="arrow-left" />
        {t('back')}
      </Link>
      <header className="round-head">
        <Picture src={game.image_url} alt="" width={108} height={72} quality={84} eager />
        <div>
          <h1>{game.name}</h1>
          <p className="muted num">
            <LocalTime at={record.opened_at} withTime />
          </p>
          <p className="round-tags">
            <Tag>{t(`modes.${mode}`)}</Tag>
            {record.is_free && <Tag>{t('free')}</Tag>}
            {record.is_closed ? <Tag>{t('closed')}</Tag> : <Tag tone="warning">{t('open')}</Tag>}
          </p>
        </div>
        {!record.is_closed && (
          <ButtonLink kind="primary" to={paths.game(game.sysname, mode)}>
            {t('continue')}
          </ButtonLink>
        )}
      </header>
      <Sums record={record} />
      <PaidBy record={record} />
      {canReplay && <RoundReplay record={record} />}
      <Lines record={record} />
      {play ? (
        <RoundProof record={record} play={play} />
      ) : (
        <ProfileSection title={t('fairness')}>
          <p className="muted">{t('foreign')}</p>
        </ProfileSection>
      )}
    </>
  )
}

function Sums({ record }: { record: RoundRecord }) {
  const t = useTranslations('bets.round')
  const format = useFormat()
  const { staked, won, is_closed: isClosed, play } = record
  const net = record.is_free ? won : netOf(staked, won)
  return (
    <dl className="sums">
      <div className="card">
        <dt>{t('staked')}</dt>
        <dd className="num">{format.money(staked)}</dd>
      </div>
      <div className="card">
        <dt>{t('returned')}</dt>
        <dd className="num">{format.money(won)}</dd>
      </div>
      {isClosed && (
        <div className="card">
          <dt>{t('net')}</dt>
          <dd className={isGain(net.amount) ? 'num is-gain' : 'num'}>{format.signedMoney(net)}</dd>
        </div>
      )}
      {play?.jackpot && (
        <div className="card">
          <dt>{t('jackpot', { level: t(`levels.${play.jackpot.level}`) })}</dt>
          <dd className="num is-gain">{format.signedMoney(play.jackpot.won)}</dd>
        </div>
      )}
    </dl>
  )
}

/** Only where a bonus had to do with it: all other stakes are own money. */
function PaidBy({ record: { paid_by, counted } }: { record: RoundRecord }) {
  const t = useTranslations('bets.round')
  const format = useFormat()
  const parts = [
    isGain(paid_by.main.amount) && t('paidOwn', { amount: format.money(paid_by.main) }),
    isGain(paid_by.bonus.amount) && t('paidBonus', { amount: format.money(paid_by.bonus) }),
  ]
  if (!isGain(paid_by.bonus.amount) && !isGain(counted.amount)) return null
  return (
    <dl className="facts">
      <div>
        <dt>{t('paidBy')}</dt>
        <dd className="num">{parts.filter(Boolean).join(' · ')}</dd>
      </div>
      <div>
        <dt>{t('counted')}</dt>
        <dd className="num">{format.money(counted)}</dd>
      </div>
    </dl>
  )
}

/** What moved, in the order in which it did. */
function Lines({ record }: { record: RoundRecord }) {
  const t = useTranslations('bets.round')
  const format = useFormat()
  if (record.actions.length === 0) return null
  return (
    <ProfileSection title={t('lines')}>
      <ol className="events">
        {record.actions.map((line) => (
          <li key={line.transaction}>
            <b>
              {t.has(`kinds.${line.kind}`) ? t(`kinds.${line.kind}`) : line.kind}
              {line.is_rolled_back && ` · ${t('rolledBack')}`}
            </b>
            <span className="num">{amountsOf(line)}</span>
            <span className="dim events-where">
              <LocalTime at={line.at} withTime /> · <bdi>{line.transaction}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </ProfileSection>
  )

  function amountsOf({ staked, won }: RoundRecord['actions'][number]) {
    const out = { ...staked, amount: `-${staked.amount}` }
    const moved = [isGain(staked.amount) ? out : null, isGain(won.amount) ? won : null]
    const told = moved.flatMap((amount) => (amount ? [format.signedMoney(amount)] : []))
    return told.length > 0 ? told.join(' · ') : format.money(won)
  }
}
