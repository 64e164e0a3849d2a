import { describe, expect, test } from 'vitest'
import freespins from '../content/messages/en/freespins.json' with { type: 'json' }
import jackpots from '../content/messages/en/jackpots.json' with { type: 'json' }
import winners from '../content/messages/en/winners.json' with { type: 'json' }
import { addPack } from '../server/src/features/freespins/freespins.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, longJourneys, phone, visit } from './browser.ts'
import { launch, plain, play } from './game-steps.ts'
import { inDatabase, newPlayer } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const table = { rows: 8, risk: 'high' }
/** The news come every two seconds at most. */
const soon = { timeout: 30_000 }

longJourneys('winners', () => {
  test('a win is seen at once by another visitor, under the nickname, until its owner hides it', async () => {
    await using guest = await visit({ ...desktop, ...checked })
    await guest.open('/winners')
    await using excluded = await visit(phone)
    await excluded.open('/?excluded=1')
    await using player = await visit(desktop)
    const { id } = await newPlayer(player)
    await addMoney(id, 100_00n)
    const game = await launch(player, 'plinth')
    const win = async () => {
      for (;;) {
        const won = Number((await play(player, game, table)).data.won.amount)
        if (won > 1) return won
      }
    }
    const won = await win()
    const fakename = await inDatabase(async (sql) => {
      const found = sql.selectFrom('account_player').select('fakename').where('id', '=', id)
      return (await found.executeTakeFirstOrThrow()).fakename
    })
    // Into an empty list it comes by itself; into a list that is read it waits behind a button.
    const row = guest.page.getByRole('row').filter({ hasText: fakename }).first()
    const button = guest.page.getByRole('button', { name: /new win/ })
    await expect.poll(async () => (await row.count()) + (await button.count()), soon).toBeGreaterThan(0)
    if (await button.count()) await button.click()
    await row.waitFor()
    // The same news reach a page on which play is closed, and it shows none of them.
    await excluded.page.waitForTimeout(2_500)
    expect(await excluded.page.locator('.winner-card').count()).toBe(0)
    expect(plain(await row.innerText())).toContain(`€${won.toFixed(2)}`)

    await player.open('/winners')
    await player.page.getByRole('switch', { name: winners.hide }).check()
    await expect
      .poll(() =>
        inDatabase((sql) => sql.selectFrom('account_hidden').select('player_id').where('player_id', '=', id).execute()),
      )
      .toHaveLength(1)
    // Others win meanwhile, and the list is short.
    await win()
    // The list of best wins is made anew every ten seconds, and a stored page may be older than the wins.
    const told = async () => {
      await guest.open('/winners')
      const count = (text: string) => guest.page.getByText(text).count()
      return { isNamed: (await count(fakename)) > 0, isHidden: (await count(winners.anonymous)) > 0 }
    }
    await expect.poll(told, { timeout: 60_000, interval: 2_000 }).toEqual({ isNamed: false, isHidden: true })
    expect(await faultsOf(guest.page, 'main')).toEqual([])
    expect([...guest.said, ...player.said]).toEqual([])
  })
})

longJourneys('pots', () => {
  test('they rise with the stakes on their games, on a page that is only open', async () => {
    await using guest = await visit({ ...phone, ...checked })
    await guest.open('/jackpots')
    const grand = guest.page.locator('.level').filter({ hasText: jackpots.levels.mini }).locator('.pot-sum')
    const before = await grand.innerText()
    await using player = await visit(desktop)
    const { id } = await newPlayer(player, { currency: 'USD' })
    await addMoney(id, 500_00n, { currency: 'USD' })
    const game = await launch(player, 'captains-share')
    for (let round = 0; round < 4; round += 1) {
      expect((await play(player, game, {}, undefined, '20.00')).result).toBe(1)
    }
    await expect.poll(() => grand.innerText(), soon).not.toBe(before)
    expect(await faultsOf(guest.page, 'main')).toEqual([])
    expect((await guest.page.goto('/jackpots/nothing'))?.status()).toBe(404)
  })
})

describe('free spins', () => {
  test('they are shown, used before money, and counted down', async () => {
    await using player = await visit(desktop)
    const { id } = await newPlayer(player)
    const pack = {
      playerId: id,
      game: 'fruit-parade',
      currency: 'EUR',
      stake: 40n,
      count: 2,
      lifeDays: 7,
      key: `e2e-${id}`,
    }
    await inDatabase((sql) => sql.transaction().execute((tx) => addPack(tx, pack)))
    await player.open('/profile/bonuses')
    await player.page.getByRole('heading', { name: freespins.title }).waitFor()
    await player.page.getByText('2 spins left of 2').waitFor()
    const game = await launch(player, 'fruit-parade')
    const first = await play(player, game, {})
    expect(first.data).toMatchObject({ is_free: true, stake: { amount: '0.40' }, free_left: 1 })
    await player.open('/profile/bonuses')
    await player.page.getByText('1 spin left of 2').waitFor()
    const second = await play(player, game, {})
    expect(second.data).toMatchObject({ is_free: true, free_left: 0 })
    // Nothing was staked of the player's own, and what was won is there.
    const sum = (Number(first.data.won.amount) + Number(second.data.won.amount)).toFixed(2)
    expect(second.data.balance.amount).toBe(sum)
    await player.open('/profile/bonuses')
    expect(await player.page.getByRole('heading', { name: freespins.title }).count()).toBe(0)
  })
})
