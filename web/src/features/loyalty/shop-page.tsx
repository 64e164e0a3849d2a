import { productKinds } from '@croupier/contract/loyalty'
import type { LoyaltyInfo, WireProduct } from '@croupier/contract/methods/loyalty'
import { paths } from '@croupier/contract/paths'
import { Link, redirect, useRevalidator, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { useTopic } from '../../session/stream-topics.ts'
import { PageHead } from '../../site/page-head.tsx'
import { pageOf } from '../../site/page-numbers.ts'
import { Pager } from '../../site/pager.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Empty, ErrorInPlace } from '../../ui/empty.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Rail } from '../../ui/rail.tsx'
import type { Route } from './+types/shop-page'
import { openClub } from './club-data.ts'
import { ClubDrawings } from './club-drawings.tsx'
import { kindIcons } from './club-rules.ts'
import { ClubSwitch } from './club-switch.tsx'
import { PointsAndNet } from './hero.tsx'
import { OrderList } from './order-list.tsx'
import { ProductGrid } from './product-grid.tsx'
import './loyalty.css'

export const handle = { title: 'loyalty.shop.title' }

const most = { products: 100, orders: 10 }
const toPage = (page: number) => `${paths.loyaltyShop()}${page > 1 ? `?page=${page}` : ''}#orders`

export async function loader({ context, url }: Route.LoaderArgs) {
  const { call, orNull, isPlayer } = openClub(context)
  const page = pageOf(url.searchParams.get('page'))
  if (!isPlayer) return { isPlayer, info: null, products: null, orders: null, page, pages: 1 }
  const [info, products, orders] = await Promise.all([
    orNull(call('loyalty.getinfo', {})),
    orNull(call('loyalty.getproducts', { count: most.products })),
    orNull(call('loyalty.getOrders', { count: most.orders, offset: (page - 1) * most.orders })),
  ])
  const pages = Math.max(1, Math.ceil((orders?.total ?? 0) / most.orders))
  if (orders && page > pages) throw redirect(toPage(pages))
  return { isPlayer, info, products: products?.items ?? null, orders, page, pages }
}

/** What points buy, and what was bought. */
export default function Shop({ loaderData }: Route.ComponentProps) {
  const { isPlayer, info, products, orders, page, pages } = loaderData
  const t = useTranslations('loyalty')
  const { revalidate } = useRevalidator()
  useTopic('balance', () => void revalidate())
  useTopic('account', () => void revalidate())
  return (
    <>
      <ClubDrawings />
      <header className="club-shop-head">
        <div>
          <nav className="dim" aria-label={t('path')}>
            <Link className="link" to={paths.loyalty()}>
              {t('title')}
            </Link>
          </nav>
          <PageHead title={t('shop.title')} text={t('shop.lead')} />
        </div>
        {info?.is_active && <PointsCard info={info} />}
      </header>
      {!isPlayer && <GuestCard />}
      {isPlayer && info && !info.is_active && <ClubSwitch info={info} />}
      {isPlayer && (info === null || products === null) && (
        <Card>
          <ErrorInPlace
            title={t('failed.title')}
            retry={{ text: t('failed.retry'), onClick: () => void revalidate() }}
          />
        </Card>
      )}
      {info?.is_active && products && (
        <Shelves products={products} points={info.points} orders={orders?.items.map(({ id }) => id) ?? []} />
      )}
      {orders && (info?.is_active || orders.total > 0) && <OrderList orders={orders} />}
      <Pager at={page} count={pages} toPage={toPage} />
    </>
  )
}

function PointsCard({ info }: { info: LoyaltyInfo }) {
  return (
    <Card className="club-points-card">
      {info.character && <Picture src={info.character.image} alt="" width={96} height={120} quality={84} />}
      <PointsAndNet points={info.points} today={info.today} />
    </Card>
  )
}

function GuestCard() {
  const t = useTranslations('loyalty')
  return (
    <Card>
      <Empty
        icon="gift"
        title={t('shop.guest')}
        text={t('shop.guestText')}
        action={
          <div className="row">
            <ButtonLink to="?show_popup_auth=1">{t('logIn')}</ButtonLink>
            <ButtonLink to={`?show_popup_reg=1&redirectUrl=${encodeURIComponent(paths.loyaltyShop())}`}>
              {t('join')}
            </ButtonLink>
          </div>
        }
      />
    </Card>
  )
}

type ShelvesProps = { products: readonly WireProduct[]; points: number; orders: readonly string[] }

/** By kind, or what the points reach. The address holds the choice. */
function Shelves({ products, points, orders }: ShelvesProps) {
  const t = useTranslations('loyalty')
  const [query, setQuery] = useSearchParams()
  const show = query.get('show') ?? ''
  const kinds = productKinds.filter((kind) => products.some((product) => product.kind === kind))
  const fitting = products.filter(({ can_buy }) => can_buy)
  const kind = kinds.find((each) => each === show)
  const shown = show === 'fits' ? fitting : products.filter((product) => !kind || product.kind === kind)
  const choose = (word: string) => setQuery(word ? { show: word } : {}, { replace: true, preventScrollReset: true })
  if (products.length === 0)
    return (
      <Card>
        <Empty icon="gift" title={t('shop.none')} text={t('shop.noneText')} />
      </Card>
    )
  return (
    <section className="section">
      <h2 className="sr">
        {show === 'fits' ? t('shop.within') : kind ? t(`shop.kinds.${kind}`) : t('shop.everything')}
      </h2>
      <Rail>
        <Chip on={!kind && show !== 'fits'} count={products.length} onClick={() => choose('')}>
          {t('shop.everything')}
        </Chip>
        {kinds.map((each) => (
          <Chip
            key={each}
            on={kind === each}
            icon={kindIcons[each]}
            count={products.filter((product) => product.kind === each).length}
            onClick={() => choose(each)}
          >
            {t(`shop.kinds.${each}`)}
          </Chip>
        ))}
        <Chip on={show === 'fits'} icon="check" count={fitting.length} onClick={() => choose('fits')}>
          {t('shop.within')}
        </Chip>
      </Rail>
      {shown.length === 0 ? (
        <Card>
          <Empty icon="gift" title={t('shop.noneFits')} text={t('shop.noExpiry')} />
        </Card>
      ) : (
        <ProductGrid products={shown} points={points} orders={orders} onFits={() => choose('fits')} />
      )}
    </section>
  )
}
