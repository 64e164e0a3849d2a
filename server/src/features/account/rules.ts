import { storageQuota } from '@croupier/contract/methods/storage'

type Stored = { keys: number; bytes: number }

/** May a value of this size stand beside what is stored already? */
export const fitsQuota = (valueBytes: number, beside: Stored): boolean =>
  valueBytes <= storageQuota.valueBytes &&
  beside.keys + 1 <= storageQuota.keys &&
  beside.bytes + valueBytes <= storageQuota.totalBytes
