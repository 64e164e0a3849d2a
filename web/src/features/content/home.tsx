import type { Output } from '@croupier/contract/contract'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { isGain } from '../../i18n/format.ts'
import { saysExcluded, useShell } from '../../shell.ts'
import { iconOf, useMenu } from '../../site/menus.ts'
import { RichText } from '../../site/rich-text.tsx'
import { SiteLink } from '../../site/site-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Rail } from '../../ui/rail.tsx'
import { Section } from '../../ui/section.tsx'
import { askStrip, LiveStrip } from '../betting/betting.ts'
import {
  askLastPlayed,
  askUnfinished,
  GameRows,
  LastGame,
  loadRows,
  potSums,
  type Rows,
  UnfinishedRounds,
} from '../games/games.tsx'
import { askPots, type Pot, PotCard, usePots } from '../pots/pots.ts'
import { askRow, WinnersRow } from '../winners/winners.ts'
import type { Route } from './+types/home'
import { askOwn } from './own-data.ts'
import { kindsOf, shownOwn } from './own-things.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { config, account, report } = context.get(bootContext)
  const { home, banner } = config
  const call = serverCall(context)
  // Nothing is offered to a player who came back only for the money, nor right after an exclusion.
  const isPlayClosed = account ? account.is_payout_only : saysExcluded(url.searchParams)
  const [{ items }, games, unfinished, jackpots, winners, strip] = await Promise.all([
    isPlayClosed ? noBanners : call('banners.get', { count: 10 }),
    isPlayClosed ? noRows : loadRows(call, account !== null),
    askUnfinished(call, { isPlayer: account !== null, report }),
    isPlayClosed ? [] : orNone(askPots(call)),
    isPlayClosed ? [] : orNone(askRow(call)),
    isPlayClosed ? null : askStrip(call, report),
  ])

  const { betHistory: hasHistory } = config.site.features
  const hasBonusMoney = account !== null && isGain(account.balance_bonus.amount)
  const kinds = kindsOf({ hasBonusMoney, hasSports: strip !== null, hasHistory })
  const [lastPlayed, own] =
    account && !isPlayClosed
      ? await Promise.all([
          askLastPlayed(call, { unfinished, rows: games.rows, hasHistory, report }),
          askOwn(call, kinds, report),
        ])
      : [noneLast, null]

  /** A page is worth more than what moves on it. */
  function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
    return asked.catch((fault: unknown) => {
      report(fault)
      return []
    })
  }

  // The card of the last game shows those before it: a row of the same ones would say it twice.
  const shown = new Set(
    [...lastPlayed.before, ...(lastPlayed.game ? [lastPlayed.game] : [])].map(({ sysname }) => sysname),
  )
  for (const { game } of unfinished.slice(0, 1)) shown.add(game.sysname)
  const rows = games.rows.filter(
    ({ kind, games }) => kind !== 'recent' || games.some(({ sysname }) => !shown.has(sysname)),
  )

  return {
    home,
    isPlayClosed,
    banners: items,
    slideMs: banner.secondsPerSlide * 1000,
    unfinished,
    lastPlayed,
    own: own && { things: own, kinds },
    jackpots,
    winners,
    strip,
    // What is the player's own stands first, then what happens now, then what the house has.
    lead: Math.max(1, rows.filter(({ kind }) => kind === 'recent' || kind === 'likes').length),
    likes: games.likes,
    rows,
    pots: potSums(jackpots),
  }
}

/** For players who have something going on: a guest does not load it. */
const OwnCards = lazy(() => import('./own-cards.tsx'))

const noneLast: Awaited<ReturnType<typeof askLastPlayed>> = { game: null, today: null, before: [] }
const noBanners: Pick<Output<'banners.get'>, 'items'> = { items: [] }
const noRows: Rows = { rows: [], likes: [] }

type LoaderData = Route.ComponentProps['loaderData']

