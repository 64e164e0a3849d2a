import { start } from '../../../stage/start.ts'
import { twinDice } from './twin-dice.ts'

void start(twinDice, {
  words: {
    en: () => import('../words/en.json'),
    es: () => import('../words/es.json'),
    ru: () => import('../words/ru.json'),
  },
})
