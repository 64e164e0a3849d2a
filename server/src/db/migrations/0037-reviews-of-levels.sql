-- Reviews of levels, where a programme has them.
alter table loyalty_player
  -- The highest level that was ever reached; `level` is the present one.
  add column top integer not null default 1,
  -- How often the level has changed: who hears of a change late knows that it is old.
  add column level_no integer not null default 0,
  -- When the present period began, with how much experience; when it is over if nothing stops the clock.
  add column review_from timestamptz(3),
  add column review_base bigint,
  add column review_at timestamptz(3);
update loyalty_player set top = level;
alter table loyalty_player add check (top >= level);
create index loyalty_player_review on loyalty_player (review_at) where review_at is not null;

alter table campaigns_player add column level_no integer not null default 0;
