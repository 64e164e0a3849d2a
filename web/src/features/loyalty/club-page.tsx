import type { WireCharacter, WireProduct, WireProgram } from '@croupier/contract/methods/loyalty'
import { paths } from '@croupier/contract/paths'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { useShell } from '../../shell.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ErrorInPlace } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Route } from './+types/club-page'
import { askClub, openClub } from './club-data.ts'
import { ClubDrawings } from './club-drawings.tsx'
import { ClubSwitch } from './club-switch.tsx'
import { DealerRow } from './dealer-row.tsx'
import { ClubHero } from './hero.tsx'
import { Ladder } from './ladder.tsx'
import { openDealers } from './open-dealers.tsx'
import { ProductGrid } from './product-grid.tsx'
import { ProgramRules } from './program-rules.tsx'
import { QuestList } from './quest-list.tsx'
import './loyalty.css'

export const handle = { title: 'loyalty.title' }

const previewCount = 6

export async function loader({ context }: Route.LoaderArgs) {
  const club = openClub(context)
  const { call, orNull, hasCharacters, isPlayer } = club
  const own = isPlayer ? await askClub(club) : null
  const isActive = own?.info?.is_active === true
  const [programs, dealers, products] = await Promise.all([
    orNull(call('loyalty.getPrograms', {})),
    hasCharacters ? orNull(call('loyalty.getcharacters', {})) : null,
    isActive ? orNull(call('loyalty.getproducts', { count: previewCount })) : null,
  ])
  return { own, isPlayer, programs: programs?.items ?? null, dealers: dealers?.items ?? [], products }
}

export default function Club({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('loyalty')
  const { own, isPlayer, programs, dealers, products } = loaderData
  const { revalidate } = useRevalidator()
  useTopic('balance', () => void revalidate())
  useTopic('account', () => void revalidate())
  if (!isPlayer || !own) return <GuestClub programs={programs} dealers={dealers} />
  const { info, quests } = own
  if (!info)
    return (
      <>
        <PageHead title={t('title')} />
        <Card>
          <ErrorInPlace
            title={t('failed.title')}
            retry={{ text: t('failed.retry'), onClick: () => void revalidate() }}
          />
        </Card>
      </>
    )
  if (!info.is_active)
    return (
      <>
        <PageHead title={t('title')} text={t('offLead')} />
        <ClubSwitch info={info} />
      </>
    )
  const program = programs?.find(({ sysname }) => sysname === info.program?.sysname)
  return (
    <>
      <ClubDrawings />
      <ClubHero
        info={info}
        actions={
          <>
            <ButtonLink kind="ivory" size="l" to={paths.loyaltyShop()}>
              {t('openShop')}
            </ButtonLink>
            {dealers.length > 0 && (
              <Button size="l" kind="outline" onClick={() => openDealers(dealers)}>
                {info.character ? t('dealers.change') : t('dealers.title')}
              </Button>
            )}
            <ButtonLink size="l" kind="ghost" to={paths.profileLoyalty()}>
              {t('history.title')}
            </ButtonLink>
          </>
        }
      />
      <Ladder
        levels={info.levels}
        more={program && { to: paths.loyaltyProgram(program.sysname), text: t('ladder.more') }}
      />
      <div className="club-halves">
        <QuestList quests={quests} />
        <DealerRow dealers={dealers} isPlayer />
      </div>
      {products && products.items.length > 0 && (
        <ShopPreview products={products.items} total={products.total} points={info.points} />
      )}
    </>
  )
}

type PreviewProps = { products: WireProduct[]; total: number; points: number }

function ShopPreview({ products, total, points }: PreviewProps) {
  const t = useTranslations('loyalty')
  const format = useFormat()
  return (
    <Section
      title={t('shop.title')}
      more={{ to: paths.loyaltyShop(), text: t('shop.all', { count: total }) }}
      tail={<Tag tone="brass">{t('shop.points', { points: format.number(points), count: points })}</Tag>}
    >
      <ProductGrid products={products} points={points} />
    </Section>
  )
}

type GuestProps = { programs: WireProgram[] | null; dealers: WireCharacter[] }

/** The programmes as they were published, and who deals. */
function GuestClub({ programs, dealers }: GuestProps) {
  const t = useTranslations('loyalty')
  const { revalidate } = useRevalidator()
  const { config } = useShell()
  return (
    <>
      <ClubDrawings />
      <PageHead title={t('title')} text={t('lead', { site: config.site.name })}>
        <div className="row club-actions">
          <ButtonLink kind="ivory" size="l" to={`?show_popup_reg=1&redirectUrl=${encodeURIComponent(paths.loyalty())}`}>
            {t('join')}
          </ButtonLink>
          <ButtonLink size="l" to="?show_popup_auth=1">
            {t('logIn')}
          </ButtonLink>
        </div>
      </PageHead>
      {programs === null && (
        <Card>
          <ErrorInPlace
            title={t('failed.title')}
            retry={{ text: t('failed.retry'), onClick: () => void revalidate() }}
          />
        </Card>
      )}
      {programs?.length === 0 && (
        <Card>
          <Empty icon="award" title={t('noPrograms')} text={t('noProgramsText')} />
        </Card>
      )}
      {programs?.map((program) => (
        <section key={program.sysname} className="club-program" aria-label={program.title}>
          <div className="page-head">
            <h2>{program.title}</h2>
            <p className="muted">{program.text}</p>
          </div>
          <Ladder
            levels={program.levels}
            more={{ to: paths.loyaltyProgram(program.sysname), text: t('ladder.more') }}
          />
          <ProgramRules program={program} />
        </section>
      ))}
      <DealerRow dealers={dealers} isPlayer={false} />
    </>
  )
}
