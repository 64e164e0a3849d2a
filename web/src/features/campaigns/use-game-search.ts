import type { Game } from '@croupier/contract/methods/games'
import { useEffect, useState } from 'react'
import { call } from '../../api.ts'
import { useLoaded } from '../../forms/use-loaded.ts'

type FoundGame = Pick<Game, 'sysname' | 'name' | 'type' | 'provider'>

const restMs = 250
const mostFound = 8

/** Games of a name, a moment after the last key. */
export function useGameSearch(text: string): FoundGame[] | 'waiting' | 'failed' {
  const wanted = text.trim()
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(wanted), restMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const found = useLoaded(rested, async () => (rested === '' ? null : ask(rested)))
  if (found.state === 'failed') return 'failed'
  return found.state === 'ready' && found.value ? found.value : 'waiting'
}

async function ask(search: string): Promise<FoundGame[]> {
  const options = JSON.stringify({ search, count: mostFound })
  const { items } = await call('games.get', { options, fields: 'sysname,name,type,provider,description' })
  return items.map(({ sysname, name, type, provider, description }) => ({
    sysname,
    name: description.name || name,
    type,
    provider,
  }))
}
