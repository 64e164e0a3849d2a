import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Some modules serve several routes: the last word of the route's id says which. */
const outcome = (path: string, claim: string) =>
  route(path, 'features/cashier/outcome-page.tsx', { id: `outcome/${claim}` })
const leadOn = 'features/content/lead-on.ts'

/** Every page of the site, written once: the locale is the router's base. */
export default [
  layout('layouts/default.tsx', [
    index('features/content/home.tsx'),
    route('offers', 'features/campaigns/offers-page.tsx', { id: 'offers/offers' }),
    route('offers/:id', 'features/campaigns/offer-page.tsx', { id: 'offers/offer' }),
    route('betting', 'features/betting/layout.tsx', [
      index('features/betting/home.tsx', { id: 'betting/home' }),
      route('live', 'features/betting/list-page.tsx', { id: 'betting/live' }),
      route('today', 'features/betting/list-page.tsx', { id: 'betting/today' }),
      route('soon', 'features/betting/list-page.tsx', { id: 'betting/soon' }),
      route('saved', 'features/betting/saved.tsx'),
      route('results', 'features/betting/results.tsx'),
      route('event/:id/:slug?', 'features/betting/event.tsx'),
      route('code/:code', 'features/betting/code.tsx'),
      route('rules', 'features/betting/rules.tsx'),
      route('rules/:sport', 'features/betting/sport-rules.tsx'),
      route(':sport', 'features/betting/sport.tsx'),
      route(':sport/:tournament', 'features/betting/tournament.tsx'),
    ]),

    route('cashier', 'features/cashier/cashier.tsx', [
      index(leadOn, { id: 'lead-on/cashier' }),
      route('billing', leadOn, { id: 'lead-on/billing' }),
      route('wallet', 'features/cashier/wallet.tsx'),
      route('deposit', 'features/cashier/deposit.tsx', { id: 'deposit/all' }),
      route('deposit/:sysname', 'features/cashier/deposit.tsx', { id: 'deposit/method' }),
      route('withdraw', 'features/cashier/withdraw.tsx'),
      route('history', 'features/cashier/history.tsx'),
      route('receipt', 'features/cashier/receipt.tsx'),
      outcome('payfail/:transaction?', 'payFail'),
      outcome('paypending/:transaction?', 'payPending'),
      outcome('paysuccess/:transaction?', 'paySuccess'),
      outcome('paycancel', 'payCancel'),
      outcome('paymobile', 'payMobile'),
      outcome('paynewwindow', 'payNewWindow'),
    ]),

    route('loyalty', 'features/loyalty/club-page.tsx'),
    route('loyalty/shop', 'features/loyalty/shop-page.tsx'),
    route('loyalty/:sysname', 'features/loyalty/program-page.tsx'),

    route('profile', 'features/profile/profile.tsx', [
      index('features/profile/overview.tsx'),
      route('bets', 'features/profile/bets.tsx', [
        index(leadOn, { id: 'lead-on/profile-bets' }),
        route('history', 'features/profile/bet-history.tsx'),
        route('exports', 'features/profile/bet-exports.tsx'),
      ]),
      route('bonuses', 'features/profile/bonuses.tsx'),
      route('loyalty', 'features/loyalty/profile-page.tsx'),
      route('cashback', 'features/profile/cashback.tsx'),
      route('security', 'features/profile/security.tsx'),
      route('settings', 'features/profile/settings.tsx'),
      route('notification', 'features/profile/notification.tsx'),
      route('verification', 'features/profile/verification.tsx'),
      route('responsible-game', 'features/profile/responsible-game.tsx'),
    ]),

    route('support', 'features/support/support-page.tsx'),
    route('fairness', 'features/fairness/fairness-page.tsx'),
    route('winners', 'features/winners/page.tsx'),
    route('gamehall', 'features/games/gamehall.tsx'),
    route('gamehall/:id', 'features/games/hall.tsx'),
    route('jackpots', 'features/jackpots/page.tsx'),
    route('jackpots/:id', 'features/jackpots/jackpot.tsx'),
    route('providers', 'features/games/providers.tsx'),
    route('promotions', 'features/campaigns/offers-page.tsx', { id: 'offers/promotions' }),
    route('promotions/:id', 'features/campaigns/offer-page.tsx', { id: 'offers/promotion' }),
    route('tournaments', 'features/tournaments/list-page.tsx'),
    route('tournaments/:id', 'features/tournaments/tournament-page.tsx'),
    route('tournaments/:id/gamehall', 'features/tournaments/hall-page.tsx'),
    route('unsubscribe', 'features/tracking/unsubscribe.tsx'),
    route('confirmation', 'features/account/confirmation.tsx'),
    route('confirmation/success', 'features/account/confirmed.tsx'),

    // Words that only lead on: they have no page of their own.
    route('responsible-game', leadOn, { id: 'lead-on/responsible-game' }),
    route('bets/*', leadOn, { id: 'lead-on/bets' }),

    route(':slug', 'features/content/page.tsx'),
    route('*', 'features/content/not-found.tsx'),
  ]),
  layout('layouts/empty.tsx', [
    route('forms/sign_in', 'features/auth/form-page.tsx', { id: 'forms/authorization' }),
    route('forms/sign_up', 'features/auth/form-page.tsx', { id: 'forms/registration' }),
  ]),
  layout('layouts/game.tsx', [route('game/:sysname', 'features/games/game.tsx')]),
  layout('layouts/svg-sprite.tsx', [route('_icons', 'features/content/icons.tsx')]),
] satisfies RouteConfig
