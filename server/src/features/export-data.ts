import type { Operation, PlayerContext } from '../context.ts'
import { readNow } from '../db/db.ts'
import { exportAccount, noteEvent } from './account/account.ts'
import { exportSignIn, stepUp } from './auth/auth.ts'
import { exportBets } from './bets/bets.ts'
import { bettingHouse } from './bonuses/bonuses.ts'
import { exportCampaigns } from './campaigns/campaigns.ts'
import { exportCashbacks } from './cashbacks/cashbacks.ts'
import { exportCashier } from './cashier/cashier.ts'
import { exportGames } from './games/games.ts'
import { exportLimits } from './limits/limits.ts'
import { exportLoyalty } from './loyalty/loyalty.ts'
import { exportRounds } from './rounds/rounds.ts'
import { exportSports } from './sports/sports.ts'
import { exportSupport } from './support/support.ts'
import { exportTournaments } from './tournaments/tournaments.ts'
import { exportTracking } from './tracking/tracking.ts'
import { exportVerification } from './verification/verification.ts'

type Exporter = (ctx: PlayerContext) => Promise<unknown>

/** Every feature that keeps something about a player, above all floors, in the order of the document. */
const exporters: Readonly<Record<string, Exporter>> = {
  limits: ({ sql, player }) => exportLimits(sql, player.id),
  verification: ({ sql, player }) => exportVerification(sql, player.id),
  tracking: (ctx) => exportTracking(ctx, ctx.player.id),
  support: (ctx) => exportSupport(ctx, ctx.player.id),
  games: (ctx) => exportGames(ctx, ctx.player.id),
  sports: (ctx) => exportSports(ctx, ctx.player.id),
  sign_in: exportSignIn,
  cashier: (ctx) => exportCashier(ctx, ctx.player.id),
  rounds: (ctx) => exportRounds(ctx, ctx.player.id),
  bets: (ctx) => exportBets(ctx, ctx.player.id),
  campaigns: (ctx) => exportCampaigns(ctx, ctx.player.id),
  betting_bonuses: (ctx) => bettingHouse.export(ctx, ctx.player.id),
  cashbacks: ({ sql, player }) => exportCashbacks(sql, player.id),
  tournaments: ({ sql, player }) => exportTournaments(sql, player.id),
  loyalty: ({ sql, player }) => exportLoyalty(sql, player.id),
}

/** Everything the house knows of a player. Hashes and secrets are not knowledge about a person, and stay. */
export const exportData: Operation<'account.exportData'> = async (ctx, { password }) => {
  const { id: playerId } = ctx.player
  await stepUp(ctx, password)
  await noteEvent(ctx.sql, playerId, 'dataExported', ctx.visitor)
  const document: Record<string, unknown> = {
    exported_at: (await readNow(ctx.sql)).toISOString(),
    // The account fills several sections.
    ...(await exportAccount(ctx, playerId)),
  }
  for (const [section, exporter] of Object.entries(exporters)) document[section] = await exporter(ctx)
  return document
}
