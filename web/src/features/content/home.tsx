import type { Output } from '@croupier/contract/contract'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { saysExcluded } from '../../shell.ts'
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
import { askPots, PotCard, usePots } from '../pots/pots.ts'
import { askRow, WinnersRow } from '../winners/winners.ts'
import type { Route } from './+types/home'

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

  const lastPlayed =
    account && !isPlayClosed
      ? await askLastPlayed(call, { unfinished, rows: games.rows, hasHistory: config.site.features.betHistory, report })
      : noneLast

  /** A page is worth more than what moves on it. */
  function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
    return asked.catch((fault: unknown) => {
      report(fault)
      return []
    })
  }

  return {
    home,
    isPlayClosed,
    banners: items,
    slideMs: banner.secondsPerSlide * 1000,
    unfinished,
    lastPlayed,
    jackpots,
    winners,
    strip,
    // What is the player's own stands first, then what happens now, then what the house has.
    lead: Math.max(1, games.rows.filter(({ kind }) => kind === 'recent' || kind === 'likes').length),
    ...games,
    pots: potSums(jackpots),
  }
}

const noneLast: Awaited<ReturnType<typeof askLastPlayed>> = { game: null, today: null }
const noBanners: Pick<Output<'banners.get'>, 'items'> = { items: [] }
const noRows: Rows = { rows: [], likes: [] }

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home, isPlayClosed, banners, slideMs, unfinished, lastPlayed, jackpots, winners, strip, lead, ...games } =
    loaderData
  const t = useTranslations('home')
  const [pot] = usePots(jackpots)
  const chips = useMenu(home.chips)
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
  return (
    <>
      <h1 className="sr">{home.title}</h1>
      <UnfinishedRounds rounds={unfinished} panel={lastPlayed} />
      <LastGame {...lastPlayed} />
      {(slides.length > 0 || pot) && (
        <div className="home-top">
          {slides.length > 0 && (
            <Carousel
              slides={slides}
              slideMs={slideMs}
              labels={{
                region: t('banners'),
                back: t('back'),
                forward: t('forward'),
                pause: t('pause'),
                play: t('play'),
                place: (at, count) => t('place', { at, count }),
              }}
            />
          )}
          {pot && <PotCard pot={pot} />}
        </div>
      )}
      {chips.length > 1 && (
        <nav aria-label={t('categories')}>
          <Rail>
            {chips.map(({ label, url, icon, isCurrent }) => (
              <ChipLink key={url} to={url} icon={icon} current={isCurrent}>
                {label}
              </ChipLink>
            ))}
          </Rail>
        </nav>
      )}
      <GameRows {...games} rows={games.rows.slice(0, lead)} />
      {/* It also takes in wins that come while the page is open. */}
      {!isPlayClosed && <WinnersRow winners={winners} />}
      <LiveStrip strip={strip} />
      <GameRows {...games} rows={games.rows.slice(lead)} />
      <Section title={t('promises')}>
        <ul className="promises">
          {home.promises.map((promise) => {
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
      {home.text.length > 0 && <RichText blocks={home.text} />}
    </>
  )
}
