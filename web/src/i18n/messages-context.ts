import type { Messages } from '@croupier/contract/boot'
import { createContext } from 'react'

export const MessagesContext = createContext<Messages>({})

/** Only the server knows it, and only for pages that are made for one visitor. */
export const NonceContext = createContext<string | undefined>(undefined)
