import { studioGames } from '@croupier/studio/games'
import type { Context } from '../../../context.ts'
import type { Listener } from '../../../db/listener.ts'
import type { PublicSource } from '../../../ports/public-source.ts'
import { noteWatched, sharedChannel } from './store.ts'
import { timesOf } from './times.ts'
import { readTable, type WireTable } from './view.ts'

/** Without a listener no table is told anything: its streams only beat. */
type SourceContext = Pick<Context, 'sql' | 'config' | 'keys'> & { listener: Listener | null }

/** What a page has to draw anew. */
const roundText = ({ round, history }: WireTable) => JSON.stringify([round, history])

/** Every round that players share, as all pages may see it. */
export const tableSources = (ctx: SourceContext): PublicSource[] =>
  studioGames.filter(({ flight }) => flight).map(({ about }) => tableSource(ctx, about.sysname))

function tableSource({ sql, config, keys, listener }: SourceContext, game: string): PublicSource {
  const times = timesOf(config.jurisdiction)
  let told: WireTable | null = null
  return {
    name: game,
    /** Everything where the round went on; else only which players got in or off. */
    async read() {
      const table = await readTable(sql, { game, times, keys })
      const before = told
      told = table
      const whole = { topic: 'state', data: table } as const
      const { round, server_now, players } = table
      const hasMoved = !before || roundText(before) !== roundText(table)
      const isCrowdNew = !before || JSON.stringify(before.players) !== JSON.stringify(players)
      const crowd = { topic: 'players', data: { id: round?.id ?? null, server_now, players } } as const
      return { nowMs: server_now, whole, change: hasMoved ? whole : isCrowdNew ? crowd : null }
    },
    listen: async (onChange) =>
      listener?.listen(sharedChannel, {
        onNotice: (named) => {
          if (named === game) onChange()
        },
        // What was said while this node did not hear is made up for.
        onConnect: onChange,
      }),
    noteWatched: () => noteWatched(sql, game),
  }
}
