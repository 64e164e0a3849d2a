import './support.css'
import { noConsent } from '@croupier/contract/consent'
import type { Page } from '@croupier/contract/content'
import { email } from '@croupier/contract/fields/email'
import { outsideOf } from '@croupier/contract/outside'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { Faq } from '../../site/faq.tsx'
import { HelplineItems } from '../../site/helpline-items.tsx'
import { iconOf } from '../../site/menus.ts'
import { PageHead } from '../../site/page-head.tsx'
import { SiteLink } from '../../site/site-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import type { Route } from './+types/support-page'
import { ChatCard } from './chat-card.tsx'
import { Choices } from './choices.tsx'
import { FeedbackForm } from './feedback-form.tsx'

export const handle = { title: 'support.title' }

/** The page of answers, where content has one. */
const answersSlug = 'help'
const mostAnswers = 5

export async function loader({ context }: Route.LoaderArgs) {
  const boot = context.get(bootContext)
  const { support, site } = boot.config
  const [page, { chat, config }] = await Promise.all([
    boot.page(answersSlug),
    serverCall(context)('support.getsettings', {}),
  ])
  const answers = page?.faq.slice(0, mostAnswers) ?? []
  return {
    topics: support.topics,
    helplines: site.helplines,
    answers,
    chat: chat && { provider: chat, isStandIn: config[chat]?.src.startsWith('http:') ?? false },
    hasChoices: outsideOf({ config: boot.config, standIn: null, consent: noConsent }) !== null,
    supportEmail: email(site.supportEmail) === null ? site.supportEmail : null,
  }
}

type Data = Route.ComponentProps['loaderData']

export default function Support({ loaderData }: Route.ComponentProps) {
  const { topics, helplines, answers, chat, hasChoices, supportEmail } = loaderData
  const t = useTranslations('support')
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      {topics.length > 0 && <Topics topics={topics} />}
      {answers.length > 0 && <Answers answers={answers} />}
      {chat && <ChatCard {...chat} />}
      <Section title={t('write')}>
        <div className="support-write">
          <Card>
            <FeedbackForm />
          </Card>
          <div className="support-aside">
            <p className="muted">{t('writeText')}</p>
            {supportEmail && (
              <p>
                <span className="muted">{t('mail')}</span>{' '}
                <a className="link" href={`mailto:${supportEmail}`}>
                  {supportEmail}
                </a>
              </p>
            )}
          </div>
        </div>
      </Section>
      {hasChoices && <Choices />}
      {helplines.length > 0 && <Helplines helplines={helplines} />}
    </>
  )
}

function Topics({ topics }: Pick<Data, 'topics'>) {
  const t = useTranslations('support')
  return (
    <Section title={t('topics')}>
      <ul className="promises support-topics">
        {topics.map(({ icon, title, text, url }) => {
          const name = iconOf(icon)
          return (
            <li key={title}>
              <Card className="promise">
                {name && <Icon name={name} size={22} />}
                <h3>{url ? <SiteLink url={url}>{title}</SiteLink> : title}</h3>
                <p className="muted">{text}</p>
              </Card>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function Answers({ answers }: { answers: Page['faq'] }) {
  const t = useTranslations('support')
  return (
    <Section title={t('answers')} more={{ to: paths.page(answersSlug), text: t('allAnswers') }}>
      <div className="faq">
        <Faq list={answers} />
      </div>
    </Section>
  )
}

function Helplines({ helplines }: Pick<Data, 'helplines'>) {
  const t = useTranslations('support')
  return (
    <Section title={t('helplines')}>
      <Card>
        <p className="muted">{t('helplinesText')}</p>
        <ul className="helplines">
          <HelplineItems list={helplines} />
        </ul>
      </Card>
    </Section>
  )
}
