import { wrongField } from '@croupier/contract/refusals'
import { cashOutShares } from '@croupier/sportsbook/cash-out'
import { type RulesVersion, voidRules } from '@croupier/sportsbook/rules/void-rules'
import { isSport, sports } from '@croupier/sportsbook/sports'
import { delays, maxPayouts, payoutKinds, payoutOf } from '@croupier/sportsbook/stated'
import type { Operation } from '../../context.ts'

const isRulesVersion = (text: string): text is RulesVersion => Object.hasOwn(voidRules, text)

/** `football/1` is the first version of football. */
const versionsOf = (sport: string): number[] =>
  Object.keys(voidRules).flatMap((key) => (key.startsWith(`${sport}/`) ? [Number(key.split('/')[1])] : []))

export const getRules: Operation<'sports.getRules'> = async (_context, { sport, version: asked }) => {
  const versions = versionsOf(sport)
  const version = asked ?? versions.at(-1) ?? 0
  const key = `${sport}/${version}`
  if (!isSport(sport) || !isRulesVersion(key)) throw wrongField('SPORT_UNKNOWN', 'sport', 'There are no such rules')
  const { toStart, toFinish, isVenueDecisive } = voidRules[key]
  const types: readonly { sysname: string; periods: readonly string[] }[] = sports[sport].types
  return {
    ...{ sport, version, versions, delay: delays[sport] },
    ...{ hours_to_start: toStart, hours_to_finish: toFinish, is_venue_decisive: isVenueDecisive },
    payouts: payoutKinds.map((what) => ({
      ...{ what, before_bp: payoutOf(sport, what, false), live_bp: payoutOf(sport, what, true) },
    })),
    cashout_before_bp: cashOutShares.before,
    cashout_live_bp: cashOutShares.live,
    max_payout: maxPayouts,
    market_types: types.map(({ sysname, periods }) => ({ type: sysname, periods: [...periods] })),
  }
}
