-- Casino money with terms. Only the open one, active or paused, has money: it is in the player's purse of kind bonus.
create table bonuses_bonus (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  source text not null,
  -- Who granted it and why: the same key grants once.
  source_key text not null unique,
  offer text,
  -- The hash of the terms that the operator published.
  version text,
  template text not null,
  mode text not null check (mode in ('sticky', 'non_sticky', 'isolated')),
  currency text not null,
  amount bigint not null check (amount > 0),
  deposit_amount bigint not null default 0,
  -- The house purse that pays when it opens: the budget, or winnings of free spins.
  paid_from text not null default 'main' check (paid_from in ('main', 'packs')),
  state text not null default 'issued'
    check (state in ('issued', 'queued', 'active', 'paused', 'completed', 'lost', 'expired', 'removed')),
  end_reason text,
  end_note text not null default '',
  -- As they were published; never read again from the template.
  terms jsonb not null,
  contributions jsonb not null,
  -- In minor units × 10,000.
  required_bp bigint not null check (required_bp >= 0),
  progress_bp bigint not null default 0 check (progress_bp between 0 and required_bp),
  -- Rounds that it paid into and that are not closed, and what of its money is in them.
  open_rounds integer not null default 0 check (open_rounds >= 0),
  in_rounds bigint not null default 0 check (in_rounds >= 0),
  base bigint not null default 0 check (base >= 0),
  converted bigint not null default 0 check (converted >= 0),
  forfeited bigint not null default 0 check (forfeited >= 0),
  max_bet bigint,
  max_conversion bigint,
  min_balance bigint not null default 0,
  principal text not null check (principal in ('converts', 'stays')),
  counts text not null check (counts in ('bonus', 'all')),
  on_withdrawal text not null check (on_withdrawal in ('forfeit', 'keep')),
  asks_first boolean not null default false,
  priority integer not null default 0,
  -- How long it lasts from the moment it opens.
  life_seconds integer not null check (life_seconds > 0),
  issued_at timestamptz not null default now(),
  take_by timestamptz not null,
  queued_at timestamptz,
  activated_at timestamptz,
  -- The player agreed to play on with bonus money.
  started_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  -- The last notice about its end.
  told_at timestamptz,
  check (converted <= max_conversion)
);
create unique index bonuses_bonus_open on bonuses_bonus (player_id) where state in ('active', 'paused');
create index bonuses_bonus_player on bonuses_bonus (player_id, id);
create index bonuses_bonus_due on bonuses_bonus (expires_at) where state in ('active', 'paused');
create index bonuses_bonus_take_by on bonuses_bonus (take_by) where state in ('issued', 'queued');

-- Stakes that counted; one that was taken back is a second line below zero. Lines are only added.
create table bonuses_wager (
  bonus_id bigint not null references bonuses_bonus,
  id bigint generated always as identity,
  provider text not null,
  action text not null,
  round text not null,
  game text not null,
  staked bigint not null,
  paid bigint not null,
  rate_bp integer not null,
  counted_bp bigint not null,
  at timestamptz not null default now(),
  primary key (bonus_id, id)
);
create trigger bonuses_wager_append_only before update or delete or truncate on bonuses_wager
  for each statement execute function wallet_refuse();

-- The one that could pay for the next stake: read with the lock that every stake takes anyway.
alter table account_player add column open_bonus_id bigint;

-- The first bonus that paid into a round, what it staked and got, and what the round won in pots beside it.
alter table rounds_round
  add column bonus_id bigint,
  add column bonus_staked bigint,
  add column bonus_won bigint,
  add column bonus_prized bigint;
create index rounds_round_bonus on rounds_round (bonus_id) where bonus_id is not null;

-- Where the share of a bonus in a win went.
alter table rounds_action add column gains jsonb;
