import type { Messages } from '@croupier/contract/boot'
import { pageAtCanonical } from '@croupier/contract/paths'
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

// Search engines lead to the canonical address of a game, where its page stands too; the router knows it by the plain one.
const address = pageAtCanonical(location.pathname)
if (address !== location.pathname) history.replaceState(history.state, '', address + location.search + location.hash)

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
