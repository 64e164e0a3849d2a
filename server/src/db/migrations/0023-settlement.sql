-- Settling bets: exceptions that are taken back, bets that were taken too late, bets that could not be settled.

-- What the results say counts again.
alter table bets_ruling add column is_withdrawn boolean not null default false;

-- Bets on a market that were taken in [starts_at, ends_at) are void, whatever its result is: the feed was late.
create table sports_window (
  market_id bigint not null references sports_market on delete cascade,
  n int not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  primary key (market_id, n)
);

-- A fault stays with the bet that it belongs to; it is tried again every minute, and listed for the operator.
create table bets_stuck (
  bet_id bigint primary key references bets_bet,
  fault text not null,
  at timestamptz not null default clock_timestamp()
);
