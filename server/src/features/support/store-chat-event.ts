import { tidyFeedback } from '@croupier/contract/support'
import type { Operation } from '../../context.ts'
import { addChatEvent } from './store.ts'

/** Told by a browser: kept for support and for the player, and believed for nothing else. */
export const storeChatEvent: Operation<'FreshChat.storeChatEvent'> = async ({ sql, player }, input) => {
  const { channel_id, conversation_id, text, event } = input
  await addChatEvent(sql, {
    player_id: player.id,
    channel_id: tidyFeedback(channel_id),
    conversation_id: tidyFeedback(conversation_id),
    text: tidyFeedback(text),
    event,
  })
  return null
}
