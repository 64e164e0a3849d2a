import type { Operations } from '../../context.ts'
import { getSupportSettings } from './get-settings.ts'
import { sendFeedback } from './send-feedback.ts'
import { storeChatEvent } from './store-chat-event.ts'

export { answerFeedback } from './answer-feedback.ts'
export { exportSupport } from './export.ts'
export { forgetOldChats, forgetOldFeedback, listFeedback } from './store.ts'

export const supportMethods = {
  'support.getsettings': getSupportSettings,
  'Support.sendFeedback': sendFeedback,
  'FreshChat.storeChatEvent': storeChatEvent,
} satisfies Partial<Operations>
