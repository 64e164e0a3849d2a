-- The money: purses and transfers, the cashier, rounds of games.

-- One balance: (owner, kind, currency). Players' purses can never be negative, whoever writes.
create table wallet_purse (
  id bigint generated always as identity primary key,
  player_id bigint references account_player,
  -- `player`, or who else: `house`, `promotions`, `payment:sandbox`, `game:studio`.
  owner text not null,
  kind text not null,
  currency text not null,
  balance bigint not null default 0,
  -- How many transfers touched this purse, and the hash of the last of them.
  seq bigint not null default 0,
  head bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  -- Its last transfer: a clock that was put back never dates a later one before it.
  moved_at timestamptz(3),
  check (player_id is null or balance >= 0),
  check ((player_id is null) = (owner <> 'player')),
  unique nulls not distinct (player_id, owner, kind, currency)
  -- Room on each page: a balance that changes is written beside the old one, and no index hears of it.
) with (fillfactor = 70);

-- An amount from purse to purse, once, for ever. Each side has its own place in the history of its purse.
-- No foreign keys: purses are never deleted, and the proof reads both sides anyway.
create table wallet_transfer (
  from_purse bigint not null,
  from_seq bigint not null,
  to_purse bigint not null,
  to_seq bigint not null,
  amount bigint not null check (amount > 0),
  from_balance bigint not null,
  to_balance bigint not null,
  from_hash bytea not null,
  to_hash bytea not null,
  -- The movement it belongs to, and which transfer of it.
  scope text not null,
  key text not null,
  part smallint not null,
  reason text not null,
  ref text not null,
  -- Milliseconds, because they are part of the hash.
  at timestamptz(3) not null,
  primary key (from_purse, from_seq),
  unique (to_purse, to_seq),
  check (from_purse <> to_purse)
);

-- The tabs of bonuses and cashbacks: few rows among many of the same purse.
create index wallet_transfer_gift on wallet_transfer (to_purse, at) where reason in ('bonus', 'cashback');

create function wallet_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger wallet_transfer_append_only before update or delete or truncate on wallet_transfer
  for each statement execute function wallet_refuse();
create trigger wallet_purse_stays before delete or truncate on wallet_purse
  for each statement execute function wallet_refuse();

-- Every call that moved money, with its answer: the same key gets the same answer for at least 13 months.
create table wallet_movement (
  scope text not null,
  key text not null,
  body_hash bytea not null,
  player_id bigint,
  answer text not null,
  at timestamptz(3) not null,
  primary key (scope, key)
);
create index wallet_movement_at on wallet_movement using brin (at);
create trigger wallet_movement_append_only before update or truncate on wallet_movement
  for each statement execute function wallet_refuse();
create trigger wallet_movement_kept before delete on wallet_movement
  for each row when (old.at > now() - interval '13 months') execute function wallet_refuse();

-- What the last proofs found. The same line goes to a file outside the database.
create table wallet_anchor (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  transfers bigint not null,
  purses bigint not null,
  -- Hash over the heads of all purses in order.
  root bytea not null,
  faults jsonb not null default '[]'
);
create trigger wallet_anchor_append_only before update or delete or truncate on wallet_anchor
  for each statement execute function wallet_refuse();

-- How each purse stood when it was last anchored. The root of the last anchor is made of these rows, so they cannot be
-- changed unseen either; a purse that is behind its row has lost history.
create table wallet_anchored (
  purse_id bigint primary key,
  seq bigint not null,
  balance bigint not null,
  head bytea not null
);

-- Deposits and withdrawals.
create table cashier_entry (
  id bigint generated always as identity (start with 100001) primary key,
  player_id bigint not null references account_player,
  type text not null check (type in ('deposit', 'withdrawal')),
  -- The how-manieth of this player and type: any page of the history is one step through an index.
  number integer not null,
  method text not null,
  provider text not null,
  currency text not null,
  -- What the player gives (deposit) or what leaves the purse (withdrawal); the fee is inside.
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0 and fee < amount),
  status text not null check (status in
    ('created', 'pending', 'paid', 'failed', 'cancelled', 'refunded', 'review', 'approved', 'sent', 'declined')),
  reason text not null default '',
  -- What the player may see again, masked; the whole is sealed with the key in SECRETS_DIR.
  requisites jsonb not null default '{}',
  requisites_sealed bytea,
  requisite_id bigint,
  offer_id text,
  -- The site it was asked on, and where the player wanted to go afterwards.
  domain text not null,
  back_url text,
  -- Made by the caller before the first try.
  key text not null,
  body_hash bytea not null,
  -- The provider's own name for it, and how the player goes on there.
  provider_ref text,
  action jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the provider was last asked how it stands, and how often without an answer.
  asked_at timestamptz,
  asked_count integer not null default 0,
  unique (player_id, type, key),
  unique (player_id, type, number)
);
create unique index cashier_entry_ref on cashier_entry (provider, provider_ref) where provider_ref is not null;
create index cashier_entry_history on cashier_entry (player_id, id);
-- What somebody has to look after, in the order of the look; also money that came too late and has to go back.
create index cashier_entry_open on cashier_entry (asked_at nulls first, id)
  where status in ('created', 'pending', 'approved', 'sent')
    or (status in ('failed', 'cancelled') and reason = 'LIMIT_EXCEEDED');
