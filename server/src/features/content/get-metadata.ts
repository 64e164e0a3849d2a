import { currencies, isCurrency } from '@croupier/contract/money'
import type { Operation } from '../../context.ts'

export const getMetadata: Operation<'metadata.get'> = ({ content, locale }, { path }) => content.seo(path, locale)

export const getGeneralInfo: Operation<'metadata.getgeneralinfo'> = async ({ content, i18n, locale }) => {
  const { site } = await content.config(locale)
  const { locales } = await i18n.locales()
  return {
    analytic: site.analytic,
    available_currencies: symbols(site.currencies),
    available_locales: locales.map(({ code }) => code),
    default_currency: site.defaultCurrency,
    is_seon_enabled: site.isSeonEnabled,
    domain_state: site.isClosed ? 'disabled' : 'active',
    domain_type: site.domainType,
    is_bonus_isolation_enabled: site.isBonusIsolationEnabled,
    time_to_force_logout: site.forceLogoutSeconds,
    is_game_history_export_enabled: site.isGameHistoryExportEnabled,
    user_inactivity_cashier_time: site.inactivityCashierSeconds,
    user_inactivity_pp_time: site.inactivityProfileSeconds,
  }
}

/** A currency that the platform cannot count is not offered, whatever content says. */
const symbols = (codes: string[]) =>
  Object.fromEntries(codes.filter(isCurrency).map((code) => [code, currencies[code].symbol]))
