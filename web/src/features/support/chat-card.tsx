import type { ChatProvider } from '@croupier/contract/chat'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import { changeConsent } from './change-consent.ts'
import { keepOpenWish } from './chat-wish.ts'

const names: Record<ChatProvider, string> = {
  live_tex: 'LiveTex',
  freshChat: 'Freshchat',
  liveChat: 'LiveChat',
  verbox: 'Verbox',
  betunlim: 'Betunlim',
  jivoSite: 'Jivo',
  comm100: 'Comm100',
}

type Props = { provider: ChatProvider; isStandIn: boolean }

/** Says who runs the chat before anything of it is loaded; the button is the yes. */
export function ChatCard({ provider, isStandIn }: Props) {
  const t = useTranslations('support.chat')
  const { consent } = useShell()
  // The page's policy is another with a yes and with a no, so the page is loaded anew.
  const agree = () => {
    changeConsent({ chat: true })
    keepOpenWish()
    location.reload()
  }
  const leave = () => {
    changeConsent({ chat: false })
    location.reload()
  }
  const open = async () => (await import('./chat-host.tsx')).openRunningChat()
  const name = isStandIn ? t('standIn') : names[provider]
  return (
    <Section title={t('title')}>
      <Card className="support-chat">
        <p className="muted">{consent.chat ? t('on', { name }) : t('text', { name })}</p>
        <div className="support-acts">
          {consent.chat ? (
            <>
              <Button kind="primary" size="l" icon="message-circle" onClick={open}>
                {t('open')}
              </Button>
              <Button size="l" onClick={leave}>
                {t('leave')}
              </Button>
            </>
          ) : (
            <Button kind="primary" size="l" icon="message-circle" onClick={agree}>
              {t('start')}
            </Button>
          )}
        </div>
      </Card>
    </Section>
  )
}
