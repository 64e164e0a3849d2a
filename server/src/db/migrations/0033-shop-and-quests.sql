-- How many of a product were sold; what came back is on the shelf again.
create table loyalty_product (
  id text primary key,
  sold integer not null default 0 check (sold >= 0)
);

create table loyalty_order (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  product text not null,
  -- The first, the second that this player bought.
  no integer not null check (no >= 1),
  kind text not null check (kind in ('freespins', 'bonus', 'free_bet', 'cash', 'ticket', 'goods')),
  price bigint not null check (price > 0),
  -- The terms it was bought under.
  version text not null,
  status text not null check (status in ('ordered', 'sent', 'done', 'returned')),
  -- What it became: the number of a bonus or of a pack.
  reward_id bigint,
  -- Words of the house to the player.
  note text not null default '',
  made_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (player_id, product, no)
);
create index loyalty_order_open on loyalty_order (id) where status in ('ordered', 'sent');

-- What a browser reported, once a week.
create table loyalty_fact (
  player_id bigint not null references account_player,
  event text not null,
  value text not null,
  week date not null,
  at timestamptz(3) not null default now(),
  primary key (player_id, event, value, week)
);

-- Quests that were paid.
create table loyalty_quest (
  player_id bigint not null references account_player,
  quest text not null,
  -- once, or the Monday of its week.
  period text not null,
  reward integer not null check (reward > 0),
  -- A browser reported a part of it.
  is_reported boolean not null,
  -- When it was paid: a week has an end for what is reported.
  week date not null,
  at timestamptz not null default now(),
  primary key (player_id, quest, period)
);
create index loyalty_quest_week on loyalty_quest (player_id, week) where is_reported;
