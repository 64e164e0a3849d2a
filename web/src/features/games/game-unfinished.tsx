import type { Call, Output } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'

export type Unfinished = Output<'rounds.getUnfinished'>['items']

/** More than these are a list of their own; the page of rounds has all. */
const most = 5

type LoadOptions = { isPlayer: boolean; report: (fault: unknown) => void }

/** Rounds that wait for their player. A page is worth more than this strip: what fails is reported and left out. */
export async function askUnfinished(call: Call, { isPlayer, report }: LoadOptions): Promise<Unfinished> {
  if (!isPlayer) return []
  const { items } = await call('rounds.getUnfinished', { count: most }).catch((fault: unknown) => {
    report(fault)
    return { items: [] }
  })
  return items
}

/** Rounds that were left in the middle: what is staked in them waits until they are played to the end. */
export function UnfinishedRounds({ rounds, hasPanel = false }: { rounds: Unfinished; hasPanel?: boolean }) {
  const t = useTranslations('game.unfinished')
  const format = useFormat()
  // A player whose play is closed could not go on: the round is told of, and nothing calls back to the game.
  const isClosed = useShell().account?.is_payout_only === true
  if (rounds.length === 0) return null
  const [newest, ...others] = rounds
  const isLarge = hasPanel && !isClosed
  const listed = isLarge ? others : rounds
  return (
    <section className="unfinished-rounds" aria-label={t('label')}>
      {isLarge && newest && <OpenRound {...newest} />}
      {listed.length > 0 && (
        <ul className="unfinished">
          {listed.map(({ round, game, mode, staked }) => (
            <li key={round} className="card">
              <Picture src={game.image_url} alt="" width={54} height={36} quality={84} />
              <p>
                <b>{t('title', { name: game.name })}</b>
                <span className="dim num">
                  {t('staked', { amount: format.money(staked) })}
                  {mode === 'demo' && ` · ${t('demo')}`}
                </span>
                {isClosed && <span className="dim">{t('closed')}</span>}
              </p>
              {isClosed ? (
                <ButtonLink to={paths.support()}>{t('support')}</ButtonLink>
              ) : (
                <ButtonLink to={paths.game(game.sysname, mode)}>{t('continue')}</ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The last one on home: its game as large as a banner. */
function OpenRound({ game, mode, staked, opened_at }: Unfinished[number]) {
  const t = useTranslations('game.unfinished')
  const format = useFormat()
  return (
    <article className="resume on-art">
      <Picture className="resume-mist" src={game.image_url} alt="" width={48} height={32} quality={60} eager />
      <Picture src={game.image_url} alt="" width={288} height={192} quality={84} eager />
      <div>
        <Tag>{mode === 'demo' ? t('openDemo') : t('open')}</Tag>
        <h2>{game.name}</h2>
        <p>
          <span className="num">{t('staked', { amount: format.money(staked) })}</span> ·{' '}
          <LocalTime at={opened_at} withTime />
        </p>
        <ButtonLink kind="ivory" size="l" icon="play" to={paths.game(game.sysname, mode)}>
          {t('continue')}
        </ButtonLink>
      </div>
    </article>
  )
}
