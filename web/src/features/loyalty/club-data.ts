import { clubFlagsOf } from '@croupier/contract/closed-pages'
import { data, type RouterContextProvider } from 'react-router'
import { bootContext } from '../../boot.ts'

/** What the loaders of the club begin with. Where content has no club the page is not there. */
export function openClub(context: Readonly<RouterContextProvider>) {
  const { config, account, call, report } = context.get(bootContext)
  const { isOn, hasCharacters } = clubFlagsOf(config)
  if (!isOn) throw data(null, { status: 404 })
  /** The page is worth showing, also where a part of it fails. */
  const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((fault: unknown) => {
      report(fault)
      return null
    })
  return { call, orNull, hasCharacters, isPlayer: account !== null }
}

/** What is done by now is paid first, so that the figures beside it are right. */
export async function askClub({ call, orNull }: Pick<ReturnType<typeof openClub>, 'call' | 'orNull'>) {
  const quests = await orNull(call('loyalty.getQuests', {}))
  return { quests, info: await orNull(call('loyalty.getinfo', {})) }
}
