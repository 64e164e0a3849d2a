-- Players of the demo world who play by themselves; only a sandbox has any (decision 0053).

-- Which of them it is. Wherever others see such a player it is said.
alter table account_player add column crowd_seat smallint check (crowd_seat > 0);
create unique index account_player_crowd on account_player (crowd_seat) where crowd_seat is not null;

-- One row: which node plays for them, how far they are, and when a page was last open.
create table sandbox_crowd (
  id smallint primary key default 1 check (id = 1),
  holder uuid,
  beat_at timestamptz not null default '-infinity',
  watched_at timestamptz not null default '-infinity',
  turn bigint not null default 0,
  -- Turns of this day, so that a page that is left open does not fill the disk.
  day date not null default current_date,
  day_turns integer not null default 0
);
insert into sandbox_crowd default values;
