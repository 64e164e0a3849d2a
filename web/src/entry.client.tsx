import type { Messages } from '@croupier/contract/boot'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { MessagesContext } from './i18n/messages-context.ts'

/** Messages are one cached file per locale, already asked for by a preload in the page's head. */
async function loadMessages(): Promise<Messages> {
  const address = document.querySelector<HTMLLinkElement>('link[data-messages]')?.href
  if (!address) return {}
  try {
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`messages: status ${answer.status}`)
    return await answer.json()
  } catch (error) {
    console.error(error)
    return {}
  }
}

const messages = await loadMessages()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <MessagesContext value={messages}>
        <HydratedRouter />
      </MessagesContext>
    </StrictMode>,
  )
})
