import type { Boot } from '@croupier/contract/boot'
import { useRouteLoaderData } from 'react-router'

/** What every page knows: made by the root loader from what the server handed in. Only what a frame reads: it travels with each page. */
export function shellOf(boot: Boot, path: string) {
  const { site, common, auth } = boot.config
  const { menuLinks, mobileBottomMenu, footerLinks, paymentMethods, ratingSites, socialItemsList } = common
  const isPlayer = boot.account !== null
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
        userMenuLinks: isPlayer ? common.userMenuLinks : [],
        profileLinks: isPlayer ? common.profileLinks : [],
      },
      auth: { banner: auth.banner },
    },
    /** Pages with outside snippets leave for protected pages by a full load, so that nothing comes along. */
    hasCustomCode: common.customCode.some((snippet) => snippet.isEnabled),
    account: boot.account,
    fatal: boot.fatal,
    theme: boot.theme,
    buildId: boot.buildId,
    origin: boot.origin,
  }
}

export type Shell = ReturnType<typeof shellOf>

export function useShell(): Shell {
  const loaded = useRouteLoaderData<{ shell: Shell }>('root')
  if (!loaded) throw new Error('the shell is missing: the root loader did not run')
  return loaded.shell
}
