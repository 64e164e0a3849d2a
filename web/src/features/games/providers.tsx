import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { useFormat } from '../../i18n/format.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Route } from './+types/providers'

export const handle = { title: 'games.studios.title' }

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await serverCall(context)('games.getProviders', { fields: 'sysname,name,image_url,count' })
  return { studios: items }
}

export default function Providers({ loaderData: { studios } }: Route.ComponentProps) {
  const t = useTranslations('games.studios')
  const format = useFormat()
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      {studios.length === 0 ? (
        <Empty icon="layers" title={t('none')} />
      ) : (
        <ul className="studios">
          {studios.map(({ sysname, name, image_url: image, count }) => (
            <li key={sysname}>
              <Link className="card studio" to={paths.gamehall({ providers: [sysname] })}>
                {image ? (
                  <Picture className="studio-pic" src={image} alt="" width={96} height={64} quality={84} />
                ) : (
                  <span className="studio-pic" aria-hidden="true">
                    {Array.from(name)[0]}
                  </span>
                )}
                <b>{name}</b>
                <span className="dim">{t('count', { count, shown: format.number(count) })}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
