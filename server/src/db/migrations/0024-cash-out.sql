-- Bets that end before their results: cashed out in full or in part, by hand or by themselves, or changed into another.

alter table bets_bet
  -- What cash-outs have given; `returned` is what results gave for the stake that still ran.
  add column cashed bigint not null default 0 check (cashed >= 0),
  -- It is cashed out by itself once that gives so much.
  add column auto_target bigint check (auto_target > 0),
  -- The bet that it was made of, and the one that it was changed into.
  add column edited_from bigint references bets_bet,
  add column edited_into bigint references bets_bet;
create index bets_bet_auto on bets_bet (id) where auto_target is not null and state = 'open';

-- Every cash-out that was asked for and was not refused at once. The same quote again finds its answer here.
create table bets_cash_out (
  id bigint generated always as identity primary key,
  bet_id bigint not null references bets_bet,
  -- Which quote, and for which part of the stake.
  hash bytea not null,
  kind text not null check (kind in ('player', 'auto', 'edit')),
  state text not null check (state in ('pending', 'paid', 'refused')),
  -- The number of the bet's last step when it was asked for: another one is another bet.
  steps int not null,
  part bigint not null check (part > 0),
  -- What is paid for the part, and what all of it was said to be worth.
  value bigint not null check (value >= 0),
  whole bigint not null check (whole > 0),
  -- [{market, stops}] of the legs that were undecided then: one that is stopped meanwhile ends the wait.
  stops jsonb not null,
  -- Of an edit: the bet that comes instead.
  into_asked jsonb,
  asked_at timestamptz not null default clock_timestamp(),
  decide_at timestamptz not null,
  decided_at timestamptz,
  reason text,
  data jsonb,
  unique (bet_id, hash),
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'refused') = (reason is not null)),
  check ((kind = 'edit') = (into_asked is not null))
);
-- A bet waits for one of them at a time.
create unique index bets_cash_out_pending on bets_cash_out (bet_id) where state = 'pending';
create index bets_cash_out_due on bets_cash_out (decide_at) where state = 'pending';

-- Who looks for bets that reach their target, and up to which change of the book that was done.
create table bets_auto_look (
  is_only boolean primary key default true check (is_only),
  holder text,
  held_until timestamptz not null default '-infinity',
  seq bigint not null default 0
);
insert into bets_auto_look default values;
