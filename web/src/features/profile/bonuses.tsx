import { paths } from '@croupier/contract/paths'
import { Link, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { bootContext } from '../../boot.ts'
import { useNextPage } from '../../site/next-page.ts'
import { Card } from '../../ui/card.tsx'
import { useSkeleton } from '../../ui/skeleton.tsx'
import {
  askBettingBonuses,
  askBonuses,
  askWagers,
  BettingBonuses,
  CasinoBonuses,
  readWagersPage,
  WaitingBonus,
} from '../bonuses/bonuses.tsx'
import { PromoCodeSection } from '../campaigns/campaigns.tsx'
import { askPacks, FreeSpinPacks } from '../freespins/freespins.tsx'
import type { Route } from './+types/bonuses'

export const handle = { title: 'profile.bonuses.title', isIndexed: false }

const products = ['casino', 'sports'] as const
type Product = (typeof products)[number]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, config, account, report } = context.get(bootContext)
  // One part that cannot be had must not take the others with it.
  const orNull = <T,>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((fault: unknown) => {
      report(fault)
      return null
    })
  const order: readonly Product[] = config.common.offers.bonusesSwitchOrder ? products.toReversed() : products
  const tab = products.find((each) => each === url.searchParams.get('tab')) ?? order[0] ?? 'casino'
  const isReadOnly = account?.is_payout_only === true
  if (tab === 'sports') {
    const betting = await orNull(askBettingBonuses(call))
    return { tab, order, isReadOnly, betting, found: null, packs: null, wagers: null }
  }
  const [found, packs] = await Promise.all([orNull(askBonuses(call)), isReadOnly ? [] : orNull(askPacks(call))])
  const open = found?.items.find(({ status }) => status === 'active' || status === 'paused')
  const page = readWagersPage(url.searchParams)
  const wagers = open && !isReadOnly ? await orNull(askWagers(call, open.id, page)) : null
  // An old address may lead behind the end.
  if (wagers && page !== null && page > wagers.pages)
    throw redirect(paths.profileBonuses({ wagers: String(wagers.pages) }))
  return { tab, order, isReadOnly, betting: null, found, packs, wagers }
}

/** Bonuses of the player by product, and spins that the house stakes. */
export default function Bonuses({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('profile.bonuses')
  const { tab, order, isReadOnly, betting, found, packs, wagers } = loaderData
  const isWaiting = useWaiting(tab)
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <ProductTabs tab={tab} order={order} />
      {!isReadOnly && (
        <Card>
          <PromoCodeSection />
        </Card>
      )}
      {isWaiting && <WaitingBonus />}
      {!isWaiting && tab === 'sports' && <BettingBonuses found={betting} isReadOnly={isReadOnly} />}
      {!isWaiting && tab === 'casino' && (
        <CasinoBonuses {...{ found, wagers, isReadOnly }} hasSpins={packs !== null && packs.length > 0}>
          {packs && <FreeSpinPacks packs={packs} />}
        </CasinoBonuses>
      )}
    </>
  )
}

/** True while the other tab is on its way, but not for a blink. */
function useWaiting(tab: Product): boolean {
  const next = useNextPage()
  const wanted = new URLSearchParams(next?.search).get('tab')
  return useSkeleton(next?.pathname === paths.profileBonuses() && wanted !== null && wanted !== tab)
}

function ProductTabs({ tab, order }: { tab: Product; order: readonly Product[] }) {
  const t = useTranslations('bonuses.tabs')
  return (
    <nav className="tabs" aria-label={t('label')}>
      {order.map((each) => (
        <Link
          key={each}
          className="tab"
          to={paths.profileBonuses({ tab: each })}
          aria-current={each === tab ? 'page' : undefined}
          preventScrollReset
        >
          {t(`${each}`)}
        </Link>
      ))}
    </nav>
  )
}
