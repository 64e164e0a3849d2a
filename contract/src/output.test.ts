import { describe, expectTypeOf, test } from 'vitest'
import type { Call, Output } from './contract.ts'
import type { Game } from './methods/games.ts'

/** Read by the type checker: a field that was not asked for is an error where it is used. */

const call: Call = () => new Promise(() => undefined)
const itemOf = <T>(_: () => Promise<{ items: T[]; total: number }>): T[] => []

describe('what `fields` asks for is what the types answer', () => {
  test('without it everything comes', () => {
    expectTypeOf(itemOf(() => call('games.get', {}))).toEqualTypeOf<Game[]>()
    expectTypeOf<Output<'games.get'>['items']>().toEqualTypeOf<Game[]>()
  })

  test('only the named fields of each item', () => {
    const games = itemOf(() => call('games.get', { fields: 'sysname,name' }))
    expectTypeOf(games).toEqualTypeOf<Pick<Game, 'sysname' | 'name'>[]>()
    // @ts-expect-error: the type was not asked for.
    games.map(({ type }) => type)
  })

  test('a constant list keeps its names', () => {
    const named = 'id,levels'
    const pots = itemOf(() => call('Jackpots.get', { id: 'crown', fields: named }))
    expectTypeOf(pots).items.toHaveProperty('levels')
    expectTypeOf(pots).items.not.toHaveProperty('name')
  })

  test('one object is picked at its top', () => {
    const ask = () => call('account.getprofileinfo', { fields: 'first_name' })
    expectTypeOf(ask).returns.resolves.toEqualTypeOf<Pick<Output<'account.getprofileinfo'>, 'first_name'>>()
  })

  test('names that are known only when it runs promise nothing', () => {
    const found: string = ['sysname'].join()
    expectTypeOf(itemOf(() => call('games.get', { fields: found }))).toEqualTypeOf<Partial<Game>[]>()
  })

  test('a name that no item has is an error, and so is any where the method takes none', () => {
    // @ts-expect-error: a typing mistake.
    const wrong = () => call('games.get', { fields: 'sysname,nme' })
    // @ts-expect-error: it answers as a whole.
    const none = () => call('account.getInfo', { fields: 'uid' })
    expectTypeOf(wrong).toBeFunction()
    expectTypeOf(none).toBeFunction()
  })
})
