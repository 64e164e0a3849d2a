import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { iconOf, useMenu } from '../../site/menus.ts'
import { RichText } from '../../site/rich-text.tsx'
import { SiteLink } from '../../site/site-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Rail, RailSection } from '../../ui/rail.tsx'
import { Section } from '../../ui/section.tsx'
import { Tile } from '../../ui/tile.tsx'
import type { Route } from './+types/home'

export async function loader({ context }: Route.LoaderArgs) {
  const { home, banner } = context.get(bootContext).config
  const { items } = await serverCall(context)('banners.get', { count: 10 })
  return { home, banners: items, slideMs: banner.secondsPerSlide * 1000 }
}

export default function Home({ loaderData: { home, banners, slideMs } }: Route.ComponentProps) {
  const t = useTranslations('home')
  const chips = useMenu(home.chips)
  const slides = banners.flatMap(({ id, label, value, description, image_735_240, image_360_520 }) => {
    if (id === undefined || !label || !image_735_240 || !image_360_520) return []
    const action = description?.url && description.button && (
      <ButtonLink kind="glass" full to={description.url}>
        {description.button}
      </ButtonLink>
    )
    return [
      {
        id: String(id),
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
      {chips.length > 0 && (
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
      {home.preview.tiles.length > 0 && (
        <RailSection
          tiles
          title={home.preview.title}
          more={{ to: paths.gamehall(), text: t('toHall') }}
          labels={{ back: t('back'), forward: t('forward') }}
        >
          {home.preview.tiles.map(({ name, by, image }, place) => (
            <Tile key={name} to={paths.gamehall()} name={name} by={by} image={image} eager={place < 2} />
          ))}
        </RailSection>
      )}
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