create index cashier_entry_review on cashier_entry (id) where status = 'review';

-- What happened to it, in order. Rows are only added.
create table cashier_step (
  entry_id bigint not null references cashier_entry,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  status text not null,
  reason text not null default '',
  -- `player`, `provider`, `operator`, `house`.
  actor text not null,
  primary key (entry_id, id)
);

-- Every signed notice, once, with what became of it: lies and repeats are for the operator to read.
create table cashier_notice (
  id bigint generated always as identity primary key,
  provider text not null,
  notice_id text not null,
  entry_id bigint references cashier_entry,
  said jsonb not null,
  verdict text not null,
  at timestamptz not null default now(),
  unique (provider, notice_id)
);
create index cashier_notice_at on cashier_notice (at);
create index cashier_notice_lie on cashier_notice (id) where verdict not in ('applied', 'repeated', 'older');

-- Where money came from and may go to: a card (as the provider's token), an account, an address.
create table cashier_requisite (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  method text not null,
  -- What the player sees: `123456...7890`, `DE89...3000`.
  mask text not null,
  sealed bytea not null,
  -- Keyed hash: the same details of two players are found without storing them.
  print bytea not null,
  state text not null default 'new' check (state in ('new', 'checking', 'required', 'verified', 'fraudulent')),
  -- A deposit came from here: payouts go back to their source first.
  has_paid_in boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  unique (player_id, method, print)
);
create index cashier_requisite_print on cashier_requisite (print);

-- What the operator switched off. No row: open.
create table cashier_switch (
  provider text not null,
  direction text not null check (direction in ('deposit', 'withdrawal')),
  at timestamptz not null default now(),
  note text not null default '',
  primary key (provider, direction)
);

-- The stand-in payment provider's own books: another company's, so nothing refers to them.
create table sandbox_payment (
  ref text primary key,
  direction text not null check (direction in ('in', 'out')),
  merchant_ref text not null,
  amount text not null,
  currency text not null,
  details jsonb not null default '{}',
  status text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (direction, merchant_ref)
);

-- The stand-in coin processor's books: another company with other habits.
create table sandbox_coin (
  id text primary key,
  direction text not null check (direction in ('in', 'out')),
  order_id text not null,
  address text not null,
  asset text not null,
  -- Decimal text, as such processors speak.
  amount text not null,
  received text not null default '0',
  confirmations integer not null default 0,
  state text not null,
  return_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (direction, order_id)
);

-- Written for every stake, with its player locked, and players are never deleted: the check would cost more than the row.
alter table limits_use drop constraint limits_use_player_id_fkey;
-- One index less to write for every stake: the key alone tells uses of a player apart.
alter table limits_use drop constraint limits_use_pkey, drop column id;
alter table limits_use drop constraint limits_use_player_id_key_key, add primary key (player_id, key);

-- A launched game: what its token stands for, fixed for its life.
create table rounds_session (
  id bigint generated always as identity primary key,
  -- Hash of the launch token.
  token_hash bytea not null unique,
  player_id bigint not null references account_player,
  provider text not null,
  game text not null,
  mode text not null check (mode in ('real', 'demo')),
  currency text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index rounds_session_player on rounds_session (player_id, created_at);
create index rounds_session_end on rounds_session (expires_at);

create table rounds_round (
  provider text not null,
  round text not null,
  player_id bigint not null,
  game text not null,
  mode text not null,
  currency text not null,
  staked bigint not null default 0,
  won bigint not null default 0,
  -- Bets that stand, those of nothing included: without one there is nothing to win.
  bets integer not null default 0,
  is_closed boolean not null default false,
  opened_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (provider, round)
);
create index rounds_round_open on rounds_round (player_id, opened_at) where not is_closed;

-- Every call by the provider's own id; a rollback of an unknown one leaves a tombstone under the id it meant.
create table rounds_action (
  provider text not null,
  action text not null,
  round text not null,
  kind text not null check (kind in ('bet', 'win', 'betwin', 'rollback', 'tombstone')),
  staked bigint not null default 0,
  won bigint not null default 0,
  -- What a rolled back win had to give back and the player no longer had.
  shortfall bigint not null default 0,
  -- How a stake was split over purses: wins and rollbacks return to the purses that paid.
  split jsonb,
  is_rolled_back boolean not null default false,
  at timestamptz not null default now(),
  primary key (provider, action)
);
create index rounds_action_round on rounds_action (round, provider);
create index rounds_action_shortfall on rounds_action (at) where shortfall > 0;
