import '@fontsource-variable/geologica/wght.css'
import '@fontsource-variable/onest/wght.css'
import './stage.css'
import { callerOf } from './call.ts'
import { el } from './dom.ts'
import { type Launch, launchElement } from './launch.ts'
import { openLive } from './live.ts'
import { openReplay } from './replay.ts'
import type { Title } from './title.ts'
import { loadWords, sayWith, type WordLoaders } from './words.ts'

const stageWords: WordLoaders = {
  en: () => import('./words/en.json'),
  es: () => import('./words/es.json'),
  ru: () => import('./words/ru.json'),
}

function readLaunch(): Launch {
  return JSON.parse(document.getElementById(launchElement)?.textContent ?? 'null')
}

/** What every client calls, once. The platform has written the launch into the page. */
export async function start<View>(title: Title<View>, { words: titleWords }: { words: WordLoaders }): Promise<void> {
  const launch = readLaunch()
  const call = callerOf(launch)
  // Asked before the words are there: what is slow goes at the same time.
  const opened = launch.mode === 'replay' ? null : call('rounds.open', {})
  opened?.catch(() => {})
  const [own, common] = await Promise.all([loadWords(titleWords, launch.locale), loadWords(stageWords, launch.locale)])
  const page = { launch, words: sayWith(common), titleWords: sayWith(own, common) }
  try {
    await (launch.mode === 'replay' ? openReplay(title, page) : openLive(title, page, { call, opened }))
  } catch (error) {
    document.body.append(el('p', { class: 'st-fault', role: 'alert', text: page.words('fault') }))
    throw error
  }
}
