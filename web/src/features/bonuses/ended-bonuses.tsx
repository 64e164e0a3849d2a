import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useAttempt } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { askBonuses } from './bonus-data.ts'
import { type EndLine, endLine } from './rules.ts'

const fewEnded = 5

type Props = {
  /** Those that came with the page. */
  first: readonly WireBonus[]
  /** How many bonuses came with it, ended or not, and how many there are. */
  loaded: number
  total: number
}

/** One quiet line each: what became of the money. */
export function EndedBonuses({ first, loaded, total }: Props) {
  const t = useTranslations('bonuses.ended')
  const { isBusy, problem, attempt } = useAttempt()
  const [isAll, setAll] = useState(false)
  const [later, setLater] = useState<readonly WireBonus[]>([])
  if (first.length === 0) return null
  const known = new Set(first.map(({ id }) => id))
  const all = [...first, ...later.filter(({ id }) => !known.has(id))]
  const isMoreHere = !isAll && all.length > fewEnded
  const isMoreThere = loaded + later.length < total
  const more = () => {
    if (isMoreHere) return setAll(true)
    return attempt(async () => {
      const { items } = await askBonuses(call, loaded + later.length)
      setLater([...later, ...items])
    })
  }
  return (
    <Section title={t('title')}>
      <ul className="card bonus-lines">
        {(isAll ? all : all.slice(0, fewEnded)).map((bonus) => (
          <Ended key={bonus.id} bonus={bonus} />
        ))}
      </ul>
      {problem && <Notice kind="error">{problem}</Notice>}
      {(isMoreHere || isMoreThere) && (
        <Button full busy={isBusy} onClick={more}>
          {t('more')}
        </Button>
      )}
    </Section>
  )
}

const icons: Record<EndLine['word'], IconName> = {
  completed: 'check',
  completedPart: 'check',
  lost: 'history',
  expired: 'clock',
  declined: 'x',
  removed: 'undo-2',
}

function Ended({ bonus }: { bonus: WireBonus }) {
  const t = useTranslations('bonuses')
  const format = useFormat()
  const { word, reason, amount, isGain } = endLine(bonus)
  // What is over by the clock has ended when its time did.
  const at = bonus.ended_at ?? bonus.expires_at ?? bonus.take_by
  return (
    <li>
      <span className={cx('item-pip', isGain && 'is-done')}>
        <Icon name={icons[word]} />
      </span>
      <div className="bonus-line-text">
        <b>{bonus.title}</b>
        <p>
          {t.rich(`ended.${word}`, {
            date: () => <LocalTime at={at} />,
            reason: reason ? t(`endReasons.${reason}`) : '',
            forfeited: format.money(bonus.result.forfeited),
          })}
          {bonus.end_note && <>. {bonus.end_note}</>}
        </p>
      </div>
      <b className={cx('num', !isGain && 'is-quiet')}>{isGain ? format.signedMoney(amount) : format.money(amount)}</b>
    </li>
  )
}
