import { start } from '../../../stage/start.ts'
import { plinth } from './plinth.ts'

start(plinth, {
  words: {
    en: () => import('../words/en.json'),
    es: () => import('../words/es.json'),
    ru: () => import('../words/ru.json'),
  },
})
