import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page of the site, written once: the locale is the router's base. */
export default [
  layout('layouts/default.tsx', [
    index('features/content/home.tsx'),
    route('offers', 'features/offers/offers.tsx'),
    route('offers/:id', 'features/offers/offer.tsx'),
    route('betting', 'features/betting/betting.tsx'),

    route('cashier', 'features/cashier/cashier.tsx', [
      index('features/cashier/to-deposit.tsx'),
      route('billing', 'features/cashier/billing.tsx'),
      route('wallet', 'features/cashier/wallet.tsx'),
      route('deposit', 'features/cashier/deposit.tsx'),
      route('deposit/:sysname', 'features/cashier/deposit-method.tsx'),
      route('withdraw', 'features/cashier/withdraw.tsx'),
      route('history', 'features/cashier/history.tsx'),
      route('receipt', 'features/cashier/receipt.tsx'),
      route('payfail/:transaction?', 'features/cashier/pay-fail.tsx'),
      route('paypending/:transaction?', 'features/cashier/pay-pending.tsx'),
      route('paysuccess/:transaction?', 'features/cashier/pay-success.tsx'),
      route('paycancel', 'features/cashier/pay-cancel.tsx'),
      route('paymobile', 'features/cashier/pay-mobile.tsx'),
      route('paynewwindow', 'features/cashier/pay-new-window.tsx'),
    ]),

    route('loyalty', 'features/loyalty/loyalty.tsx'),
    route('loyalty/shop', 'features/loyalty/shop.tsx'),
    route('loyalty/:sysname', 'features/loyalty/program.tsx'),

    route('profile', 'features/profile/profile.tsx', [
      index('features/profile/overview.tsx'),
      route('bets', 'features/profile/bets.tsx', [
        index('features/profile/to-bet-history.tsx'),
        route('history', 'features/profile/bet-history.tsx'),
        route('exports', 'features/profile/bet-exports.tsx'),
      ]),
      route('bonuses', 'features/profile/bonuses.tsx'),
      route('loyalty', 'features/profile/loyalty.tsx'),
      route('cashback', 'features/profile/cashback.tsx'),
      route('security', 'features/profile/security.tsx'),
      route('settings', 'features/profile/settings.tsx'),
      route('notification', 'features/profile/notification.tsx'),
      route('verification', 'features/profile/verification.tsx'),
      route('responsible-game', 'features/profile/responsible-game.tsx'),
    ]),

    route('support', 'features/support/support.tsx'),
    route('fairness', 'features/fairness/fairness-page.tsx'),
    route('winners', 'features/winners/page.tsx'),
    route('gamehall', 'features/games/gamehall.tsx'),
    route('gamehall/:id', 'features/games/hall.tsx'),
    route('jackpots', 'features/jackpots/page.tsx'),
    route('jackpots/:id', 'features/jackpots/jackpot.tsx'),
    route('providers', 'features/games/providers.tsx'),
    route('promotions', 'features/promotions/promotions.tsx'),
    route('promotions/:id', 'features/promotions/promotion.tsx'),
    route('tournaments', 'features/tournaments/tournaments.tsx'),
    route('tournaments/:id', 'features/tournaments/tournament.tsx'),
    route('tournaments/:id/gamehall', 'features/tournaments/tournament-hall.tsx'),
    route('unsubscribe', 'features/tracking/unsubscribe.tsx'),
    route('confirmation', 'features/account/confirmation.tsx'),
    route('confirmation/success', 'features/account/confirmed.tsx'),

    // Words that only lead on: they have no page of their own.
    route('responsible-game', 'features/profile/to-responsible-game.tsx'),
    route('bets/*', 'features/profile/bets-placeholder.tsx'),

    route(':slug', 'features/content/page.tsx'),
    route('*', 'features/content/not-found.tsx'),
  ]),
  layout('layouts/empty.tsx', [
    route('forms/sign_in', 'features/auth/sign-in-form.tsx'),
    route('forms/sign_up', 'features/auth/sign-up-form.tsx'),
  ]),
  layout('layouts/game.tsx', [route('game/:sysname', 'features/games/game.tsx')]),
  layout('layouts/svg-sprite.tsx', [route('_icons', 'features/content/icons.tsx')]),
] satisfies RouteConfig
