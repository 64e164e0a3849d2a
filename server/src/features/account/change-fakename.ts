import type { Operation } from '../../context.ts'
import { wrongField } from '../../wrong-field.ts'
import { isProfane } from './profanity.ts'
import { setFakename } from './store.ts'

export const changeFakename: Operation<'account.changefakename'> = async ({ sql, player }, input) => {
  const fakename = input.fakename.normalize('NFKC')
  if (isProfane(fakename)) throw wrongField('FAKENAME_RUDE', 'fakename', 'This name is not for a public list')
  if (!(await setFakename(sql, player.id, fakename)))
    throw wrongField('FAKENAME_TAKEN', 'fakename', 'Somebody has this name already')
  return null
}
