import { useEffect, useState } from 'react'
import { call } from '../../api.ts'
import { useLoaded } from '../../forms/use-loaded.ts'
import { askSportHits } from '../betting/betting.ts'
import { askStudios } from './hall-data.ts'
import type { Found } from './search-rules.ts'
import { askGames } from './tile-game.ts'

const mostResults = 8

const answers = new Map<string, Promise<Found>>()
const mostAnswers = 50

/** An answer that was given a moment ago is given again at once. */
function ask(text: string): Promise<Found> {
  const known = answers.get(text)
  if (known) return known
  if (answers.size >= mostAnswers) answers.clear()
  const asking = askBoth(text)
  answers.set(text, asking)
  asking.catch(() => answers.delete(text))
  return asking
}

/** Games are found whatever becomes of the matches. */
async function askBoth(text: string): Promise<Found> {
  const [games, sports] = await Promise.all([
    askGames(call, { search: text, count: mostResults }),
    askSportHits(call, text).catch(() => []),
  ])
  return { ...games, sports }
}

/** Words that stopped changing. */
function useRested(text: string, restMs: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (text === rested) return
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text, rested, restMs])
  return rested
}

/** Games for what is typed. While the next answer is on its way the last one stays; an answer to older words is dropped. */
export function useSearch(text: string, restMs: number) {
  const rested = useRested(text.trim(), restMs)
  const games = useLoaded(rested, async () => (rested ? await ask(rested) : null))
  const around = useLoaded('around', async () => {
    const [studios, popular] = await Promise.all([askStudios(call), askGames(call, { sort: 'popular', count: 3 })])
    return { studios, popular: popular.games }
  })
  return {
    games,
    studios: around.state === 'ready' ? around.value.studios : [],
    popular: around.state === 'ready' ? around.value.popular : [],
  }
}
