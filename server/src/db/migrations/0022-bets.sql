-- Bets on sports: what was asked, what was taken, each step of its money.

create table bets_bet (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  -- Made by the client before the first try; the same key with another body is a conflict.
  key text not null check (length(key) between 8 and 64),
  body_hash bytea not null,
  -- The how-manieth bet of its player.
  number int not null,
  state text not null check (state in ('pending', 'open', 'refused', 'settled', 'cashed')),
  kind text not null check (kind in ('single', 'multiple', 'system')),
  sizes int[] not null,
  bankers int[] not null,
  combinations int not null check (combinations > 0),
  currency text not null,
  mode text not null check (mode in ('real', 'demo')),
  stake bigint not null check (stake > 0),
  -- What of it still runs: less after a part was cashed out.
  stake_open bigint not null check (stake_open >= 0 and stake_open <= stake),
  -- Which purses paid: [{kind, amount, bonus?}].
  split jsonb not null,
  -- Its legs as they were asked for: [{price, version, isLive, parts: [{pick, market, stops}], builder?}].
  asked jsonb not null,
  policy text not null check (policy in ('none', 'better', 'any')),
  -- The most that it may return, without its boost.
  possible bigint not null,
  boost_bp int not null default 0,
  -- The betting bonus that is in it, and whether it staked for the player.
  bonus_id bigint,
  is_free_bet boolean not null default false,
  session_id bigint,
  rules text not null,
  asked_at timestamptz not null default clock_timestamp(),
  decide_at timestamptz,
  accepted_at timestamptz,
  refused_reason text,
  -- The re-offer or the limit that a refusal named.
  refused_data jsonb,
  steps int not null default 1,
  returned bigint not null default 0 check (returned >= 0),
  boost bigint not null default 0 check (boost >= 0),
  -- Paid, but a result of it was taken back: the next word about it counts.
  is_under_review boolean not null default false,
  settled_at timestamptz,
  unique (player_id, key),
  unique (player_id, number),
  check ((state = 'pending') <= (decide_at is not null)),
  check ((state = 'refused') = (refused_reason is not null))
) with (fillfactor = 70);
create index bets_bet_running on bets_bet (player_id, id) where state in ('pending', 'open');
create index bets_bet_due on bets_bet (decide_at) where state = 'pending';

-- Written when a bet becomes open, so what was never taken is not in the settler's way.
create table bets_leg (
  bet_id bigint not null references bets_bet,
  place int not null,
  -- 0 for a plain leg; parts of a builder are 1 and on.
  part int not null,
  event_id bigint not null,
  market_id bigint not null,
  outcome text not null,
  -- Of a builder both are those of all its parts together, on every part.
  price_asked int not null,
  price int not null,
  version int not null,
  stops int not null,
  is_live boolean not null,
  -- Chances in parts of a billion when it was taken.
  win int not null,
  back int not null,
  -- A builder's price for every set of its parts, on its first part.
  subset_prices int[],
  primary key (bet_id, place, part)
);
create index bets_leg_market on bets_leg (market_id, bet_id);
create index bets_leg_event on bets_leg (event_id, bet_id);

-- Each movement of a bet's money; the key in the ledger is its bet and number.
create table bets_step (
  bet_id bigint not null references bets_bet,
  n int not null,
  kind text not null check (kind in ('held', 'released', 'settled', 'cashed', 'reopened', 'corrected')),
  at timestamptz not null default clock_timestamp(),
  actor text not null,
  reason text not null default '',
  -- What of the stake it is about.
  part bigint not null,
  returned_before bigint not null default 0,
  returned_after bigint not null default 0,
  boost bigint not null default 0,
  -- What was to be taken back and was gone.
  shortfall bigint not null default 0,
  -- [{place, part, win, back, of, revision}] of each leg.
  legs jsonb not null default '[]',
  primary key (bet_id, n)
);
create index bets_step_at on bets_step (at);

-- An exception for one leg of one bet: a late bet, a wrong price. The last one counts.
create table bets_ruling (
  bet_id bigint not null references bets_bet,
  place int not null,
  part int not null,
  n int not null,
  win int not null,
  back int not null,
  "of" int not null check ("of" > 0),
  reason text not null,
  actor text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (bet_id, place, part, n)
);

create trigger bets_leg_append_only before update or delete or truncate on bets_leg
  for each statement execute function wallet_refuse();
create trigger bets_step_append_only before update or delete or truncate on bets_step
  for each statement execute function wallet_refuse();
create trigger bets_ruling_append_only before update or delete or truncate on bets_ruling
  for each statement execute function wallet_refuse();

-- What the house would lose if an outcome won, in hundredths of a risk unit. By lane: two batches never wait for one row.
create table bets_exposure (
  market_id bigint not null,
  outcome text not null,
  lane int not null,
  profit bigint not null,
  primary key (market_id, outcome, lane)
) with (fillfactor = 60);

-- The operator's word about how much a player may stake, with the reason that the player reads.
create table bets_player (
  player_id bigint primary key references account_player,
  factor_bp int not null check (factor_bp between 0 and 10000),
  reason text not null check (reason <> ''),
  actor text not null,
  since timestamptz not null default now()
);

-- Results that wait for their bets to be settled, and how far that has come.
create table bets_work (
  market_id bigint not null,
  revision int not null,
  lane int not null,
  last_bet bigint not null default 0,
  at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  primary key (market_id, revision, lane)
);
create index bets_work_open on bets_work (at) where done_at is null;

-- What a bet is settled and recomputed with stays as long as the bet.
create or replace function sports_has_bets(event_id bigint) returns boolean language sql stable as $$
  select exists (select from bets_leg as leg where leg.event_id = $1)
$$;
