import { storageQuota } from '@croupier/contract/methods/storage'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { lockPlayer } from './lock-store.ts'
import { fitsQuota } from './rules.ts'
import { readKeys, readValues, removeValue, storedBeside, writeValue } from './storage-store.ts'

export const getValues: Operation<'storage.get'> = async ({ sql, player }, { keys }) => {
  const wanted = keys.split(',').slice(0, storageQuota.keys)
  const rows = await readValues(sql, player.id, wanted)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

export const getKeys: Operation<'storage.getKeys'> = async ({ sql, player }) => {
  const rows = await readKeys(sql, player.id)
  return rows.map(({ key }) => key)
}

export const setValue: Operation<'storage.set'> = ({ begin, player }, { key, value }) =>
  begin(async (tx) => {
    // Without the lock two writers would each see room for one more.
    await lockPlayer(tx, player.id)
    if (value === '') await removeValue(tx, player.id, key)
    else {
      const beside = await storedBeside(tx, player.id, key)
      if (!fitsQuota(Buffer.byteLength(value), beside)) {
        throw new Refusal('StorageQuotaExceeded', { message: 'The storage of this player is full' })
      }
      await writeValue(tx, player.id, key, value)
    }
    return null
  })
