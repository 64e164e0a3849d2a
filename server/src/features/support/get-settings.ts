import { chatOf } from '@croupier/contract/chat'
import type { Operation } from '../../context.ts'

export const getSupportSettings: Operation<'support.getsettings'> = async ({ content, locale, chatStandIn }) => {
  const { support, site } = await content.config(locale)
  const chat = chatOf(support, chatStandIn())
  return {
    chat: chat?.provider ?? null,
    config: chat ? { [chat.provider]: chat.settings } : {},
    email: site.supportEmail,
  }
}
