import '@fontsource-variable/geologica/wght.css'
import '@fontsource-variable/onest/wght.css'
import './stage.css'
import { callerOf } from './call.ts'
import { el } from './dom.ts'
import type { GameClient } from './game-client.ts'
import { type Launch, launchElement } from './launch.ts'
import { openReplay } from './replay.ts'
import { runGame } from './run-game.ts'
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
export async function start<View>(
  client: GameClient<View>,
  { words: gameWords }: { words: WordLoaders },
): Promise<void> {
  const launch = readLaunch()
  const call = callerOf(launch)
  // Asked before the words are there: what is slow goes at the same time.
  const opened = launch.mode === 'replay' ? null : call('rounds.open', {})
  opened?.catch(() => {})
  const [own, common] = await Promise.all([loadWords(gameWords, launch.locale), loadWords(stageWords, launch.locale)])
  const page = { launch, words: sayWith(common), gameWords: sayWith(own, common) }
  try {
    await (launch.mode === 'replay' ? openReplay(client, page) : runGame(client, page, { call, opened }))
  } catch (error) {
    document.body.append(el('p', { class: 'st-fault', role: 'alert', text: page.words('fault') }))
    throw error
  }
}
