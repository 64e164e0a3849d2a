-- Slips that are shared, and sports, tournaments and events that the operator closed.

-- Picks alone: whose they were and what was staked is nobody's business.
create table bets_booking (
  code text primary key check (code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'),
  -- [{pick, market, price}] as they were when it was made.
  picks jsonb not null,
  at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index bets_booking_expires on bets_booking (expires_at);

-- What takes no bets, with the reason that players read. The name is that of a sport, or the number of a tournament or
-- an event.
create table sports_switch (
  scope text not null check (scope in ('sport', 'tournament', 'event')),
  name text not null,
  reason text not null check (reason <> ''),
  actor text not null,
  closed_at timestamptz not null default clock_timestamp(),
  primary key (scope, name)
);
