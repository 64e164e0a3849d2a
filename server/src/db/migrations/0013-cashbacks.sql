-- A stretch of time of one scheme, with the terms that were in force when it began: what is published later is for the next.
create table cashbacks_period (
  id bigint generated always as identity primary key,
  scheme text not null,
  -- Instants that the database computed in the zone of the scheme.
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  version text not null,
  terms jsonb not null,
  opened_at timestamptz not null default now(),
  -- Purses up to this one are closed: where a run was ended, the next goes on.
  cursor bigint not null default 0,
  closed_at timestamptz,
  check (start_at < end_at),
  unique (scheme, start_at)
);
create index cashbacks_period_open on cashbacks_period (end_at) where closed_at is null;

-- What one player gets back of one period, and all that anyone needs to compute it again.
create table cashbacks_cashback (
  id bigint generated always as identity primary key,
  period_id bigint not null references cashbacks_period,
  scheme text not null,
  player_id bigint not null references account_player,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  currency text not null,
  -- Lines of this purse after from_seq, up to to_seq, and the head of the history there.
  purse_id bigint not null,
  from_seq bigint not null,
  to_seq bigint not null,
  head bytea not null,
  stakes bigint not null check (stakes >= 0),
  wins bigint not null check (wins >= 0),
  rollbacks_in bigint not null check (rollbacks_in >= 0),
  rollbacks_out bigint not null check (rollbacks_out >= 0),
  jackpots bigint not null check (jackpots >= 0),
  conversions bigint not null check (conversions >= 0),
  loss bigint not null,
  -- Parts of 10,000.
  rate integer not null,
  level integer not null,
  formula smallint not null,
  least bigint,
  most bigint,
  amount bigint not null check (amount >= 0),
  -- none: there was no loss, or too little of it.
  state text not null check (state in ('active', 'paid_out', 'expired', 'declined', 'none')),
  pays text not null check (pays in ('main', 'bonus')),
  -- The bonus that it is paid as, as it was published.
  template text,
  bonus_terms jsonb,
  bonus_version text,
  bonus_id bigint references bonuses_bonus,
  closed_at timestamptz not null default now(),
  -- Null: paid by itself.
  receiving_expired_at timestamptz,
  paid_out_at timestamptz,
  ended_at timestamptz,
  check (loss = stakes - wins - rollbacks_in + rollbacks_out - jackpots - conversions),
  check (from_seq <= to_seq),
  check ((state = 'none') = (amount = 0)),
  check ((state = 'paid_out') = (paid_out_at is not null)),
  check (pays = 'main' or bonus_terms is not null),
  unique (scheme, player_id, start_at)
);
create index cashbacks_cashback_player on cashbacks_cashback (player_id, end_at, id);
create index cashbacks_cashback_due on cashbacks_cashback (receiving_expired_at) where state = 'active';
