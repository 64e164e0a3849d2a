import type { WireProgram } from '@croupier/contract/methods/loyalty'
import { paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import { data, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import type { Route } from './+types/program-page'
import { ChipMark } from './chip-mark.tsx'
import { openClub } from './club-data.ts'
import { ProgramRules } from './program-rules.tsx'
import './loyalty.css'

export const handle = { title: 'loyalty.programTitle', isIndexed: false }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = openClub(context)
  const program = await call('loyalty.getProgram', { sysname: params.sysname }).catch((error: unknown) => {
    if (Refusal.is(error)) throw data(null, { status: 404 })
    throw error
  })
  const { title, text } = program
  return { program, seoTokens: { name: title, title, description: text } }
}

/** One programme: each level with all it gives, rates as sums of money, and which version this is. */
export default function Program({ loaderData: { program } }: Route.ComponentProps) {
  const t = useTranslations('loyalty')
  const { features } = useShell()
  const { title, text, version } = program
  return (
    <>
      <PageHead title={title} text={text}>
        <p>
          <Link className="link" to={paths.loyalty()}>
            {t('toClub')}
          </Link>
          {features.responsibleGaming && (
            <>
              {' · '}
              <Link className="link" to={paths.responsibleGame()}>
                {t('figures.limits')}
              </Link>
            </>
          )}
        </p>
      </PageHead>
      <Levels levels={program.levels} />
      <ProgramRules program={program} />
      <p className="dim club-version">
        {t.rich('version', { hash: version.hash.slice(0, 12), date: () => <LocalTime at={version.published_at} /> })}
      </p>
    </>
  )
}

function Levels({ levels }: Pick<WireProgram, 'levels'>) {
  const t = useTranslations('loyalty')
  const format = useFormat()
  return (
    <Section title={t('ladder.levels')}>
      <ol className="club-levels">
        {levels.map(({ id, name, image, minValue, benefits }) => (
          <li key={id} className="card">
            <ChipMark level={id} image={image} />
            <div>
              <h3>
                <span className="sr">{t('ladder.level', { level: id })} </span>
                {name}
              </h3>
              <p className="dim">{t('ladder.from', { points: format.number(minValue), count: minValue })}</p>
            </div>
            <ul>
              {benefits.length === 0 && <li>{t('ladder.nothing')}</li>}
              {benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  )
}
