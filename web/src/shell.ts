import type { Boot } from '@croupier/contract/boot'
import { clubFlagsOf } from '@croupier/contract/closed-pages'
import { sportsGame } from '@croupier/contract/games'
import type { AccountInfo } from '@croupier/contract/methods/account'
import { useLocation, useRouteLoaderData } from 'react-router'
import { contactToConfirm, hasRegistrationHint } from './hint-rules.ts'

/** What every page knows: made by the root loader from what the server handed in. Only what a frame reads: it travels with each page. */
export async function loadShell(boot: Boot, path: string) {
  const { site, common, auth, games, search } = boot.config
  const { menuLinks, mobileBottomMenu, footerLinks, paymentMethods, ratingSites, socialItemsList, iconsFlag } = common
  const { betHistory, responsibleGaming } = site.features
  const club = clubFlagsOf(boot.config)
  const isPlayer = boot.account !== null
  const [sportsbook, session] = await Promise.all([
    askSportsbook(boot),
    boot.account ? loadSession(boot, boot.account, path) : null,
  ])
  return {
    path,
    locale: boot.locale,
    defaultLocale: boot.defaultLocale,
    locales: boot.locales,
    messagesHash: boot.messagesHash,
    config: {
      site: { name: site.name, ageLimit: site.ageLimit, legal: site.legal, brand: site.brand },
      common: {
        menuLinks,
        mobileBottomMenu,
        footerLinks,
        paymentMethods,
        ratingSites,
        socialItemsList,
        iconsFlag,
        userMenuLinks: isPlayer ? common.userMenuLinks : [],
        profileLinks: isPlayer ? common.profileLinks : [],
      },
      auth: { banner: auth.banner },
      games: { isFavouriteVisible: games.isFavouriteVisible },
      search,
    },
    /** What content has switched off or the house does not have: nothing leads to its pages. */
    features: {
      betHistory,
      responsibleGaming,
      loyalty: club.isOn,
      isClubHidden: session?.club.isHidden ?? false,
      hasSports: sportsbook !== null,
      isSeonEnabled: site.isSeonEnabled,
    },
    /** Null: the house has none. One that is closed takes no bets and can be read. */
    sportsbook,
    /** Pages with code of others leave for protected pages by a full load, so that nothing comes along. */
    hasCustomCode: common.customCode.some((snippet) => snippet.isEnabled),
    /** What of others is on this page by the visitor's own yes. */
    outside: boot.outside,
    consent: boot.consent,
    account: boot.account,
    session,
    fatal: boot.fatal,
    theme: boot.theme,
    buildId: boot.buildId,
    origin: boot.origin,
    isSandboxPublic: boot.isSandboxPublic,
    jurisdiction: boot.jurisdiction,
  }
}

/** By the catalogue, as any other site on this platform would ask. */
async function askSportsbook({ call, fatal, report }: Boot): Promise<{ isOpen: boolean } | null> {
  if (fatal) return null
  try {
    const { items } = await call('games.get', { options: JSON.stringify({ ids: [sportsGame] }) })
    return items[0] ? { isOpen: items[0].is_open } : null
  } catch (fault) {
    report(fault)
    return null
  }
}

/** What stands around the pages of a player: the meter, the limits beside the profile, hints, and how long one may be idle. */
async function loadSession({ call, config, report }: Boot, account: AccountInfo, path: string) {
  const { site, common } = config
  // A page is worth more than the frame around it: what fails here is reported and left out.
  const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((fault: unknown) => {
      report(fault)
      return null
    })
  const needsLimits = account.is_payout_only || /^\/profile(\/|$)/.test(path)
  const hasClub = clubFlagsOf(config).isOn && !account.is_payout_only
  const [activity, limits, club] = await Promise.all([
    orNull(call('account.getActivity', { time_zone: 'UTC' })),
    needsLimits ? orNull(call('account.getLimits', {})) : null,
    hasClub ? orNull(call('loyalty.getActive', {})) : null,
  ])
  const now = activity ? Date.parse(activity.now) : Date.now()
  const { showConfirmContactsHint, pageExceptions } = common.confirmHint
  return {
    // The days are drawn beside the profile alone.
    activity: activity && !needsLimits ? { ...activity, days: [] } : activity,
    limits,
    club: {
      /** Switched off by the player. */
      isHidden: club?.is_active === false,
      toastSeconds: config.loyalty.toastSeconds,
      volumePercent: config.loyalty.volumePercent,
    },
    balanceRefresh: config.cashier.balanceRefresh,
    hints: {
      registration: !account.is_payout_only && hasRegistrationHint(account, now),
      contact: showConfirmContactsHint && !account.is_payout_only ? contactToConfirm(account, now) : null,
      exceptions: pageExceptions,
    },
    idle: {
      logoutSeconds: site.forceLogoutSeconds,
      help: { cashier: site.inactivityCashierSeconds, profile: site.inactivityProfileSeconds },
    },
  }
}

export type Shell = Awaited<ReturnType<typeof loadShell>>

/** Of the last page that came. A navigation without a connection leaves the root without an answer, and the page that says so needs its house. */
let last: Shell | null = null

export function useShell(): Shell {
  const loaded = useRouteLoaderData<{ shell: Shell }>('root')
  // On the server one visitor's shell must never be seen by the next.
  if (loaded && typeof window !== 'undefined') last = loaded.shell
  if (!loaded && last) return last
  if (!loaded) throw new Error('the shell is missing: the root loader did not run')
  return loaded.shell
}

/** A player who came back only for the money, and the page after an exclusion, which is a guest's: neither is invited to play. */
export function usePlayClosed(): boolean {
  const { account } = useShell()
  const { search } = useLocation()
  return account ? account.is_payout_only : saysExcluded(new URLSearchParams(search))
}

export const saysExcluded = (query: URLSearchParams): boolean => query.has('excluded')
