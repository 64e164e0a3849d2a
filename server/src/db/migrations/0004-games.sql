-- The games: catalogue, own rounds and their seeds, rounds that everybody shares, pots, free spins, exports.

create table games_provider (
  sysname text primary key,
  name text not null,
  image_url text not null default '',
  -- Who runs its games: `studio` in this process, `sample` over the wallet protocol; null: nobody, they are only listed.
  runner text,
  position integer not null default 0,
  -- Made up by the operator to fill the hall for load and tests.
  is_filled boolean not null default false
);

create table games_game (
  sysname text primary key,
  provider text not null references games_provider,
  name text not null,
  image_url text not null,
  type text not null check (type in ('casino', 'slot', 'live', 'fast')),
  categories text[] not null default '{}',
  -- Percent, as it is shown.
  rtp text,
  volatility smallint,
  version text,
  has_demo boolean not null default true,
  jackpot text,
  -- Greater comes first in the house's own order.
  popularity bigint not null default 0,
  released_at timestamptz not null default now()
);
create index games_game_provider on games_game (provider);

-- What the operator closed: `all`, `provider` (a studio, or whoever runs its games) or `game`. Read inside every stake.
create table games_switch (
  scope text not null check (scope in ('all', 'provider', 'game')),
  name text not null,
  reason text not null default '',
  closed_at timestamptz not null default now(),
  primary key (scope, name)
);

-- Every node keeps the catalogue in memory; this number says when it is to be read again.
create table games_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null default 0
);
insert into games_version default values;
create function games_changed() returns trigger language plpgsql as $$
begin
  update games_version set version = version + 1;
  perform pg_notify('croupier_games', '');
  return null;
end $$;
create trigger games_provider_changed after insert or update or delete on games_provider
  for each statement execute function games_changed();
create trigger games_game_changed after insert or update or delete on games_game
  for each statement execute function games_changed();
create trigger games_switch_changed after insert or update or delete on games_switch
  for each statement execute function games_changed();

create table games_like (
  player_id bigint not null references account_player,
  game text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (player_id, game)
);
create index games_like_at on games_like (player_id, at);

create table games_recent (
  player_id bigint not null references account_player,
  game text not null,
  at timestamptz not null default now(),
  primary key (player_id, game)
);

-- Secrets behind outcomes. Made and shown (as a hash) before they are used; never changed.
create table rounds_seed (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  -- The how-manieth of this player.
  place integer not null,
  server_seed bytea not null check (length(server_seed) = 32),
  hash bytea not null check (length(hash) = 32),
  -- Hash over the one before it and this hash: a commitment cannot be put in between later.
  chain bytea not null check (length(chain) = 32),
  created_at timestamptz not null default clock_timestamp(),
  unique (player_id, place)
);
create trigger rounds_seed_append_only before update or delete or truncate on rounds_seed
  for each statement execute function wallet_refuse();

-- The seeds in use. The nonce goes on in the transaction of the stake.
create table rounds_fair (
  player_id bigint primary key references account_player,
  seed_id bigint not null references rounds_seed,
  next_seed_id bigint not null references rounds_seed,
  client_seed text not null,
  is_own_seed boolean not null default false,
  nonce bigint not null default 0,
  -- The last opening stake on a slot, and on anything else: some places ask for a pause between two of them.
  slot_at timestamptz,
  other_at timestamptz,
  since timestamptz not null default now()
) with (fillfactor = 70);

-- Seeds that were revealed.
create table rounds_revealed (
  seed_id bigint primary key references rounds_seed,
  player_id bigint not null,
  client_seed text not null,
  rounds bigint not null,
  used_from timestamptz not null,
  revealed_at timestamptz not null default now()
);
create index rounds_revealed_player on rounds_revealed (player_id, revealed_at);

