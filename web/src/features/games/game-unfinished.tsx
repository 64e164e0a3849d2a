import type { Call, Output } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'
import { askPlayedToday, type PlayedToday } from './played-today.ts'
import type { Rows } from './row-data.ts'
import type { TileGame } from './tile-game.ts'

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
export function UnfinishedRounds({ rounds, panel }: { rounds: Unfinished; panel?: LastPlayed }) {
  const t = useTranslations('game.unfinished')
  const format = useFormat()
  // A player whose play is closed could not go on: the round is told of, and nothing calls back to the game.
  const isClosed = useShell().account?.is_payout_only === true
  if (rounds.length === 0) return null
  const [newest, ...others] = rounds
  const isLarge = panel !== undefined && !isClosed
  const listed = isLarge ? others : rounds
  return (
    <section className="unfinished-rounds" aria-label={t('label')}>
      {isLarge && newest && <OpenRound round={newest} panel={panel} />}
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

/** The game of a player who comes back, what happened there today, and those that were played before it. */
export type LastPlayed = { game: TileGame | null; today: PlayedToday | null; before: TileGame[] }

const mostBefore = 4

type LastOptions = {
  unfinished: Unfinished
  rows: Rows['rows']
  /** Content may have closed it. */
  hasHistory: boolean
  report: (fault: unknown) => void
}

/** The one whose round is open, else the one that was opened last, while it can be played; and what happened there today. */
export async function askLastPlayed(
  call: Call,
  { unfinished, rows, hasHistory, report }: LastOptions,
): Promise<LastPlayed> {
  const recent = rows.find(({ kind }) => kind === 'recent')?.games ?? []
  const [open] = unfinished
  const game = !open && recent[0]?.isOpen ? recent[0] : null
  const shown = open?.game.sysname ?? game?.sysname
  const before = recent.filter((one) => one.isOpen && one.sysname !== shown).slice(0, mostBefore)
  const sysname = open?.mode === 'demo' ? undefined : shown
  if (sysname === undefined || !hasHistory) return { game, before, today: null }
  const today = await askPlayedToday(call, sysname, new Date()).catch((fault: unknown) => {
    report(fault)
    return null
  })
  return { game, before, today }
}

/** On home, where no round is open: the last game, before its own picture out of focus. */
export function LastGame({ game, today, before }: LastPlayed) {
  const t = useTranslations('game.unfinished')
  if (!game) return null
  return (
    <section className="unfinished-rounds" aria-label={t('last')}>
      <Resume
        name={game.name}
        image={game.images[0] ?? ''}
        tag={t('last')}
        to={paths.game(game.sysname)}
        go={t('toGame')}
        before={before}
      >
        <Today played={today} />
      </Resume>
    </section>
  )
}

/** The last open one on home: its game as large as a banner. */
function OpenRound({ round, panel }: { round: Unfinished[number]; panel: LastPlayed }) {
  const t = useTranslations('game.unfinished')
  const format = useFormat()
  const { game, mode, staked, opened_at } = round
  return (
    <Resume
      name={game.name}
      image={game.image_url}
      tag={mode === 'demo' ? t('openDemo') : t('open')}
      to={paths.game(game.sysname, mode)}
      go={t('continue')}
      before={panel.before}
    >
      <p>
        <span className="num">{t('staked', { amount: format.money(staked) })}</span> ·{' '}
        <LocalTime at={opened_at} withTime />
      </p>
      <Today played={panel.today} />
    </Resume>
  )
}

/** A loss is a figure like any other: no colour of its own. */
function Today({ played }: { played: PlayedToday | null }) {
  const t = useTranslations('game.unfinished')
  const { signedMoney } = useFormat()
  if (!played) return null
  const { rounds, net } = played
  // The sign stays with its figure at the end of a line.
  const sum = net && signedMoney(net).replace('\u2212', '\u2212\u2060')
  return <p>{sum ? t('today', { rounds, net: sum }) : t('todayCount', { rounds })}</p>
}

type ResumeProps = {
  name: string
  image: string
  tag: string
  to: string
  go: string
  before: readonly TileGame[]
  children: ReactNode
}

function Resume({ name, image, tag, to, go, before, children }: ResumeProps) {
  const t = useTranslations('games.rows.titles')
  return (
    <article className="resume on-art">
      <Picture className="resume-mist" src={image} alt="" width={48} height={32} quality={60} eager />
      <Picture src={image} alt="" width={288} height={192} quality={84} eager />
      <div>
        <Tag>{tag}</Tag>
        <h2>{name}</h2>
        {children}
        <ButtonLink kind="ivory" size="l" icon="play" to={to}>
          {go}
        </ButtonLink>
      </div>
      {before.length > 0 && (
        <nav className="resume-before" aria-label={t('recent')}>
          {before.map((game) => (
            <Link key={game.sysname} to={paths.game(game.sysname)}>
              <Picture src={game.images[0] ?? ''} alt="" width={144} height={96} quality={84} />
              <b className="cut">{game.name}</b>
            </Link>
          ))}
        </nav>
      )}
    </article>
  )
}
