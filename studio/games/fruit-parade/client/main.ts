import { start } from '../../../stage/start.ts'
import { fruitParade } from './fruit-parade.ts'

start(fruitParade, {
  words: {
    en: () => import('../words/en.json'),
    es: () => import('../words/es.json'),
    ru: () => import('../words/ru.json'),
  },
})
