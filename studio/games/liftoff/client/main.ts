import { start } from '../../../stage/start.ts'
import { liftoff } from './liftoff.ts'

void start(liftoff, {
  words: {
    en: () => import('../words/en.json'),
    es: () => import('../words/es.json'),
    ru: () => import('../words/ru.json'),
  },
})
