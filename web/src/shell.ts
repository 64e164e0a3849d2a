import type { Boot } from '@croupier/contract/boot'
import { useRouteLoaderData } from 'react-router'

/** What every page knows: made by the root loader from what the server handed in. */
export function shellOf(boot: Boot, path: string) {
  const { home: _home, common, ...config } = boot.config
  const { customCode, ...shared } = common
  return {
    path,
    locale: boot.locale,
    defaultLocale: boot.defaultLocale,
    locales: boot.locales,
    messagesHash: boot.messagesHash,
    config: { ...config, common: shared },
    /** Pages with outside snippets leave for protected pages by a full load, so that nothing comes along. */
    hasCustomCode: customCode.some((snippet) => snippet.isEnabled),
    general: boot.general,
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
