-- What a player saw of a campaign popup, by the day of the database. How often it may come is decided by these rows.
create table campaigns_popup_seen (
  player_id bigint not null references account_player,
  popup text not null,
  day date not null default (now() at time zone 'UTC')::date,
  opened integer not null default 0 check (opened >= 0),
  closed integer not null default 0 check (closed >= 0),
  clicked integer not null default 0 check (clicked >= 0),
  -- The player said that it is not interested: it never comes again.
  refused boolean not null default false,
  primary key (player_id, popup, day)
);

-- The popup that one browser of a player is about to show: no other gets one in the meantime.
create table campaigns_popup_hold (
  player_id bigint primary key references account_player,
  popup text not null,
  session_id bigint not null,
  until timestamptz not null
);

-- What may tell of harm: refusals by own limits, raises asked for, payouts taken back, long days.
create table limits_sign (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  kind text not null check (kind in ('refusal', 'raise', 'cancel', 'hours')),
  at timestamptz not null default now(),
  -- A long day is noted once.
  day date,
  unique (player_id, kind, day)
);
create index limits_sign_at on limits_sign (at);
create index limits_sign_player on limits_sign (player_id, at);
create index limits_visit_last on limits_visit (last_at);

-- When care began and ended, by whom and why: only added.
create table limits_care (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  is_on boolean not null,
  -- The operator, or the rule that was met.
  reason text not null,
  words text not null default '',
  at timestamptz not null default now()
);
create index limits_care_player on limits_care (player_id, id);

alter table limits_setting
  -- The last letter about promotions: at most one a day.
  add column promotion_letter_at timestamptz,
  -- After a refusal by a limit, a reality check or a declined deposit no popup comes until then.
  add column quiet_until timestamptz;

-- A notice that may leave by mail too; null once that is decided.
alter table account_notice add column wants_letter boolean;
create index account_notice_letter on account_notice (id) where wants_letter;

-- When its player was last told that a pack ends.
alter table freespins_pack add column told_at timestamptz;

-- Told what became of it after a stake had completed or lost it.
alter table bonuses_bonus add column end_told_at timestamptz;
