import { fromDecimal, isCurrency, toDecimal } from '@croupier/contract/money'
import { stakesOf } from '@croupier/studio/engine/stakes'
import { studioGame } from '@croupier/studio/games'
import { begin } from '../db/db.ts'
import { readStanding } from '../features/account/account.ts'
import { addPack } from '../features/freespins/freespins.ts'
import type { Command, Result } from './command.ts'
import { forPlayer } from './player-commands.ts'

const no = (line: string): Result => ({ lines: [line], code: 1 })

const readGrant: Command['read'] = ({
  words: [login = '', game = '', countWord, stakeWord = '', daysWord = '30', key],
}) => {
  const [count, lifeDays] = [Number(countWord), Number(daysWord)]
  if (!isCount(count, 1_000) || !isCount(lifeDays, 365)) return null
  return ({ db }) =>
    forPlayer(db, login, async ({ playerId, login: name }) => {
      const title = studioGame(game)
      if (title?.about.type !== 'slot') return no(`${game} has no free spins.`)
      const { currency } = await readStanding(db.sql, playerId)
      if (!isCurrency(currency)) return no(`${name} has no currency that games know.`)
      const { min, max, step } = stakesOf(currency, title.about.mostUnits)
      const stake = fromDecimal(stakeWord, currency)
      if (stake === null || stake < min || stake > max || stake % step !== 0n) {
        const range = `${toDecimal(min, currency)} to ${toDecimal(max, currency)} ${currency}`
        return no(`The stake of ${title.about.name} is ${range}, in steps of ${toDecimal(step, currency)}.`)
      }
      const pack = { playerId, game, currency, stake, count, lifeDays, key: key ?? `operator:${crypto.randomUUID()}` }
      const isNew = await begin(db, (tx) => addPack(tx, pack))
      if (!isNew) return no('This key has granted spins already.')
      return {
        lines: [`${name} has ${count} spins of ${title.about.name} at ${toDecimal(stake, currency)} ${currency}.`],
        code: 0,
      }
    })
}

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most

export const freespinCommands: Command[] = [
  {
    form: 'freespins grant <login> <game> <count> <stake> [days] [key]',
    about: 'spins that the house stakes; the same key grants once',
    read: readGrant,
  },
]
