import { z } from 'zod'
import { chatEvents, chatProviders } from '../chat.ts'
import { checked, method, saved } from '../method.ts'
import { feedbackTextReason, feedbackTopics } from '../support.ts'

const chatSettings = z.object({
  id: z.string(),
  license: z.string(),
  src: z.string(),
  widget_id: z.string(),
  lang: z.string(),
})

const words = z.string().max(200)

export const support = {
  'support.getsettings': method({
    about: 'Whose chat the house has, if any, with the settings of that provider alone; and the address of support.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({}),
    output: z.object({
      chat: z.enum(chatProviders).nullable(),
      config: z.record(z.string(), chatSettings),
      email: z.string(),
    }),
    refuses: [],
    cacheSeconds: 30,
  }),
  'FreshChat.storeChatEvent': method({
    about: 'Keeps what was said in the chat of an outside provider, as the browser of the player tells it.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({
      channel_id: words.default(''),
      conversation_id: words.default(''),
      text: z.string().max(4000),
      event: z.enum(chatEvents),
    }),
    output: saved,
    refuses: ['TooManyRequests'],
    limit: { points: 120, seconds: 60 },
  }),
  'Support.sendFeedback': method({
    about:
      'Writes to support. Who has no e-mail address with the house says in contact where to answer. The same words again within ten minutes are one message.',
    verb: 'POST',
    who: 'anyone',
    isForPayout: true,
    input: z.object({
      topic: z.enum(feedbackTopics),
      text: checked(feedbackTextReason),
      contact: z.string().max(254).default(''),
    }),
    output: saved,
    refuses: ['TooManyRequests'],
    limit: { points: 10, seconds: 3600 },
  }),
}
