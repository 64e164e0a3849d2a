/** Small notes in the browser. Storage may be full or forbidden; the visit goes on without it. */
type Store = 'localStorage' | 'sessionStorage'

export function keep(name: string, value: string, store: Store = 'localStorage'): void {
  try {
    window[store].setItem(name, value)
  } catch {
    // Nothing depends on it.
  }
}

export function kept(name: string, store: Store = 'localStorage'): string | null {
  try {
    return window[store].getItem(name)
  } catch {
    return null
  }
}

export function forget(name: string, store: Store = 'localStorage'): void {
  try {
    window[store].removeItem(name)
  } catch {
    // Nothing depends on it.
  }
}

/** The names of all notes around a session. */
export const notes = {
  activeAt: 'active_at',
  balances: 'balances',
  farewell: 'farewell',
  registrationHint: 'registration_hint_hidden',
  contactsHint: 'contacts_hint_hidden_at',
  searches: 'recent_searches',
  games: 'game_settings',
  promoCode: 'promo_code',
  /** The code came with a guest: it is redeemed once the guest is in. */
  promoGuest: 'promo_code_guest',
  seenCashback: 'seen_cashback',
  /** Sound with notices of the club: off until it is asked for. */
  clubSound: 'club_sound',
  /** A purchase for points whose answer has not come. */
  clubPurchase: 'club_purchase',
  /** Whom the chat was begun for, the last time it was begun in this browser. */
  chatPlayer: 'chat_player',
  confirmSent: (uid: number) => `confirm_sent_${uid}`,
}
