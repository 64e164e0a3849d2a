import { start } from '../../../stage/start.ts'
import { captainsShare } from './captains-share.ts'

start(captainsShare, {
  words: {
    en: () => import('../words/en.json'),
    es: () => import('../words/es.json'),
    ru: () => import('../words/ru.json'),
  },
})
