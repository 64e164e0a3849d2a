import type { WireQuest } from '@croupier/contract/methods/loyalty'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Empty, ErrorInPlace } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { questCount, questIcon, stepPage } from './club-rules.ts'

/** What points can be had for beside play. What is done was paid by the time it is shown: nothing has to be claimed. */
export function QuestList({ quests }: { quests: readonly WireQuest[] | null }) {
  const t = useTranslations('loyalty.quests')
  const failed = useTranslations('loyalty.failed')
  const { revalidate } = useRevalidator()
  return (
    <Section title={t('title')} tail={<span className="dim">{t('paid')}</span>}>
      {quests === null && (
        <Card>
          <ErrorInPlace title={failed('title')} retry={{ text: failed('retry'), onClick: () => void revalidate() }} />
        </Card>
      )}
      {quests?.length === 0 && (
        <Card>
          <Empty icon="award" title={t('none')} text={t('noneText')} />
        </Card>
      )}
      {quests && quests.length > 0 && (
        <div className="club-quests">
          {quests.map((quest) => (
            <QuestCard key={quest.id} quest={quest} />
          ))}
        </div>
      )}
    </Section>
  )
}

function QuestCard({ quest }: { quest: WireQuest }) {
  const t = useTranslations('loyalty.quests')
  const format = useFormat()
  const { title, text, reward, steps, state, period, ends_at } = quest
  const { done, of } = questCount(quest)
  const isDone = state === 'done'
  return (
    <article className="club-quest" data-quest={quest.id}>
      <header>
        <span className={cx('item-pip', isDone && 'club-pip-done')}>
          <Icon name={isDone ? 'check' : questIcon(quest)} />
        </span>
        <div>
          <h3>{title}</h3>
          <p className="dim">{text}</p>
        </div>
        <b className="num club-reward">
          <span aria-hidden="true">+{format.number(reward)}</span>
          <span className="sr">{t('reward', { points: format.number(reward), count: reward })}</span>
        </b>
      </header>
      <ol>
        {steps.map((step) => (
          <QuestStep key={`${step.kind} ${step.link}`} step={step} isOnly={steps.length === 1} />
        ))}
      </ol>
      <footer>
        <Progress value={of === 0 ? 0 : done / of} label={t('progress')} tone="time" thin />
        <span className="club-quest-count dim">{t('count', { done, of })}</span>
        <span className="club-quest-end dim">
          {isDone && (
            <Tag tone="positive" icon="check">
              {t('done')}
            </Tag>
          )}
          {!isDone && period === 'once' && t('once')}
          {!isDone && period === 'weekly' && ends_at && t.rich('until', { date: () => <LocalTime at={ends_at} /> })}
        </span>
      </footer>
    </article>
  )
}

/** The count of an only step stands below it. */
function QuestStep({ step, isOnly }: { step: WireQuest['steps'][number]; isOnly: boolean }) {
  const t = useTranslations('loyalty.quests')
  const { kind, is_done, done, of } = step
  return (
    <li className={cx(is_done && 'is-done')}>
      <i aria-hidden="true">{is_done && <Icon name="check" />}</i>
      <span>
        {t(`steps.${kind}`, { count: of })}
        {of > 1 && !isOnly && <span className="dim"> {t('count', { done, of })}</span>}
        {is_done && <span className="sr"> {t('done')}</span>}
      </span>
      {!is_done && (
        <Link className="link" to={stepPage(step)} aria-label={t('goTo', { step: t(`steps.${kind}`, { count: of }) })}>
          {t('go')}
        </Link>
      )}
    </li>
  )
}