export default function Home({ loaderData }: Route.ComponentProps) {
  const {
    home,
    isPlayClosed,
    banners,
    slideMs,
    unfinished,
    lastPlayed,
    own: loadedOwn,
    jackpots,
    winners,
    strip,
    lead,
    ...games
  } = loaderData
  const t = useTranslations('home')
  const [pot] = usePots(jackpots)
  const own = shownOwn(loadedOwn, useShell().features.isClubHidden)
  const chips = useMenu(home.chips)
  // For a player who has something here, banners come after what moves.
  const isLiving = own !== null || lastPlayed.game !== null || unfinished.length > 0
  const top = <HomeTop banners={banners} slideMs={slideMs} pot={own ? undefined : pot} />
  const categories = chips.length > 1 && (
    <nav aria-label={t('categories')}>
      <Rail>
        {chips.map(({ label, url, icon, isCurrent }) => (
          <ChipLink key={url} to={url} icon={icon} current={isCurrent}>
            {label}
          </ChipLink>
        ))}
      </Rail>
    </nav>
  )
  return (
    <>
      <h1 className="sr">{home.title}</h1>
      <div className={own ? 'own-top' : 'own-alone'}>
        <UnfinishedRounds rounds={unfinished} panel={lastPlayed} />
        <LastGame {...lastPlayed} />
        {own && (
          <Suspense fallback={null}>
            <OwnCards own={own.things} kinds={own.kinds} pot={pot} />
          </Suspense>
        )}
      </div>
      {!isLiving && top}
      {!isLiving && categories}
      {!isLiving && <GameRows {...games} rows={games.rows.slice(0, lead)} />}
      {/* It also takes in wins that come while the page is open. */}
      {!isPlayClosed && <WinnersRow winners={winners} />}
      <LiveStrip strip={strip} />
      {isLiving && categories}
      {isLiving && <GameRows {...games} rows={games.rows.slice(0, lead)} />}
      {isLiving && top}
      <GameRows {...games} rows={games.rows.slice(lead)} />
      <Promises promises={home.promises} />
      {home.text.length > 0 && <RichText blocks={home.text} />}
    </>
  )
}

type TopProps = { banners: Output<'banners.get'>['items']; slideMs: number; pot: Pot | undefined }

function HomeTop({ banners, slideMs, pot }: TopProps) {
  const t = useTranslations('home')
  const slides = banners.flatMap(({ id, label, value, addition, description, image_735_240, image_360_520 }) => {
    if (!label || !image_735_240 || !image_360_520) return []
    const action = description.url && description.button && (
      <ButtonLink kind="glass" full to={description.url} data-banner={id}>
        {description.button}
      </ButtonLink>
    )
    return [
      {
        id: String(id),
        eyebrow: addition,
        title: label,
        text: value,
        terms: description?.terms,
        action,
        wide: image_735_240,
        poster: image_360_520,
      },
    ]
  })
  if (slides.length === 0 && !pot) return null
  const labels = {
    region: t('banners'),
    back: t('back'),
    forward: t('forward'),
    pause: t('pause'),
    play: t('play'),
    place: (at: number, count: number) => t('place', { at, count }),
  }
  return (
    <div className="home-top">
      {slides.length > 0 && <Carousel slides={slides} slideMs={slideMs} labels={labels} />}
      {pot && <PotCard pot={pot} />}
    </div>
  )
}

function Promises({ promises }: Pick<LoaderData['home'], 'promises'>) {
  const t = useTranslations('home')
  return (
    <Section title={t('promises')}>
      <ul className="promises">
        {promises.map((promise) => {
          const icon = iconOf(promise.icon)
          return (
            <li key={promise.title}>
              <Card className="promise">
                {icon && <Icon name={icon} size={22} />}
                <h3>{promise.title}</h3>
                <p className="muted">{promise.text}</p>
                {promise.url && promise.label && (
                  <SiteLink url={promise.url} className="link">
                    {promise.label}
                  </SiteLink>
                )}
              </Card>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
