import { type Currency, fromDecimal, isCurrency, toDecimal } from '@croupier/contract/money'
import { stakesOf } from '@croupier/studio/engine/stakes'
import { studioGame } from '@croupier/studio/games'
import { begin, type Database } from '../db/db.ts'
import { lockPlayer, readStanding } from '../features/account/account.ts'
import { addPack, endPack, tellPackReady } from '../features/freespins/freespins.ts'
import { findGame, sportsRunner } from '../features/games/games.ts'
import { arePromotionsOpen } from '../features/limits/limits.ts'
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
      const { currency, isExcluded, isDeleted } = await readStanding(db.sql, playerId)
      if (!isCurrency(currency)) return no(`${name} has no currency that games know.`)
      const spin = await spinOf(db, { game, currency, stakeWord })
      if ('why' in spin) return no(spin.why)
      const { stake, title } = spin
      if (isExcluded || isDeleted || !(await arePromotionsOpen(db.sql, playerId)))
        return no(`${name} gets no spins now.`)
      const pack = { playerId, game, currency, stake, count, lifeDays, key: key ?? `operator:${crypto.randomUUID()}` }
      const id = await begin(db, async (tx) => {
        await lockPlayer(tx, playerId)
        const added = await addPack(tx, pack)
        const expiresAt = new Date(Date.now() + lifeDays * 86_400_000)
        if (added !== null) await tellPackReady(tx, { playerId, game, count, expiresAt })
        return added
      })
      if (id === null) return no('This key has granted spins already.')
      const what = `${count} spins of ${title} at ${toDecimal(stake, currency)} ${currency}`
      return { lines: [`${name} has ${what}: pack ${id}.`], code: 0 }
    })
}

type Asked = { game: string; currency: Currency; stakeWord: string }

/** Our own slots know which stakes they take; another studio is told the stake and knows its own. */
async function spinOf(
  db: Database,
  { game, currency, stakeWord }: Asked,
): Promise<{ stake: bigint; title: string } | { why: string }> {
  const own = studioGame(game)
  const stake = fromDecimal(stakeWord, currency)
  if (!own) {
    const found = await findGame(db.sql, game)
    if (!found || found.runner === null || found.runner === sportsRunner) return { why: `No studio runs ${game}.` }
    return stake && stake > 0n ? { stake, title: found.name } : { why: 'A stake is an amount above zero.' }
  }
  if (own.about.type !== 'slot') return { why: `${own.about.name} has no free spins.` }
  const { min, max, step } = stakesOf(currency, own.about.mostUnits)
  if (stake !== null && stake >= min && stake <= max && stake % step === 0n) return { stake, title: own.about.name }
  const range = `${toDecimal(min, currency)} to ${toDecimal(max, currency)} ${currency}`
  return { why: `The stake of ${own.about.name} is ${range}, in steps of ${toDecimal(step, currency)}.` }
}

const readEnd: Command['read'] = ({ words: [login = '', word = ''] }) => {
  if (!/^[1-9]\d{0,17}$/.test(word)) return null
  return ({ db }) =>
    forPlayer(db, login, async ({ playerId, login: name }) => {
      const isEnded = await begin(db, async (tx) => {
        await lockPlayer(tx, playerId)
        return endPack(tx, playerId, BigInt(word))
      })
      return isEnded
        ? { lines: [`Pack ${word} of ${name} is over.`], code: 0 }
        : no(`${name} has no such pack to spin.`)
    })
}

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most

export const freespinCommands: Command[] = [
  {
    form: 'freespins grant <login> <game> <count> <stake> [days] [key]',
    about: 'spins that the house stakes, also of games of other studios; the same key grants once',
    read: readGrant,
  },
  { form: 'freespins end <login> <pack>', about: 'what is left of a pack is not spun any more', read: readEnd },
]
