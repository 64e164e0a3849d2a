import { start } from '../../../stage/start.ts'
import { roulette } from './roulette.ts'

void start(roulette, {
  words: {
    en: () => import('../words/en.json'),
    es: () => import('../words/es.json'),
    ru: () => import('../words/ru.json'),
  },
})
