import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { useReadToEnd } from '../../session/report-step.ts'
import { useShell } from '../../shell.ts'
import { scrollToPart } from '../../site/browser.ts'
import { PageHead } from '../../site/page-head.tsx'
import { pageOf } from '../../site/page-numbers.ts'
import { RichText } from '../../site/rich-text.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Rail } from '../../ui/rail.tsx'
import type { Route } from './+types/fairness-page'
import { OfflineFiles } from './offline-files.tsx'
import { PastSeeds } from './past-seeds.tsx'
import { SeedsCard } from './seeds-card.tsx'
import { SharedRounds } from './shared-rounds.tsx'
import { VerifyBet } from './verify-bet.tsx'
import { VerifyForm } from './verify-form.tsx'

export const handle = { title: 'fairness.title' }

const slug = 'fairness'
/** The title whose rounds all players share. */
const sharedGame = 'liftoff'
const counts = { seeds: 10, shared: 10, rounds: 20 }

export async function loader({ url, context }: Route.LoaderArgs) {
  const { account, page: readPage, report } = context.get(bootContext)
  const call = serverCall(context)
  /** This page explains first; a part that fails is reported and left out. */
  const orNull = <T,>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((fault: unknown) => {
      report(fault)
      return null
    })
  const page = pageOf(url.searchParams.get('page'))
  const isPlayer = account !== null
  const [words, fair, seeds, rounds, shared, games] = await Promise.all([
    readPage(slug),
    // Who came back only for the money plays no more, but may still check what was played.
    isPlayer && !account.is_payout_only ? orNull(call('fairness.get', {})) : null,
    isPlayer ? orNull(call('fairness.getSeeds', { count: counts.seeds, offset: (page - 1) * counts.seeds })) : null,
    isPlayer ? orNull(call('games.getHistory', { count: counts.rounds })) : null,
    orNull(call('fairness.getShared', { game: sharedGame, count: counts.shared })),
    call('games.get', { options: JSON.stringify({ ids: [sharedGame] }), fields: 'sysname,name,version' }),
  ])
  const [game] = games.items
  return {
    words: words && { title: words.title, lead: words.lead, body: words.body },
    isPlayer,
    fair,
    seeds: seeds && { page, pages: Math.max(1, Math.ceil(seeds.total / counts.seeds)), items: seeds.items },
    rounds: (rounds?.items ?? []).flatMap(({ round, provider, game: played, opened_at: at }) =>
      provider === 'studio' ? [{ round, name: played.name, at }] : [],
    ),
    shared: shared && game?.version ? { ...shared, game: sharedGame, name: game.name, version: game.version } : null,
    ...(words && { seoTokens: { name: words.title, title: words.title, description: words.lead } }),
  }
}

/** What makes rounds checkable: the words about it, one's own seeds, and the tools. */
export default function Fairness({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('fairness')
  const { hasSports } = useShell().features
  const end = useReadToEnd(slug)
  const { words, isPlayer, fair, seeds, rounds, shared } = loaderData
  const parts = [
    { id: 'seeds', title: t('seeds.title') },
    { id: 'verify', title: t('verify.title') },
    ...(hasSports ? [{ id: 'bet', title: t('bet.title') }] : []),
    ...(shared ? [{ id: 'shared', title: t('shared.title') }] : []),
    { id: 'offline', title: t('offline.title') },
    ...(words ? [{ id: 'how', title: t('how') }] : []),
  ]
  const how = words && (
    <section id="how" className="fair-how" aria-label={t('how')}>
      <RichText blocks={words.body} isLinked={false} />
      <div ref={end} />
    </section>
  )
  return (
    <>
      <PageHead title={words?.title ?? t('title')} text={words?.lead} />
      <nav aria-label={t('parts')}>
        <Rail>
          {parts.map(({ id, title }) => (
            <Chip key={id} onClick={() => scrollToPart(id)}>
              {title}
            </Chip>
          ))}
        </Rail>
      </nav>
      {/* A guest comes to understand, a player to check. */}
      {!isPlayer && how}
      <SeedsCard fair={fair} isPlayer={isPlayer} />
      {seeds && seeds.items.length > 0 && <PastSeeds {...seeds} />}
      <VerifyForm rounds={rounds} />
      {hasSports && <VerifyBet />}
      {shared && <SharedRounds chain={shared} />}
      <OfflineFiles />
      {isPlayer && how}
    </>
  )
}
