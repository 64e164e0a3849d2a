-- What a player has staked, won and paid is summed once: a page must not read years of uses to show a result.
-- Only players with many uses have rows here.
create table limits_total (
  player_id bigint primary key,
  -- Uses before this moment are in the sums; a day of UTC begins with it.
  until timestamptz not null,
  net bigint not null,
  net_deposits bigint not null
);

-- The last weeks of those uses. Days of every time zone begin with a quarter of an hour.
create table limits_quarter (
  player_id bigint not null,
  starts_at timestamptz not null,
  net bigint not null,
  primary key (player_id, starts_at)
);
