-- What a cash-out was computed from, and what the operator did to sports and why.

-- {share_bp, chances: [{place, win, back}], results: [{place, part, win, back, of, revision}]} of the moment of the quote.
alter table bets_cash_out add column worth jsonb;

-- Every act of the operator about an event or a market, with its reason.
create table sports_act (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor text not null,
  act text not null check (act in ('close', 'open', 'result', 'void', 'rollback', 'settle')),
  event_id bigint,
  market_id bigint,
  reason text not null,
  check (num_nonnulls(event_id, market_id) = 1)
);
create index sports_act_about on sports_act (market_id, event_id, id);
create trigger sports_act_append_only before update or delete or truncate on sports_act
  for each statement execute function wallet_refuse();

-- Whose word the bets of a market are looked at by: the steps that follow from it say so.
alter table bets_work add column actor text not null default 'settler', add column reason text not null default '';

-- Files with bets are made as files with rounds are.
alter table rounds_export add column product text not null default 'games' check (product in ('games', 'sports'));
