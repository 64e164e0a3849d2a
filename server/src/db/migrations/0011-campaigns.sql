-- The money part of what editors wrote, as the operator published it. What is not here is not in force.
create table campaigns_live (
  kind text not null,
  sysname text not null,
  -- Of the body: the version that bonuses and claims name.
  hash text not null,
  body jsonb not null,
  published_at timestamptz not null default now(),
  actor text not null,
  -- No new claims from then on; promises are kept.
  stopped_at timestamptz,
  primary key (kind, sysname)
);

-- What offers and cashback ask about a player, kept by news of other features.
create table campaigns_player (
  player_id bigint primary key references account_player,
  level integer not null default 1 check (level >= 1),
  -- Paid deposits, those that went back later too.
  deposits integer not null default 0 check (deposits >= 0),
  -- The code of the registration was tried.
  code_tried_at timestamptz
);
insert into campaigns_player (player_id, deposits)
  select player_id, count(*) from cashier_entry where type = 'deposit' and status in ('paid', 'refunded') group by player_id;

-- Players who are invited by name.
create table campaigns_segment (
  segment text not null,
  player_id bigint not null references account_player,
  primary key (segment, player_id)
);
create index campaigns_segment_player on campaigns_segment (player_id);

-- Shared codes by their text, single ones by a keyed hash.
create table campaigns_code (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null check (kind in ('shared', 'single')),
  -- The last letters of a single code: all that is kept of it in the open.
  tail text not null default '',
  offer text not null,
  most_uses integer check (most_uses > 0),
  uses integer not null default 0 check (uses >= 0),
  most_per_player integer not null default 1 check (most_per_player > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  made_at timestamptz not null default now(),
  stopped_at timestamptz,
  check (uses <= most_uses)
);
create index campaigns_code_offer on campaigns_code (offer, id);

-- One use of an offer by one player.
create table campaigns_claim (
  id bigint generated always as identity primary key,
  offer text not null,
  campaign text not null,
  player_id bigint not null references account_player,
  -- once, 2026-W46, n:2: the same place is used once.
  place text not null,
  state text not null check (state in ('taken', 'promised', 'issued', 'released', 'refused')),
  -- Why it was released or refused.
  reason text not null default '',
  -- The terms as they were promised: published changes do not touch them.
  version text not null,
  rewards jsonb not null default '[]',
  currency text not null,
  -- What of the budget is kept for it.
  reserved bigint not null default 0 check (reserved >= 0),
  code_id bigint references campaigns_code,
  -- The deposit it was chosen with.
  entry_id bigint,
  deposit_amount bigint not null default 0,
  -- What was given: [{kind, id}].
  given jsonb not null default '[]',
  made_at timestamptz not null default now(),
  promised_at timestamptz,
  ended_at timestamptz
);
create unique index campaigns_claim_place on campaigns_claim (offer, player_id, place)
  where state in ('taken', 'promised', 'issued');
create unique index campaigns_claim_entry on campaigns_claim (entry_id) where state in ('promised', 'issued', 'refused');
create index campaigns_claim_player on campaigns_claim (player_id, id);
create index campaigns_claim_promised on campaigns_claim (promised_at) where state = 'promised';
create index campaigns_claim_code on campaigns_claim (code_id, player_id) where code_id is not null;

-- One claim of a place per human being, by what accounts have proven.
create table campaigns_person (
  offer text not null,
  place text not null,
  key bytea not null,
  claim_id bigint not null references campaigns_claim,
  primary key (offer, place, key)
);
create index campaigns_person_claim on campaigns_person (claim_id);

-- How much of an offer is given or promised. Currency * counts the claims, the others count money.
create table campaigns_budget (
  offer text not null,
  currency text not null,
  claims integer not null default 0 check (claims >= 0),
  most_claims integer,
  amount bigint not null default 0 check (amount >= 0),
  most_amount bigint,
  primary key (offer, currency)
);

-- Null: offers reach this player; a moment to come: only from then on, for ever where they were switched off.
alter table limits_setting
  add column promotions_from timestamptz,
  add column care_since timestamptz;
