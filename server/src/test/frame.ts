import { randomUUID } from 'node:crypto'
import { studioGames } from '@croupier/studio/games'
import { installGames } from '../features/games/games.ts'
import type { testApp } from './app.ts'

type TestSite = Awaited<ReturnType<typeof testApp>>

const fromPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }

/** The frame of a game page, as a browser asks for it and reads it. */
export async function frames({ send, as, db }: Pick<TestSite, 'send' | 'as' | 'db'>) {
  await installGames(db, studioGames, { isSandboxOn: true, isSportsOn: true })

  async function open(cookie: string | null, path: string, headers: Record<string, string> = {}) {
    const answer = await send({
      method: 'GET',
      url: `/platform/game/${path}`,
      headers: { ...fromPage, ...(cookie && { cookie }), ...headers },
    })
    const read = (id: string) => {
      const [, text] =
        new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(answer.body) ?? []
      return text === undefined ? null : JSON.parse(text)
    }
    return { ...answer, launch: read('launch'), note: read('note')?.note }
  }

  /** What the game itself calls: no cookie, no origin. */
  const call = async (method: string, body: Record<string, string>) => {
    const { json } = await as(null).post(method, body)
    return json.result === 1 ? { data: json.data, reason: '' } : { data: null, reason: json.error.error_data?.reason }
  }

  return {
    open,
    call,
    /** One throw of two dice for the least stake. */
    throwDice: (token: string, round: string = randomUUID()) =>
      call('rounds.play', { token, round, stake: '0.20', choice: '{"side":"over","target":7}' }),
    /** Opens a sheet with one mine and leaves it open. */
    foldMines: (token: string, round: string = randomUUID()) =>
      call('rounds.play', { token, round, stake: '0.20', choice: '{"mines":1}' }),
  }
}
