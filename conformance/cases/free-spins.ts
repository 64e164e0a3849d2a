import { times } from '../calls.ts'
import { type Case, no, same, yes } from '../kit.ts'

export const freeSpins: Case[] = [
  {
    name: 'free spins: the pack pays the stake, the player gets the win, once',
    needs: ['grantSpins'],
    async run(table) {
      const { unit, seat, world } = table
      const before = await table.balance()
      const pack = (await world.grantSpins?.(seat, 3, false)) ?? ''
      const offered = async () => {
        const { data } = await table.say('balance', { token: seat.token })
        const list = Array.isArray(data.free_spins) ? data.free_spins : []
        return list.find((each) => each.pack === pack)?.remaining ?? 0
      }
      same(await offered(), 3, 'spins that are offered')
      const said = table.named({ token: seat.token, round: table.id(), pack, amount: table.text(2n * unit) })
      const first = await table.say('freespin', said)
      table.left(first, before + 2n * unit, 'a spin')
      const again = await times(16, () => table.say('freespin', said))
      for (const reply of again) same(reply.text, first.text, 'the same again')
      same(await offered(), 2, 'spins that are left')
      const rest = await times(16, () => table.freespin(pack, unit))
      same(rest.filter(({ status }) => status === 200).length, 2, 'spins that were taken')
      for (const reply of rest) if (reply.status !== 200) no(reply, 'PACK_USED', 'one more')
      same(table.text(await table.balance()), table.text(before + 4n * unit), 'the balance')
      yes(await table.rollback(said.round, said.transaction), 'rollback')
      same(await offered(), 1, 'a spin that came back')
      table.left(await table.freespin(pack, 0n), before + 2n * unit, 'and was made again')
    },
  },
  {
    name: 'free spins: a pack that is over or unknown is not spun',
    needs: ['grantSpins'],
    async run(table) {
      no(await table.freespin('999999999', table.unit), 'PACK_UNKNOWN', 'a pack that never was')
      const over = (await table.world.grantSpins?.(table.seat, 1, true)) ?? ''
      no(await table.freespin(over, table.unit), 'PACK_EXPIRED', 'a pack whose time is over')
    },
  },
]
