// Written by `npm run db:types` from the migrated database. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

// Kysely's own does not see through a column whose written type differs from the read one.
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

type Timestamp = ColumnType<Date, Date | string, Date | string>

// Written as text, because the driver would turn an array into a PostgreSQL array.
type Json = ColumnType<unknown, string, string>

export interface DB {
  account_contact_change: {
    player_id: bigint
    type: 'email' | 'phone'
    value: string
    value_key: string
    phone_country_code: Generated<string>
    created_at: Generated<Timestamp>
  }
  account_event: {
    player_id: bigint
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    kind: string
    address: Generated<string>
    device: Generated<string>
  }
  account_hidden: {
    player_id: bigint
  }
  account_notice: {
    player_id: bigint
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    kind: string
    params: Generated<Json>
    seen_at: Timestamp | null
    wants_letter: boolean | null
  }
  account_person_key: {
    player_id: bigint
    kind: 'email' | 'phone' | 'document' | 'person'
    key: Buffer
  }
  account_player: {
    id: GeneratedAlways<bigint>
    login: string
    login_key: string
    email: string | null
    phone: string | null
    fakename: string
    locale: string
    currency: string
    country_code: string | null
    reg_time: Generated<Timestamp>
    is_registration_completed: Generated<boolean>
    banned_at: Timestamp | null
    deleted_at: Timestamp | null
    email_key: string | null
    email_confirmed_at: Timestamp | null
    email_is_subscribed: Generated<boolean>
    phone_key: string | null
    phone_country_code: Generated<string>
    phone_confirmed_at: Timestamp | null
    phone_is_subscribed: Generated<boolean>
    first_name: Generated<string>
    middle_name: Generated<string>
    last_name: Generated<string>
    sex: Generated<number>
    birth_date: string | null
    region: Generated<string>
    home_town: Generated<string>
    address: Generated<string>
    postcode: Generated<string>
    document_type: Generated<string>
    document_number_sealed: Buffer | null
    document_number_tail: Generated<string>
    is_betting: boolean | null
    character_id: Generated<string>
    promo_code: Generated<string>
    terms_version: Generated<string>
    terms_at: Timestamp | null
    is_on_verification: Generated<boolean>
    verified_at: Timestamp | null
    has_password: Generated<boolean>
    has_deposited: Generated<boolean>
    two_factor_method: 'email' | 'phone' | 'app' | null
    excluded_until: Timestamp | null
    open_bonus_id: bigint | null
    crowd_seat: number | null
  }
  account_storage: {
    player_id: bigint
    key: string
    value: string
    updated_at: Generated<Timestamp>
  }
  auth_device: {
    player_id: bigint
    token_hash: Buffer
    first_seen_at: Generated<Timestamp>
    last_seen_at: Generated<Timestamp>
  }
  auth_password: {
    player_id: bigint
    hash: string
    changed_at: Generated<Timestamp>
  }
  auth_recovery_code: {
    player_id: bigint
    code_hash: Buffer
    used_at: Timestamp | null
  }
  auth_second_step: {
    token_hash: Buffer
    player_id: bigint
    expires_at: Timestamp
    used_at: Timestamp | null
  }
  auth_session: {
    id: GeneratedAlways<bigint>
    token_hash: Buffer
    player_id: bigint
    created_at: Generated<Timestamp>
    seen_at: Generated<Timestamp>
    expires_at: Timestamp
    ended_at: Timestamp | null
    user_agent: string | null
    address: string | null
    scope: Generated<'full' | 'payout'>
    proven_at: Timestamp | null
  }
  auth_social: {
    service: string
    subject: string
    player_id: bigint
    linked_at: Generated<Timestamp>
  }
  auth_social_flow: {
    state_hash: Buffer
    service: string
    nonce: string
    verifier: string
    browser_hash: Buffer
    details: Generated<Json>
    created_at: Generated<Timestamp>
    used_at: Timestamp | null
  }
  auth_two_factor: {
    player_id: bigint
    method: 'email' | 'phone' | 'app' | null
    secret_sealed: Buffer | null
    last_step: Generated<bigint>
    enabled_at: Timestamp | null
    pending_method: 'email' | 'phone' | 'app' | null
    pending_is_enabled: boolean | null
    pending_secret_sealed: Buffer | null
    pending_until: Timestamp | null
  }
  auth_used_init: {
    hash: Buffer
    used_at: Generated<Timestamp>
  }
  bets_auto_look: {
    is_only: Generated<boolean>
    holder: string | null
    held_until: Generated<Timestamp>
    seq: Generated<bigint>
  }
  bets_bet: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    key: string
    body_hash: Buffer
    number: number
    state: 'pending' | 'open' | 'refused' | 'settled' | 'cashed'
    kind: 'single' | 'multiple' | 'system'
    sizes: number[]
    bankers: number[]
    combinations: number
    currency: string
    mode: 'real' | 'demo'
    stake: bigint
    stake_open: bigint
    split: Json
    asked: Json
    policy: 'none' | 'better' | 'any'
    possible: bigint
    boost_bp: Generated<number>
    bonus_id: bigint | null
    is_free_bet: Generated<boolean>
    session_id: bigint | null
    rules: string
    asked_at: Generated<Timestamp>
    decide_at: Timestamp | null
    accepted_at: Timestamp | null
    refused_reason: string | null
    refused_data: Json | null
    steps: Generated<number>
    returned: Generated<bigint>
    boost: Generated<bigint>
    is_under_review: Generated<boolean>
    settled_at: Timestamp | null
    cashed: Generated<bigint>
    auto_target: bigint | null
    edited_from: bigint | null
    edited_into: bigint | null
  }
  bets_booking: {
    code: string
    picks: Json
    at: Generated<Timestamp>
    expires_at: Timestamp
  }
  bets_cash_out: {
    id: GeneratedAlways<bigint>
    bet_id: bigint
    hash: Buffer
    kind: 'player' | 'auto' | 'edit'
    state: 'pending' | 'paid' | 'refused'
    steps: number
    part: bigint
    value: bigint
    whole: bigint
    stops: Json
    into_asked: Json | null
    asked_at: Generated<Timestamp>
    decide_at: Timestamp
    decided_at: Timestamp | null
    reason: string | null
    data: Json | null
    worth: Json | null
  }
  bets_exposure: {
    market_id: bigint
    outcome: string
    lane: number
    profit: bigint
  }
  bets_leg: {
    bet_id: bigint
    place: number
    part: number
    event_id: bigint
    market_id: bigint
    outcome: string
    price_asked: number
    price: number
    version: number
    stops: number
    is_live: boolean
    win: number
    back: number
    subset_prices: number[] | null
  }
  bets_player: {
    player_id: bigint
    factor_bp: number
    reason: string
    actor: string
    since: Generated<Timestamp>
  }
  bets_ruling: {
    bet_id: bigint
    place: number
    part: number
    n: number
    win: number
    back: number
    of: number
    reason: string
    actor: string
    at: Generated<Timestamp>
    is_withdrawn: Generated<boolean>
  }
  bets_step: {
    bet_id: bigint
    n: number
    kind: 'held' | 'released' | 'settled' | 'cashed' | 'reopened' | 'corrected'
    at: Generated<Timestamp>
    actor: string
    reason: Generated<string>
    part: bigint
    returned_before: Generated<bigint>
    returned_after: Generated<bigint>
    boost: Generated<bigint>
    shortfall: Generated<bigint>
    legs: Generated<Json>
  }
  bets_stuck: {
    bet_id: bigint
    fault: string
    at: Generated<Timestamp>
  }
  bets_work: {
    market_id: bigint
    revision: number
    lane: number
    last_bet: Generated<bigint>
    at: Generated<Timestamp>
    done_at: Timestamp | null
    actor: Generated<string>
    reason: Generated<string>
  }
  bonuses_betting: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    source: string
    source_key: string
    offer: string | null
    version: string | null
    template: string
    type: 'free_bet' | 'wagering' | 'refund' | 'combo_boost'
    currency: string
    amount: bigint
    deposit_amount: Generated<bigint>
    state: Generated<'issued' | 'active' | 'used' | 'completed' | 'lost' | 'expired' | 'removed'>
    end_reason: string | null
    end_note: Generated<string>
    terms: Json
    required_bp: Generated<bigint>
    progress_bp: Generated<bigint>
    held: Generated<bigint>
    in_slips: Generated<number>
    staked: Generated<bigint>
    slip: string | null
    base: Generated<bigint>
    converted: Generated<bigint>
    forfeited: Generated<bigint>
    max_conversion: bigint | null
    on_withdrawal: 'forfeit' | 'keep'
    life_seconds: number
    issued_at: Generated<Timestamp>
    take_by: Timestamp
    activated_at: Timestamp | null
    expires_at: Timestamp | null
    ended_at: Timestamp | null
    told_at: Timestamp | null
  }
  bonuses_betting_note: {
    bonus_id: bigint
    id: GeneratedAlways<bigint>
    slip: string
    step: number
    kind: string
    staked: bigint
    paid: bigint
    returned: bigint
    counted_bp: bigint
    at: Generated<Timestamp>
  }
  bonuses_betting_slip: {
    slip: string
    bonus_id: bigint
    player_id: bigint
    currency: string
    stake: bigint
    paid: bigint
    odds: bigint
    legs: Json
    state: Generated<'open' | 'settled' | 'cashed'>
    step: Generated<number>
    outcome: Json | null
    is_void: Generated<boolean>
    returned: Generated<bigint>
    share: Generated<bigint>
    prize: Generated<bigint>
    counted_bp: Generated<bigint>
    backing: Generated<'bonus' | 'promotions' | 'receivable'>
    refund_id: bigint | null
    placed_at: Generated<Timestamp>
    settled_at: Timestamp | null
  }
  bonuses_bonus: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    source: string
    source_key: string
    offer: string | null
    version: string | null
    template: string
    mode: 'sticky' | 'non_sticky' | 'isolated'
    currency: string
    amount: bigint
    deposit_amount: Generated<bigint>
    paid_from: Generated<'main' | 'packs'>
    state: Generated<'issued' | 'queued' | 'active' | 'paused' | 'completed' | 'lost' | 'expired' | 'removed'>
    end_reason: string | null
    end_note: Generated<string>
    terms: Json
    contributions: Json
    required_bp: bigint
    progress_bp: Generated<bigint>
    open_rounds: Generated<number>
    in_rounds: Generated<bigint>
    base: Generated<bigint>
    converted: Generated<bigint>
    forfeited: Generated<bigint>
    max_bet: bigint | null
    max_conversion: bigint | null
    min_balance: Generated<bigint>
    principal: 'converts' | 'stays'
    counts: 'bonus' | 'all'
    on_withdrawal: 'forfeit' | 'keep'
    asks_first: Generated<boolean>
    priority: Generated<number>
    life_seconds: number
    issued_at: Generated<Timestamp>
    take_by: Timestamp
    queued_at: Timestamp | null
    activated_at: Timestamp | null
    started_at: Timestamp | null
    expires_at: Timestamp | null
    ended_at: Timestamp | null
    told_at: Timestamp | null
    waiting: Generated<bigint>
    max_win: bigint | null
    end_told_at: Timestamp | null
  }
  bonuses_wager: {
    bonus_id: bigint
    id: GeneratedAlways<bigint>
    provider: string
    action: string
    round: string
    game: string
    staked: bigint
    paid: bigint
    rate_bp: number
    counted_bp: bigint
    at: Generated<Timestamp>
  }
  campaigns_budget: {
    offer: string
    currency: string
    claims: Generated<number>
    most_claims: number | null
    amount: Generated<bigint>
    most_amount: bigint | null
  }
  campaigns_claim: {
    id: GeneratedAlways<bigint>
    offer: string
    campaign: string
    player_id: bigint
    place: string
    state: 'taken' | 'promised' | 'issued' | 'released' | 'refused'
    reason: Generated<string>
    version: string
    rewards: Generated<Json>
    currency: string
    reserved: Generated<bigint>
    code_id: bigint | null
    entry_id: bigint | null
    deposit_amount: Generated<bigint>
    given: Generated<Json>
    made_at: Generated<Timestamp>
    promised_at: Timestamp | null
    ended_at: Timestamp | null
  }
  campaigns_code: {
    id: GeneratedAlways<bigint>
    key: string
    kind: 'shared' | 'single'
    tail: Generated<string>
    offer: string
    most_uses: number | null
    uses: Generated<number>
    most_per_player: Generated<number>
    starts_at: Timestamp | null
    ends_at: Timestamp | null
    made_at: Generated<Timestamp>
    stopped_at: Timestamp | null
  }
  campaigns_live: {
    kind: string
    sysname: string
    hash: string
    body: Json
    published_at: Generated<Timestamp>
    actor: string
    stopped_at: Timestamp | null
  }
  campaigns_person: {
    offer: string
    place: string
    key: Buffer
    claim_id: bigint
  }
  campaigns_player: {
    player_id: bigint
    level: Generated<number>
    deposits: Generated<number>
    code_tried_at: Timestamp | null
    level_no: Generated<number>
    is_club_off: Generated<boolean>
  }
  campaigns_popup_hold: {
    player_id: bigint
    popup: string
    session_id: bigint
    until: Timestamp
  }
  campaigns_popup_seen: {
    player_id: bigint
    popup: string
    day: Generated<string>
    opened: Generated<number>
    closed: Generated<number>
    clicked: Generated<number>
    refused: Generated<boolean>
  }
  campaigns_segment: {
    segment: string
    player_id: bigint
  }
  campaigns_version: {
    id: GeneratedAlways<bigint>
    kind: string
    sysname: string
    hash: Generated<string>
    body: Json | null
    at: Generated<Timestamp>
    actor: string
  }
  cashbacks_cashback: {
    id: GeneratedAlways<bigint>
    period_id: bigint
    scheme: string
    player_id: bigint
    start_at: Timestamp
    end_at: Timestamp
    currency: string
    purse_id: bigint
    from_seq: bigint
    to_seq: bigint
    head: Buffer
    stakes: bigint
    wins: bigint
    rollbacks_in: bigint
    rollbacks_out: bigint
    jackpots: bigint
    conversions: bigint
    loss: bigint
    rate: number
    level: number
    formula: number
    least: bigint | null
    most: bigint | null
    amount: bigint
    state: 'active' | 'paid_out' | 'expired' | 'declined' | 'none'
    pays: 'main' | 'bonus'
    template: string | null
    bonus_terms: Json | null
    bonus_version: string | null
    bonus_id: bigint | null
    closed_at: Generated<Timestamp>
    receiving_expired_at: Timestamp | null
    paid_out_at: Timestamp | null
    ended_at: Timestamp | null
    told_at: Timestamp | null
  }
  cashbacks_period: {
    id: GeneratedAlways<bigint>
    scheme: string
    start_at: Timestamp
    end_at: Timestamp
    version: string
    terms: Json
    opened_at: Generated<Timestamp>
    cursor: Generated<bigint>
    closed_at: Timestamp | null
  }
  cashier_entry: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    type: 'deposit' | 'withdrawal'
    number: number
    method: string
    provider: string
    currency: string
    amount: bigint
    fee: Generated<bigint>
    status: 'created' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'review' | 'approved' | 'sent' | 'declined'
    reason: Generated<string>
    requisites: Generated<Json>
    requisites_sealed: Buffer | null
    requisite_id: bigint | null
    offer_id: string | null
    domain: string
    back_url: string | null
    key: string
    body_hash: Buffer
    provider_ref: string | null
    action: Json | null
    created_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
    asked_at: Timestamp | null
    asked_count: Generated<number>
  }
  cashier_notice: {
    id: GeneratedAlways<bigint>
    provider: string
    notice_id: string
    entry_id: bigint | null
    said: Json
    verdict: string
    at: Generated<Timestamp>
  }
  cashier_requisite: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    method: string
    mask: string
    sealed: Buffer
    print: Buffer
    state: Generated<'new' | 'checking' | 'required' | 'verified' | 'fraudulent'>
    has_paid_in: Generated<boolean>
    created_at: Generated<Timestamp>
    used_at: Generated<Timestamp>
  }
  cashier_step: {
    entry_id: bigint
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    status: string
    reason: Generated<string>
    actor: string
  }
  cashier_switch: {
    provider: string
    direction: 'deposit' | 'withdrawal'
    at: Generated<Timestamp>
    note: Generated<string>
  }
  codes_code: {
    purpose: string
    subject: string
    code_hash: Buffer
    token_hash: Buffer | null
    tries: Generated<number>
    sends: Generated<number>
    sent_at: Generated<Timestamp>
    expires_at: Timestamp
    window_ends_at: Timestamp
    used_at: Timestamp | null
  }
  content_identity: {
    id: GeneratedAlways<bigint>
    username: string
    username_key: string
    email: string
    email_key: string
    password_hash: string
    is_confirmed: Generated<boolean>
    is_blocked: Generated<boolean>
    token_version: Generated<number>
    reset_hash: Buffer | null
    reset_expires_at: Timestamp | null
    confirm_hash: Buffer | null
    created_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
  }
  freespins_pack: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    game: string
    currency: string
    stake: bigint
    total_count: number
    remaining_count: number
    won: Generated<bigint>
    status: Generated<'active' | 'used' | 'expired' | 'removed'>
    key: string
    created_at: Generated<Timestamp>
    expires_at: Timestamp
    winnings: Generated<'main' | 'bonus'>
    max_win: bigint | null
    template: string | null
    terms: Json | null
    offer: string | null
    version: string | null
    bonus_id: bigint | null
    told_at: Timestamp | null
  }
  games_game: {
    sysname: string
    provider: string
    name: string
    image_url: string
    type: 'casino' | 'slot' | 'live' | 'fast'
    categories: Generated<string[]>
    rtp: string | null
    volatility: number | null
    version: string | null
    has_demo: Generated<boolean>
    jackpot: string | null
    popularity: Generated<bigint>
    released_at: Generated<Timestamp>
  }
  games_like: {
    player_id: bigint
    game: string
    at: Generated<Timestamp>
  }
  games_provider: {
    sysname: string
    name: string
    image_url: Generated<string>
    runner: string | null
    position: Generated<number>
    is_filled: Generated<boolean>
  }
  games_recent: {
    player_id: bigint
    game: string
    at: Generated<Timestamp>
  }
  games_switch: {
    scope: 'all' | 'provider' | 'game'
    name: string
    reason: Generated<string>
    closed_at: Generated<Timestamp>
  }
  games_version: {
    is_only: Generated<boolean>
    version: Generated<bigint>
  }
  house_whereabouts: {
    is_only: Generated<boolean>
    cluster: string
    timeline: string
    noted_at: Generated<Timestamp>
  }
  http_rate_limit: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  jackpots_due: {
    id: GeneratedAlways<bigint>
    pot: string
    currency: string
    staked: bigint
    at: Generated<Timestamp>
  }
  jackpots_pot: {
    id: string
    name: string
    image_url: Generated<string>
    contribution: number
    position: Generated<number>
    is_open: Generated<boolean>
  }
  jackpots_rest: {
    pot: string
    level: string
    currency: string
    rest: Generated<bigint>
  }
  jackpots_win: {
    id: GeneratedAlways<bigint>
    pot: string
    level: string
    player_id: bigint
    round: string
    currency: string
    won: bigint
    at: Generated<Timestamp>
  }
  limits_care: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    is_on: boolean
    reason: string
    words: Generated<string>
    at: Generated<Timestamp>
  }
  limits_change: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    kind: 'deposit' | 'loss' | 'wager' | 'session'
    period_days: number
    amount: bigint | null
    requested_at: Generated<Timestamp>
    ready_at: Timestamp
    expires_at: Timestamp
    told_at: Timestamp | null
    closed_at: Timestamp | null
    outcome: 'confirmed' | 'cancelled' | 'replaced' | 'expired' | null
  }
  limits_exclusion: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    period: string
    asked_by: bigint
    started_at: Generated<Timestamp>
    ends_at: Timestamp | null
    return_asked_at: Timestamp | null
  }
  limits_limit: {
    player_id: bigint
    kind: 'deposit' | 'loss' | 'wager' | 'session'
    period_days: number
    amount: bigint
    set_at: Generated<Timestamp>
  }
  limits_quarter: {
    player_id: bigint
    starts_at: Timestamp
    net: bigint
  }
  limits_setting: {
    player_id: bigint
    reality_minutes: number | null
    reality_seen_at: Generated<Timestamp>
    promotions_from: Timestamp | null
    care_since: Timestamp | null
    promotion_letter_at: Timestamp | null
    quiet_until: Timestamp | null
  }
  limits_sign: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    kind: 'refusal' | 'raise' | 'cancel' | 'hours'
    at: Generated<Timestamp>
    day: string | null
  }
  limits_total: {
    player_id: bigint
    until: Timestamp
    net: bigint
    net_deposits: bigint
  }
  limits_use: {
    player_id: bigint
    at: Generated<Timestamp>
    kind: 'deposit' | 'withdrawal' | 'stake' | 'return'
    amount: bigint
    key: string
    returned: Generated<bigint>
  }
  limits_visit: {
    player_id: bigint
    started_at: Generated<Timestamp>
    last_at: Generated<Timestamp>
  }
  loyalty_bet_step: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    bet_id: bigint
    n: number
    seqs: Json
  }
  loyalty_character: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    character: string
    is_first: Generated<boolean>
    chosen_at: Generated<Timestamp>
  }
  loyalty_cursor: {
    player_id: bigint
    purse: bigint
    seq: Generated<bigint>
  }
  loyalty_day: {
    player_id: bigint
    day: string
    parts: Generated<string>
  }
  loyalty_dealers: {
    id: GeneratedAlways<bigint>
    is_on: boolean
    at: Generated<Timestamp>
  }
  loyalty_fact: {
    player_id: bigint
    event: string
    value: string
    week: string
    at: Generated<Timestamp>
  }
  loyalty_notice: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    key: string
    trigger: 'quest' | 'register' | 'profile' | 'confirm' | 'product' | 'level'
    subject: string
    state: Generated<string>
    is_credit: boolean
    amount: bigint | null
    amount_type: Generated<string>
    at: Generated<Timestamp>
    seen_at: Timestamp | null
  }
  loyalty_order: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    product: string
    no: number
    kind: 'freespins' | 'bonus' | 'free_bet' | 'cash' | 'ticket' | 'goods'
    price: bigint
    version: string
    status: 'ordered' | 'sent' | 'done' | 'returned'
    reward_id: bigint | null
    note: Generated<string>
    made_at: Generated<Timestamp>
    changed_at: Generated<Timestamp>
  }
  loyalty_player: {
    player_id: bigint
    program: string | null
    earned: Generated<bigint>
    rest: Generated<string>
    level: Generated<number>
    is_active: Generated<boolean>
    since: Generated<Timestamp>
    top: Generated<number>
    level_no: Generated<number>
    review_from: Timestamp | null
    review_base: bigint | null
    review_at: Timestamp | null
  }
  loyalty_product: {
    id: string
    sold: Generated<number>
  }
  loyalty_quest: {
    player_id: bigint
    quest: string
    period: string
    reward: number
    is_reported: boolean
    week: string
    at: Generated<Timestamp>
  }
  loyalty_switch: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    is_active: boolean
    at: Generated<Timestamp>
  }
  mail_letter: {
    id: GeneratedAlways<bigint>
    channel: 'email' | 'sms'
    kind: string
    recipient: string
    subject: Generated<string>
    text: string | null
    html: string | null
    headers: Generated<Json>
    created_at: Generated<Timestamp>
    sent_at: Timestamp | null
    attempts: Generated<number>
  }
  rounds_action: {
    provider: string
    action: string
    round: string
    kind: 'bet' | 'win' | 'betwin' | 'rollback' | 'freespin' | 'tombstone'
    staked: Generated<bigint>
    won: Generated<bigint>
    shortfall: Generated<bigint>
    split: Json | null
    is_rolled_back: Generated<boolean>
    at: Generated<Timestamp>
    gains: Json | null
    rolled_back_at: Timestamp | null
  }
  rounds_chain: {
    id: GeneratedAlways<bigint>
    game: string
    length: number
    root: Buffer
    terminal_hash: Buffer
    salt: string | null
    used: Generated<number>
    created_at: Generated<Timestamp>
  }
  rounds_export: {
    id: Generated<string>
    player_id: bigint
    mode: string
    game: string | null
    from_day: string | null
    to_day: string | null
    status: Generated<'queued' | 'ready' | 'failed' | 'expired'>
    rows: bigint | null
    bytes: bigint | null
    created_at: Generated<Timestamp>
    ready_at: Timestamp | null
    expires_at: Timestamp | null
    product: Generated<'games' | 'sports'>
  }
  rounds_export_part: {
    export_id: string
    part: number
    bytes: Buffer
    size: number
    rows: number
    last_at: Timestamp
    last_provider: string
    last_round: string
  }
  rounds_fair: {
    player_id: bigint
    seed_id: bigint
    next_seed_id: bigint
    client_seed: string
    is_own_seed: Generated<boolean>
    nonce: Generated<bigint>
    slot_at: Timestamp | null
    other_at: Timestamp | null
    since: Generated<Timestamp>
  }
  rounds_guest: {
    id: GeneratedAlways<bigint>
    token_hash: Buffer
    game: string
    balance: bigint
    server_seed: Buffer
    client_seed: string
    nonce: Generated<bigint>
    staked_at: Timestamp | null
    created_at: Generated<Timestamp>
    expires_at: Timestamp
  }
  rounds_play: {
    round: string
    player_id: bigint | null
    guest_id: bigint | null
    game: string
    version: string
    mode: 'real' | 'demo'
    currency: string
    stake: bigint
    seed_id: bigint | null
    client_seed: string
    nonce: bigint
    shared_id: bigint | null
    choices: Json
    steps: Generated<number>
    staked: bigint
    won: Generated<bigint>
    is_over: Generated<boolean>
    pack_id: bigint | null
    jackpot: string | null
    jackpot_level: string | null
    jackpot_won: Generated<bigint>
    opened_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
  }
  rounds_revealed: {
    seed_id: bigint
    player_id: bigint
    client_seed: string
    rounds: bigint
    used_from: Timestamp
    revealed_at: Generated<Timestamp>
  }
  rounds_round: {
    provider: string
    round: string
    player_id: bigint
    game: string
    mode: string
    currency: string
    staked: Generated<bigint>
    won: Generated<bigint>
    bets: Generated<number>
    is_closed: Generated<boolean>
    opened_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
    bonus_id: bigint | null
    bonus_staked: bigint | null
    bonus_won: bigint | null
    bonus_prized: bigint | null
    pack_id: bigint | null
    closed_at: Timestamp | null
  }
  rounds_seed: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    place: number
    server_seed: Buffer
    hash: Buffer
    chain: Buffer
    created_at: Generated<Timestamp>
  }
  rounds_session: {
    id: GeneratedAlways<bigint>
    token_hash: Buffer
    player_id: bigint
    provider: string
    game: string
    mode: 'real' | 'demo'
    currency: string
    created_at: Generated<Timestamp>
    expires_at: Timestamp
    auth_session_id: bigint | null
  }
  rounds_shared: {
    id: GeneratedAlways<bigint>
    chain_id: bigint
    place: number
    game: string
    phase: 'open' | 'running' | 'over'
    opened_at: Generated<Timestamp>
    starts_at: Timestamp | null
    ended_at: Timestamp | null
    point: bigint | null
    hash: Buffer | null
    is_interrupted: Generated<boolean>
  }
  rounds_table: {
    game: string
    holder: string | null
    beat_at: Generated<Timestamp>
    watched_at: Generated<Timestamp>
  }
  sandbox_applicant: {
    id: string
    external_user_id: string
    level: string
    state: Generated<string>
    documents: Generated<Json>
    reject_labels: Generated<Json>
    created_at: Generated<Timestamp>
  }
  sandbox_coin: {
    id: string
    direction: 'in' | 'out'
    order_id: string
    address: string
    asset: string
    amount: string
    received: Generated<string>
    confirmations: Generated<number>
    state: string
    return_url: string | null
    created_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
  }
  sandbox_crowd: {
    id: Generated<number>
    holder: string | null
    beat_at: Generated<Timestamp>
    watched_at: Generated<Timestamp>
    turn: Generated<bigint>
    day: Generated<string>
    day_turns: Generated<number>
  }
  sandbox_letter: {
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    channel: string
    recipient: string
    subject: Generated<string>
    text: string
    html: Generated<string>
  }
  sandbox_payment: {
    ref: string
    direction: 'in' | 'out'
    merchant_ref: string
    amount: string
    currency: string
    details: Generated<Json>
    status: string
    created_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
  }
  schema_migration: {
    name: string
    checksum: string
    applied_at: Generated<Timestamp>
  }
  sports_act: {
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    actor: string
    act: 'close' | 'open' | 'result' | 'void' | 'rollback' | 'settle'
    event_id: bigint | null
    market_id: bigint | null
    reason: string
  }
  sports_archive: {
    event_id: bigint
    prices: Buffer
    at: Generated<Timestamp>
  }
  sports_category: {
    id: GeneratedAlways<bigint>
    producer: string
    ref: string
    sport: string
    names: Json
    position: Generated<number>
  }
  sports_change: {
    seq: bigint
    event_id: bigint
    market_id: bigint | null
    what: string
    at: Generated<Timestamp>
  }
  sports_competitor: {
    id: GeneratedAlways<bigint>
    producer: string
    ref: string
    sport: string
    names: Json
    crest: Generated<string>
  }
  sports_counter: {
    is_only: Generated<boolean>
    seq: bigint
  }
  sports_event: {
    id: GeneratedAlways<bigint>
    producer: string
    ref: string
    sport: string
    tournament_id: bigint
    home_id: bigint
    away_id: bigint
    starts_at: Timestamp
    first_starts_at: Timestamp
    state: Generated<'planned' | 'open' | 'postponed' | 'live' | 'interrupted' | 'abandoned' | 'ended' | 'cancelled' | 'closed'>
    reason: Generated<string>
    has_live: boolean
    is_handled: Generated<boolean>
    format: Json
    clock: Json | null
    score: Generated<Json>
    facts: Generated<number>
    version: Generated<number>
    rules: string
    seed_hash: Generated<string>
    told_at: Generated<Timestamp>
    ended_at: Timestamp | null
    interrupted_at: Timestamp | null
    purged_at: Timestamp | null
    held_at: Timestamp | null
    is_turned: Generated<boolean>
    touches: Generated<number>
  }
  sports_fact: {
    event_id: bigint
    seq: number
    kind: string
    at_feed: Timestamp
    at: Generated<Timestamp>
    data: Json
    cancels: number | null
  }
  sports_favourite: {
    player_id: bigint
    kind: 'event' | 'tournament' | 'competitor'
    ref: bigint
    at: Generated<Timestamp>
  }
  sports_market: {
    id: GeneratedAlways<bigint>
    event_id: bigint
    type: string
    period: string
    line: string
    state: 'off' | 'open' | 'suspended' | 'closed' | 'disputed' | 'resulted' | 'void'
    cause: 'DANGER' | 'GOAL' | 'REVIEW' | 'FEED' | 'OPERATOR' | 'LIMIT' | null
    version: Generated<number>
    stops: Generated<number>
    is_live: Generated<boolean>
    closes_at: Timestamp | null
    prices: number[]
    wins: number[]
    backs: number[]
    told_in: number
  }
  sports_message: {
    producer: string
    epoch: bigint
    seq: bigint
    at: Generated<Timestamp>
    body: Json | null
    request: string | null
  }
  sports_price: {
    market_id: bigint
    version: number
    at: Generated<Timestamp>
    state: string
    prices: number[]
    wins: number[]
    backs: number[]
  }
  sports_producer: {
    name: string
    state: Generated<'up' | 'down' | 'recovering'>
    epoch: Generated<bigint>
    seq: Generated<bigint>
    snapshots: Generated<number>
    is_in_snapshot: Generated<boolean>
    alive_at: Timestamp | null
    sent_at: Timestamp | null
    is_simulated: boolean
    snapshot_at: Timestamp | null
    up_at: Timestamp | null
    is_shut: Generated<boolean>
  }
  sports_result: {
    market_id: bigint
    revision: number
    outcomes: Json
    void_reason: string | null
    source: 'feed' | 'own' | 'operator'
    certainty: 'first' | 'confirmed'
    facts_seq: number
    reason: Generated<string>
    at: Generated<Timestamp>
  }
  sports_sport: {
    sysname: string
    names: Json
    position: Generated<number>
    producer: string | null
  }
  sports_switch: {
    scope: 'sport' | 'tournament' | 'event'
    name: string
    reason: string
    actor: string
    closed_at: Generated<Timestamp>
  }
  sports_tournament: {
    id: GeneratedAlways<bigint>
    producer: string
    ref: string
    category_id: bigint
    sport: string
    names: Json
    position: Generated<number>
    tier: 'A' | 'B' | 'C'
  }
  sports_watch: {
    is_only: Generated<boolean>
    at: Timestamp
  }
  sports_window: {
    market_id: bigint
    n: number
    starts_at: Timestamp
    ends_at: Timestamp
    reason: string
    at: Generated<Timestamp>
    withdrawn_at: Timestamp | null
  }
  support_chat_event: {
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    player_id: bigint
    channel_id: string
    conversation_id: string
    event: 'sent' | 'received'
    text: string
  }
  support_feedback: {
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    player_id: bigint | null
    topic: string
    text: string
    contact: string
    locale: string
    answer: string | null
    answered_at: Timestamp | null
  }
  tournaments_cursor: {
    player_id: bigint
    purse: bigint
    seq: bigint
  }
  tournaments_entry: {
    tournament_id: bigint
    player_id: bigint
    join_no: number
    joined_at: Timestamp
    reset_at: Timestamp | null
    score: Generated<bigint>
    reached_at: Timestamp | null
    rounds: Generated<number>
    tally: Json | null
    version: bigint
    state: Generated<'in' | 'left' | 'out' | 'double'>
    note: Generated<string>
    is_shut: Generated<boolean>
    fee: Generated<bigint>
  }
  tournaments_lease: {
    name: string
    holder: string
    beat_at: Timestamp
  }
  tournaments_open: {
    player_id: bigint
    provider: string
    round: string
  }
  tournaments_player: {
    player_id: bigint
    is_hidden: boolean
  }
  tournaments_prize: {
    tournament_id: bigint
    player_id: bigint
    place: number
    kind: 'cash' | 'bonus' | 'freespins' | 'points' | 'goods'
    currency: string
    amount: bigint | null
    template: string | null
    state: Generated<'owed' | 'paid' | 'withheld'>
    given: bigint | null
    settled_at: Timestamp | null
  }
  tournaments_result: {
    tournament_id: bigint
    place: number
    player_id: bigint
    score: bigint
    reached_at: Timestamp | null
    rounds: number
  }
  tournaments_ticket: {
    id: GeneratedAlways<bigint>
    player_id: bigint
    definition: string
    key: string
    given_at: Generated<Timestamp>
    tournament_id: bigint | null
  }
  tournaments_tournament: {
    id: GeneratedAlways<bigint>
    sysname: string
    definition: string
    starts_at: Timestamp
    ends_at: Timestamp
    join_until: Timestamp
    cut_at: Timestamp
    version_id: string
    terms: Json
    templates: Generated<Json>
    state: Generated<'open' | 'finished' | 'cancelled'>
    players: Generated<number>
    joins: Generated<number>
    version: Generated<bigint>
    note: Generated<string>
    kinds: Json | null
    result_hash: string | null
    made_at: Generated<Timestamp>
    ended_at: Timestamp | null
  }
  tracking_event: {
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    name: string
    params: Generated<Json>
    player_id: bigint | null
    request_id: string | null
  }
  tracking_hit: {
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    visit: Generated<string>
    referer: Generated<string>
    track_id: Generated<string>
    seon_session: Generated<string>
    is_late: Generated<boolean>
    player_id: bigint | null
  }
  tracking_registration: {
    player_id: bigint
    at: Generated<Timestamp>
    visit: Generated<string>
    params: Generated<Json>
  }
  verification_action: {
    player_id: bigint
    action_id: string
    state: Generated<'created' | 'pending' | 'approved' | 'retry' | 'rejected'>
    event_at_ms: Generated<bigint>
    updated_at: Generated<Timestamp>
  }
  verification_applicant: {
    player_id: bigint
    applicant_id: string
    external_user_id: string
    state: Generated<'created' | 'pending' | 'approved' | 'retry' | 'rejected'>
    reasons: Generated<Json>
    event_at_ms: Generated<bigint>
    updated_at: Generated<Timestamp>
  }
  verification_notice: {
    digest: Buffer
    applicant_id: string
    type: string
    event_at_ms: bigint
    received_at: Generated<Timestamp>
  }
  wallet_anchor: {
    id: GeneratedAlways<bigint>
    at: Generated<Timestamp>
    transfers: bigint
    purses: bigint
    root: Buffer
    faults: Generated<Json>
  }
  wallet_anchored: {
    purse_id: bigint
    seq: bigint
    balance: bigint
    head: Buffer
  }
  wallet_movement: {
    scope: string
    key: string
    body_hash: Buffer
    player_id: bigint | null
    answer: string
    at: Timestamp
  }
  wallet_purse: {
    id: GeneratedAlways<bigint>
    player_id: bigint | null
    owner: string
    kind: string
    currency: string
    balance: Generated<bigint>
    seq: Generated<bigint>
    head: Generated<Buffer>
    moved_at: Timestamp | null
  }
  wallet_transfer: {
    from_purse: bigint
    from_seq: bigint
    to_purse: bigint
    to_seq: bigint
    amount: bigint
    from_balance: bigint
    to_balance: bigint
    from_hash: Buffer
    to_hash: Buffer
    scope: string
    key: string
    part: number
    reason: string
    ref: string
    at: Timestamp
  }
}
