-- Every version that was in force, and when it ceased to be: what was computed under it can be computed again.
create table campaigns_version (
  id bigint generated always as identity primary key,
  kind text not null,
  sysname text not null,
  hash text not null default '',
  -- Null: it was stopped.
  body jsonb,
  at timestamptz(3) not null default now(),
  actor text not null
);
create index campaigns_version_name on campaigns_version (kind, id);
insert into campaigns_version (kind, sysname, hash, body, at, actor)
  select kind, sysname, hash, body, published_at, actor from campaigns_live order by published_at;
insert into campaigns_version (kind, sysname, at, actor)
  select kind, sysname, stopped_at, actor from campaigns_live where stopped_at is not null order by stopped_at;
create trigger campaigns_version_stays before update or delete or truncate on campaigns_version
  for each statement execute function wallet_refuse();

-- A player of the club. Points themselves are money of the ledger; this is what follows from its lines. No foreign key to
-- the account: it would lock the row that stakes wait for.
create table loyalty_player (
  player_id bigint primary key,
  program text,
  -- All points ever given.
  earned bigint not null default 0 check (earned >= 0),
  -- Parts of a point that wait; below nothing after stakes that came back.
  rest numeric(40, 0) not null default 0,
  -- The highest that was reached.
  level integer not null default 1 check (level >= 1),
  is_active boolean not null default true,
  since timestamptz(3) not null default now()
) with (fillfactor = 70);

-- When the club was switched off and on: what was played in between earns nothing.
create table loyalty_switch (
  id bigint generated always as identity primary key,
  player_id bigint not null references loyalty_player,
  is_active boolean not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index loyalty_switch_player on loyalty_switch (player_id, id);

-- The last line of a purse that was worked in.
create table loyalty_cursor (
  player_id bigint not null references loyalty_player,
  purse bigint not null,
  seq bigint not null default 0,
  primary key (player_id, purse)
) with (fillfactor = 70);

-- What was played on a day, in parts of a point, also above the cap.
create table loyalty_day (
  player_id bigint not null references loyalty_player,
  day date not null,
  parts numeric(40, 0) not null default 0,
  primary key (player_id, day)
) with (fillfactor = 70);

-- Which node works: another goes on when it falls silent.
create table loyalty_lease (
  name text primary key,
  holder text not null,
  beat_at timestamptz not null
);

-- The dealers a player had. The first is that of the registration.
create table loyalty_character (
  id bigint generated always as identity primary key,
  player_id bigint not null references loyalty_player,
  character text not null,
  is_first boolean not null default false,
  chosen_at timestamptz(3) not null default clock_timestamp()
);
create index loyalty_character_player on loyalty_character (player_id, id);

create table loyalty_notice (
  id bigint generated always as identity primary key,
  player_id bigint not null references loyalty_player,
  -- What it is about: the same happens once.
  key text not null,
  trigger text not null check (trigger in ('quest', 'register', 'profile', 'confirm', 'product', 'level')),
  -- The record of content it tells of: a quest, a product, the number of a level.
  subject text not null,
  -- Of an order: its status.
  state text not null default '',
  is_credit boolean not null,
  amount bigint,
  amount_type text not null default '',
  at timestamptz not null default now(),
  seen_at timestamptz,
  unique (player_id, key)
);
create index loyalty_notice_unseen on loyalty_notice (player_id, id) where seen_at is null;
