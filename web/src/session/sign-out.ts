import { localePath } from '@croupier/contract/locales'
import { paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import { useMemo } from 'react'
import { call } from '../api.ts'
import { useShell } from '../shell.ts'
import { type EndReason, keepEndReason } from './after-sign-out.ts'
import { forgetBalance } from './balance.ts'
import { forget, notes } from './browser-storage.ts'
import { tellTabs } from './other-tabs.ts'

const againMs = 5000

/** Set once this page is on its way out: a second way out changes nothing. */
let isLeaving = false

/** Ways out. All of them end with a full load of the index, so that nothing of the player stays in memory. */
export function useSignOut() {
  const { locale, defaultLocale } = useShell()
  return useMemo(() => waysOut(localePath(locale, defaultLocale, paths.home())), [locale, defaultLocale])
}

function waysOut(home: string) {
  function go(query = '') {
    forget(notes.registrationHint)
    forget(notes.contactsHint)
    forget(notes.activeAt)
    forgetBalance()
    location.assign(home + query)
  }

  return {
    /** The player's own wish. Throws when the server cannot be reached: then the player stays signed in. */
    async logOut(): Promise<void> {
      isLeaving = true
      try {
        await endSession()
      } catch (error) {
        isLeaving = false
        throw error
      }
      tellTabs({ kind: 'signedOut' })
      go()
    },

    /** The player was away for too long. Without a connection it is tried until it works, and the page stays covered. */
    async logOutIdle(): Promise<void> {
      if (isLeaving) return
      isLeaving = true
      while (
        !(await endSession().then(
          () => true,
          () => false,
        ))
      )
        await pause(againMs)
      keepEndReason('idle')
      tellTabs({ kind: 'signedOut' })
      go()
    },

    /** The session was ended elsewhere: another tab, another device, the house. */
    signedOut(why: EndReason | null): void {
      if (isLeaving) return
      isLeaving = true
      if (why) keepEndReason(why)
      go()
    },

    /** An exclusion ends this session too: the page leaves by itself, with its own words. */
    async exclude<T>(ask: () => Promise<T>, queryOf: (answer: T) => string): Promise<void> {
      isLeaving = true
      try {
        const answer = await ask()
        tellTabs({ kind: 'signedOut' })
        go(queryOf(answer))
      } catch (error) {
        isLeaving = false
        throw error
      }
    },
  }
}

export const isSigningOut = (): boolean => isLeaving

/** The browser brought back a page that had left: it may leave again. */
export const mayLeaveAgain = (): void => {
  isLeaving = false
}

/** The server does not know this session any more. */
export const isSignedOut = (error: unknown): boolean =>
  Refusal.is(error) && (error.type === 'Authorization' || error.type === 'UserDeleted')

async function endSession(): Promise<void> {
  try {
    await call('auth.logout', {})
  } catch (error) {
    if (!isSignedOut(error)) throw error
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
