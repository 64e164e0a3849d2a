-- What winnings of free spins become: own money at once, or a bonus when the pack is over.
alter table freespins_pack
  add column winnings text not null default 'main' check (winnings in ('main', 'bonus')),
  add column max_win bigint,
  -- Terms of that bonus, as they were published.
  add column template text,
  add column terms jsonb,
  add column offer text,
  add column version text,
  add column bonus_id bigint references bonuses_bonus,
  add check (winnings = 'main' or (template is not null and terms is not null));
create index freespins_pack_owed on freespins_pack (expires_at) where winnings = 'bonus' and bonus_id is null and won > 0;

-- Winnings that wait in the purse of packs until this bonus opens, and how much of them it may become.
alter table bonuses_bonus
  add column waiting bigint not null default 0 check (waiting >= 0),
  add column max_win bigint;

-- The pack that a round was staked by, where its winnings wait.
alter table rounds_round add column pack_id bigint;
create index rounds_round_pack on rounds_round (pack_id) where pack_id is not null and not is_closed;
