import { start } from '../../../stage/start.ts'
import { minefold } from './minefold.ts'

void start(minefold, {
  words: {
    en: () => import('../words/en.json'),
    es: () => import('../words/es.json'),
    ru: () => import('../words/ru.json'),
  },
})
