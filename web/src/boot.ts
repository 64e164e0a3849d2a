import type { Boot } from '@croupier/contract/boot'
import { createContext } from 'react-router'

export const bootContext = createContext<Boot>()
