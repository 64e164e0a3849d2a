import type { Operations } from '../../context.ts'
import { changeLocale } from './change-locale.ts'
import { getInfo } from './get-info.ts'
import { getKeys, getValues, setValue } from './storage.ts'

export { standings } from './store.ts'

export const accountMethods = {
  'account.getInfo': getInfo,
  'account.changelocale': changeLocale,
  'storage.get': getValues,
  'storage.getKeys': getKeys,
  'storage.set': setValue,
} satisfies Partial<Operations>
