-- Tournaments: everything in them follows from the ledger, from rounds and from published rules.

-- How a round stood at any moment can be said later: when it closed, and when a call of it was taken back.
alter table rounds_round add column closed_at timestamptz;
alter table rounds_action add column rolled_back_at timestamptz;

-- One instance, with the rules as they were published when it was made. Future, active and settling follow from the clock.
create table tournaments_tournament (
  id bigint generated always as identity primary key,
  -- The record of content, or that with the period of one that repeats.
  sysname text not null unique,
  definition text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  join_until timestamptz(3) not null,
  -- What happened to a round after this counts no more.
  cut_at timestamptz(3) not null,
  version_id text not null,
  terms jsonb not null,
  -- Templates of its prizes, as they were published then: {"bonus/five": {version, body}}.
  templates jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'finished', 'cancelled')),
  players integer not null default 0 check (players >= 0),
  -- How many joined so far.
  joins integer not null default 0,
  -- Of the board: every change of an entry has the next one, in the order of commits.
  version bigint not null default 0,
  -- Why it was cancelled.
  note text not null default '',
  -- Type and studio of the games that were played: catalogues change, results do not.
  kinds jsonb,
  result_hash text,
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  check (starts_at < ends_at and ends_at <= cut_at),
  check ((state = 'finished') = (result_hash is not null))
);
create index tournaments_tournament_open on tournaments_tournament (cut_at) where state = 'open';
create index tournaments_tournament_times on tournaments_tournament (starts_at, id);
create index tournaments_tournament_definition on tournaments_tournament (definition, starts_at);

create table tournaments_entry (
  tournament_id bigint not null references tournaments_tournament,
  player_id bigint not null references account_player,
  join_no integer not null,
  joined_at timestamptz(3) not null,
  -- The last payout that began the score anew.
  reset_at timestamptz(3),
  score bigint not null default 0,
  reached_at timestamptz(3),
  rounds integer not null default 0,
  -- Where the score goes on with the next round.
  tally jsonb,
  version bigint not null,
  -- double: another entry of the same person stands.
  state text not null default 'in' check (state in ('in', 'left', 'out', 'double')),
  note text not null default '',
  -- The player is shut out: the entry is not on the board meanwhile.
  is_shut boolean not null default false,
  primary key (tournament_id, player_id),
  unique (tournament_id, join_no)
) with (fillfactor = 70);
create index tournaments_entry_player on tournaments_entry (player_id);
create index tournaments_entry_version on tournaments_entry (tournament_id, version);

-- The last line of a purse that was worked in.
create table tournaments_cursor (
  player_id bigint not null references account_player,
  purse bigint not null,
  seq bigint not null,
  primary key (player_id, purse)
) with (fillfactor = 70);

-- Rounds that were not closed when they were looked at.
create table tournaments_open (
  player_id bigint not null,
  provider text not null,
  round text not null,
  primary key (player_id, provider, round)
);

-- Which node works: another goes on when it falls silent.
create table tournaments_lease (
  name text primary key,
  holder text not null,
  beat_at timestamptz not null
);

create table tournaments_result (
  tournament_id bigint not null references tournaments_tournament,
  place integer not null,
  player_id bigint not null references account_player,
  score bigint not null,
  reached_at timestamptz(3),
  rounds integer not null,
  primary key (tournament_id, place),
  unique (tournament_id, player_id)
);
create index tournaments_result_player on tournaments_result (player_id);
create trigger tournaments_result_stays before update or delete or truncate on tournaments_result
  for each statement execute function wallet_refuse();

create table tournaments_prize (
  tournament_id bigint not null references tournaments_tournament,
  player_id bigint not null references account_player,
  place integer not null,
  kind text not null check (kind in ('cash', 'bonus', 'freespins')),
  currency text not null,
  -- Of cash and of a bonus.
  amount bigint check (amount > 0),
  template text,
  state text not null default 'owed' check (state in ('owed', 'paid', 'withheld')),
  -- What it became: the number of a bonus or of a pack.
  given bigint,
  settled_at timestamptz,
  primary key (tournament_id, player_id),
  unique (tournament_id, place)
);
create index tournaments_prize_owed on tournaments_prize (tournament_id) where state = 'owed';