-- Somebody who tries a game without an account: play money that no ledger knows, the same mathematics.
create table rounds_guest (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  game text not null,
  balance bigint not null,
  server_seed bytea not null,
  client_seed text not null,
  nonce bigint not null default 0,
  -- The last opening stake.
  staked_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index rounds_guest_end on rounds_guest (expires_at);

-- Rounds of our own games. State is not kept: it follows from seeds and choices, every time.
create table rounds_play (
  -- Made by the game before its first try; the same id as in rounds_round under the provider `studio`.
  round text primary key,
  player_id bigint,
  guest_id bigint references rounds_guest on delete cascade,
  game text not null,
  version text not null,
  mode text not null check (mode in ('real', 'demo')),
  currency text not null,
  stake bigint not null,
  seed_id bigint,
  client_seed text not null,
  nonce bigint not null,
  -- Of a round that everybody shares.
  shared_id bigint,
  -- All that the player chose, the opening first.
  choices jsonb not null,
  steps integer not null default 1,
  staked bigint not null,
  won bigint not null default 0,
  is_over boolean not null default false,
  pack_id bigint,
  jackpot text,
  jackpot_level text,
  jackpot_won bigint not null default 0,
  opened_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((player_id is null) <> (guest_id is null))
);
create index rounds_play_open on rounds_play (player_id, game) where not is_over;
create index rounds_play_shared on rounds_play (shared_id) where shared_id is not null;
create index rounds_play_seed on rounds_play (seed_id) where not is_over;
create index rounds_play_guest on rounds_play (guest_id) where guest_id is not null;

-- The history of a player over all providers, and wins for everybody to see.
create index rounds_round_player on rounds_round (player_id, mode, opened_at);
create index rounds_round_wins on rounds_round (updated_at) where mode = 'real' and is_closed and won > staked and bets > 0;

-- Shared rounds: a chain of hashes that was made in advance and is used from its end.
create table rounds_chain (
  id bigint generated always as identity primary key,
  game text not null,
  length integer not null,
  -- The first seed of the chain; every other is the hash of the one before it.
  root bytea not null,
  -- The last of them, published first.
  terminal_hash bytea not null,
  -- Fixed by the first player who stakes after the publication.
  salt text,
  -- How many were used.
  used integer not null default 0,
  created_at timestamptz not null default now()
);
create unique index rounds_chain_game on rounds_chain (game) where used < length;

create table rounds_shared (
  id bigint generated always as identity primary key,
  chain_id bigint not null references rounds_chain,
  place integer not null,
  game text not null,
  -- `open` takes stakes, `running` flies, `over` is shown.
  phase text not null check (phase in ('open', 'running', 'over')),
  opened_at timestamptz not null default clock_timestamp(),
  -- When it flies (null: it waits for the first stake of its chain), and when it ended.
  starts_at timestamptz,
  ended_at timestamptz,
  -- In hundredths; with its link of the chain, the round's server seed, only after its end.
  point bigint,
  hash bytea,
  -- It ended while nobody of the house was there to take a cash-out.
  is_interrupted boolean not null default false,
  unique (chain_id, place)
);
create index rounds_shared_game on rounds_shared (game, id);
create index rounds_play_aboard on rounds_play (shared_id) where shared_id is not null and not is_over;

-- Who runs the rounds of a game that everybody shares: one node, until it is silent for too long.
create table rounds_table (
  game text primary key,
  holder text,
  beat_at timestamptz not null default now(),
  -- Somebody looks on: without, the next round waits.
  watched_at timestamptz not null default now()
) with (fillfactor = 70);

-- Whose sign-in a game was launched with: when that ends, the game takes no stake any more.
alter table rounds_session add column auth_session_id bigint;
create index rounds_session_auth on rounds_session (auth_session_id) where auth_session_id is not null;

-- Files with a player's rounds, made in the background; kept in the database, so that every node can hand them out.
create table rounds_export (
  id uuid primary key default gen_random_uuid(),
  player_id bigint not null references account_player,
  mode text not null,
  game text,
  from_day date,
  to_day date,
  status text not null default 'queued' check (status in ('queued', 'ready', 'failed', 'expired')),
  rows bigint,
  bytes bigint,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz
);
create index rounds_export_player on rounds_export (player_id, created_at);
-- One at a time.
create unique index rounds_export_running on rounds_export (player_id) where status = 'queued';
create table rounds_export_part (
  export_id uuid not null references rounds_export on delete cascade,
  part integer not null,
  -- Compressed.
  bytes bytea not null,
  -- Before it was compressed.
  size integer not null,
  rows integer not null,
  -- The last round in it: the next part begins after it, also when another process makes it.
  last_at timestamptz not null,
  last_provider text not null,
  last_round text not null,
  primary key (export_id, part)
);

-- Pots. The money is in the ledger (owner `jackpot:{id}`, kind = level, one purse per currency).
create table jackpots_pot (
  id text primary key,
  name text not null,
  image_url text not null default '',
  -- Parts of 10,000 of every real stake.
  contribution integer not null,
  position integer not null default 0,
  is_open boolean not null default true
);
-- What stakes owe to a pot and is not booked yet; small change waits until it is a whole unit.
create table jackpots_due (
  id bigint generated always as identity primary key,
  pot text not null,
  currency text not null,
  staked bigint not null,
  at timestamptz not null default now()
);
create table jackpots_rest (
  pot text not null,
  level text not null,
  currency text not null,
  -- In parts of 1,000,000 of the smallest unit.
  rest bigint not null default 0,
  primary key (pot, level, currency)
);
create table jackpots_win (
  id bigint generated always as identity primary key,
  pot text not null,
  level text not null,
  player_id bigint not null,
  round text not null unique,
  currency text not null,
  won bigint not null,
  at timestamptz not null default now()
);
create index jackpots_win_pot on jackpots_win (pot, level, at);

create table winners_hidden (
  player_id bigint primary key references account_player
);

-- Free spins: the house stakes, the player wins.
create table freespins_pack (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  game text not null,
  currency text not null,
  stake bigint not null check (stake > 0),
  total_count integer not null check (total_count > 0),
  remaining_count integer not null check (remaining_count between 0 and total_count),
  won bigint not null default 0,
  status text not null default 'active' check (status in ('active', 'used', 'expired', 'removed')),
  -- Who granted it and why; the same key grants once.
  key text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index freespins_pack_player on freespins_pack (player_id, expires_at);
-- Spins of games that other providers run come by a call of their own.
alter table rounds_action drop constraint rounds_action_kind_check,
  add constraint rounds_action_kind_check check (kind in ('bet', 'win', 'betwin', 'rollback', 'freespin', 'tombstone'));
