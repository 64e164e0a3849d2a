-- What tournaments and the club have of each other: fees in points, tickets, prizes in points, one switch.

-- Points that joining cost; nothing again when they came back.
alter table tournaments_entry add column fee bigint not null default 0 check (fee >= 0);
create index tournaments_entry_fee on tournaments_entry (tournament_id) where fee > 0;

-- A seat that was given: it opens one instance of its tournament.
create table tournaments_ticket (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  definition text not null,
  -- What it was given for: the same gives one.
  key text not null unique,
  given_at timestamptz not null default now(),
  -- Where it was used; empty again when it came back.
  tournament_id bigint references tournaments_tournament
);
create index tournaments_ticket_player on tournaments_ticket (player_id, definition);
create index tournaments_ticket_used on tournaments_ticket (tournament_id) where tournament_id is not null;

-- The player has switched the club off: tournaments are not shown.
create table tournaments_player (
  player_id bigint primary key references account_player,
  is_hidden boolean not null
);

alter table tournaments_prize drop constraint tournaments_prize_kind_check;
alter table tournaments_prize add constraint tournaments_prize_kind_check
  check (kind in ('cash', 'bonus', 'freespins', 'points'));
