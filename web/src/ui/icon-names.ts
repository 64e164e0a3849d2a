// The closed list of icons. A new one is added here, then `node tools/sprite.ts` draws it.
export const iconNames = [
  'app-window',
  'arrow-left',
  'arrow-right',
  'award',
  'badge-check',
  'ban',
  'bell',
  'bitcoin',
  'check',
  'cherry',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'circle-alert',
  'circle-check',
  'clock',
  'coffee',
  'copy',
  'credit-card',
  'crown',
  'door-closed',
  'download',
  'external-link',
  'eye',
  'eye-off',
  'file-text',
  'gauge',
  'gem',
  'gift',
  'globe',
  'heart',
  'history',
  'hourglass',
  'house',
  'info',
  'landmark',
  'layers',
  'layout-grid',
  'lock',
  'log-in',
  'log-out',
  'mail',
  'menu',
  'message-circle',
  'moon',
  'pause',
  'pencil',
  'phone',
  'play',
  'plus',
  'qr-code',
  'radio',
  'receipt-text',
  'refresh-cw',
  'search',
  'send',
  'settings',
  'shield-check',
  'smartphone',
  'spade',
  'star',
  'sun',
  'ticket-percent',
  'triangle-alert',
  'trophy',
  'undo-2',
  'user',
  'users',
  'volleyball',
  'wallet',
  'wifi-off',
  'wrench',
  'x',
  'zap',
] as const

/** Those that only betting pages draw: they come with these pages instead of with every one. */
export const bettingIconNames = [
  'arrow-left-right',
  'calendar-days',
  'disc-3',
  'dribbble',
  'minus',
  'pin',
  'puzzle',
  'swords',
  'target',
  'ticket',
  'trending-down',
  'trending-up',
] as const

/** Those that only pages of the club draw. */
export const clubIconNames = ['book-open', 'coins', 'package', 'scale', 'truck'] as const

export type IconName = (typeof iconNames)[number] | (typeof bettingIconNames)[number] | (typeof clubIconNames)[number]

export function isIconName(name: string): name is IconName {
  return iconNames.some((known) => known === name)
}

// Flags that stand beside the name of a language or a country. `node tools/sprite.ts` writes their files.
export const flagNames = ['br', 'de', 'es', 'fr', 'gb', 'it', 'pl', 'pt', 'ru', 'tr', 'ua', 'us'] as const

export type FlagName = (typeof flagNames)[number]

// Pictures of what points buy, by kind. `node tools/sprite.ts` writes their files too.
export const prizeDrawings = {
  bonus: 'wrapped-gift',
  cash: 'coin',
  free_bet: 'ticket',
  freespins: 'slot-machine',
  goods: 'package',
  ticket: 'admission-tickets',
  // Of single products, as content names them.
  cards: 'joker',
  mug: 'hot-beverage',
  scarf: 'scarf',
} as const
