-- Sports money with terms. What is not in a bet is in the player's purse of kind betting_bonus: held, summed over rows.
create table bonuses_betting (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  source text not null,
  -- Who granted it and why: the same key grants once.
  source_key text not null unique,
  offer text,
  -- The hash of the terms that the operator published.
  version text,
  template text not null,
  type text not null check (type in ('free_bet', 'wagering', 'refund', 'combo_boost')),
  currency text not null,
  -- Nothing where there is no money in it: a refund that watches, a boost.
  amount bigint not null check (amount >= 0),
  deposit_amount bigint not null default 0,
  state text not null default 'issued'
    check (state in ('issued', 'active', 'used', 'completed', 'lost', 'expired', 'removed')),
  end_reason text,
  end_note text not null default '',
  -- As they were published; never read again from the template.
  terms jsonb not null,
  -- In minor units × 10,000.
  required_bp bigint not null default 0 check (required_bp >= 0),
  progress_bp bigint not null default 0 check (progress_bp between 0 and required_bp),
  held bigint not null default 0 check (held >= 0),
  -- Open bets that it is in, what of its money is in them, and the last of them.
  in_slips integer not null default 0 check (in_slips >= 0),
  staked bigint not null default 0 check (staked >= 0),
  slip text,
  base bigint not null default 0 check (base >= 0),
  converted bigint not null default 0 check (converted >= 0),
  forfeited bigint not null default 0 check (forfeited >= 0),
  max_conversion bigint,
  on_withdrawal text not null check (on_withdrawal in ('forfeit', 'keep')),
  -- How long it lasts from the moment it is activated.
  life_seconds integer not null check (life_seconds > 0),
  issued_at timestamptz not null default now(),
  take_by timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  -- The last notice about its end.
  told_at timestamptz,
  check (held = 0 or state in ('active', 'used')),
  check (type <> 'wagering' or converted <= max_conversion)
);
create index bonuses_betting_player on bonuses_betting (player_id, id);
create index bonuses_betting_due on bonuses_betting (expires_at) where state in ('active', 'used');
create index bonuses_betting_take_by on bonuses_betting (take_by) where state = 'issued';

-- Bets that such a bonus paid for, watches or boosts. How a bet is settled belongs to who runs it.
create table bonuses_betting_slip (
  slip text primary key,
  bonus_id bigint not null references bonuses_betting,
  player_id bigint not null references account_player,
  currency text not null,
  stake bigint not null check (stake > 0),
  -- What of the stake was money of the bonus.
  paid bigint not null check (paid between 0 and stake),
  -- Thousandths.
  odds bigint not null,
  legs jsonb not null,
  state text not null default 'open' check (state in ('open', 'settled', 'cashed')),
  -- Movements of it so far: each has a key of its own.
  step integer not null default 1,
  outcome jsonb,
  is_void boolean not null default false,
  returned bigint not null default 0 check (returned >= 0),
  -- What of the return was the bonus's, and where it went.
  share bigint not null default 0 check (share >= 0),
  -- What the house added: a boost, or a lost stake in cash.
  prize bigint not null default 0 check (prize >= 0),
  counted_bp bigint not null default 0 check (counted_bp >= 0),
  -- Whose money stands in the hold for the bonus: its own, or of who had it when the bet was opened again.
  backing text not null default 'bonus' check (backing in ('bonus', 'promotions', 'receivable')),
  -- The bonus that a lost bet gave.
  refund_id bigint references bonuses_betting,
  placed_at timestamptz not null default now(),
  settled_at timestamptz
);
create index bonuses_betting_slip_bonus on bonuses_betting_slip (bonus_id);
create index bonuses_betting_slip_player on bonuses_betting_slip (player_id);

-- What was counted, and what was taken back as a second line below zero. Lines are only added.
create table bonuses_betting_note (
  bonus_id bigint not null references bonuses_betting,
  id bigint generated always as identity,
  slip text not null,
  step integer not null,
  kind text not null,
  staked bigint not null,
  paid bigint not null,
  returned bigint not null,
  counted_bp bigint not null,
  at timestamptz not null default now(),
  primary key (bonus_id, id)
);
create trigger bonuses_betting_note_append_only before update or delete or truncate on bonuses_betting_note
  for each statement execute function wallet_refuse();
