import { start } from '../../../stage/start.ts'
import { blackjack } from './blackjack.ts'

void start(blackjack, {
  words: {
    en: () => import('../words/en.json'),
    es: () => import('../words/es.json'),
    ru: () => import('../words/ru.json'),
  },
})
