import type { LoyaltyInfo, WireProgram } from '@croupier/contract/methods/loyalty'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { Section } from '../../ui/section.tsx'
import { ChipMark } from './chip-mark.tsx'

type Step = WireProgram['levels'][number] & Partial<Pick<LoyaltyInfo['levels'][number], 'is_current' | 'is_reached'>>

/** All levels in a row; to a player with its own marked. */
export function Ladder({ levels, more }: { levels: readonly Step[]; more?: { to: string; text: string } }) {
  const t = useTranslations('loyalty.ladder')
  const format = useFormat()
  return (
    <Section title={t('title')} more={more}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <ol className="club-ladder" tabIndex={0} aria-label={t('title')}>
        {levels.map(({ id, name, image, minValue, benefits, is_current, is_reached }) => (
          <li
            key={id}
            className={cx(is_reached && 'is-reached', is_current && 'is-now')}
            aria-current={is_current ? 'step' : undefined}
          >
            <ChipMark level={id} image={image} />
            <b>
              <span className="sr">{t('level', { level: id })} </span>
              {name}
            </b>
            <small>{benefits[0] ?? t('from', { points: format.number(minValue), count: minValue })}</small>
          </li>
        ))}
      </ol>
    </Section>
  )
}
