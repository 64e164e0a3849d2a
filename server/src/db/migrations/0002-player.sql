-- The player: contacts, personal data, ways in, control over play, verification, letters and codes.

alter table account_player
  add column email_key text,
  add column email_confirmed_at timestamptz,
  add column email_is_subscribed boolean not null default false,
  -- Digits of the international number, without the plus.
  add column phone_key text,
  add column phone_country_code text not null default '',
  add column phone_confirmed_at timestamptz,
  add column phone_is_subscribed boolean not null default false,
  add column first_name text not null default '',
  add column middle_name text not null default '',
  add column last_name text not null default '',
  add column sex smallint not null default 0 check (sex between 0 and 3),
  add column birth_date date,
  add column region text not null default '',
  add column home_town text not null default '',
  add column address text not null default '',
  add column postcode text not null default '',
  add column document_type text not null default '',
  -- Encrypted by the application; the key is in SECRETS_DIR, never here.
  add column document_number_sealed bytea,
  add column document_number_tail text not null default '',
  add column is_betting boolean,
  add column character_id text not null default '',
  add column promo_code text not null default '',
  add column terms_version text not null default '',
  add column terms_at timestamptz,
  add column is_on_verification boolean not null default false,
  add column verified_at timestamptz,
  add column has_password boolean not null default false,
  add column has_deposited boolean not null default false,
  add column two_factor_method text check (two_factor_method in ('email', 'phone', 'app')),
  -- Infinity until a longer exclusion is over, the player wished to come back and a day has passed.
  add column excluded_until timestamptz;

update account_player set email_key = lower(email) where email is not null;

-- Only a confirmed contact belongs to somebody: anybody may claim an address, nobody may block it for its owner.
create unique index account_player_email on account_player (email_key) where email_confirmed_at is not null;
create unique index account_player_phone on account_player (phone_key) where phone_confirmed_at is not null;
create index account_player_email_claim on account_player (email_key) where email_confirmed_at is null;
create index account_player_phone_claim on account_player (phone_key) where phone_confirmed_at is null;

-- A new contact that waits for its code, while the confirmed one stays.
create table account_contact_change (
  player_id bigint not null references account_player,
  type text not null check (type in ('email', 'phone')),
  value text not null,
  value_key text not null,
  phone_country_code text not null default '',
  created_at timestamptz not null default now(),
  primary key (player_id, type)
);
create index account_contact_change_key on account_contact_change (value_key);

-- By what two accounts are one person: keyed hashes of contacts, documents, name with birth date.
create table account_person_key (
  player_id bigint not null references account_player,
  kind text not null check (kind in ('email', 'phone', 'document', 'person')),
  key bytea not null,
  primary key (player_id, kind, key)
);
create index account_person_key_key on account_person_key (key);

-- What happened to the security of an account. Rows are only added.
create table account_event (
  player_id bigint not null references account_player,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  address text not null default '',
  device text not null default '',
  primary key (player_id, id)
);

create table account_notice (
  player_id bigint not null references account_player,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  params jsonb not null default '{}',
  seen_at timestamptz,
  primary key (player_id, id)
);

create table auth_password (
  player_id bigint primary key references account_player,
  hash text not null,
  changed_at timestamptz not null default now()
);

alter table auth_session add column scope text not null default 'full' check (scope in ('full', 'payout'));

-- Browsers a player has signed in with: they are not news, and their tries are counted apart.
create table auth_device (
  player_id bigint not null references account_player,
  token_hash bytea not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (player_id, token_hash)
);

create table auth_two_factor (
  player_id bigint primary key references account_player,
  method text check (method in ('email', 'phone', 'app')),
  secret_sealed bytea,
  -- The last time step whose code was used: a code works once.
  last_step bigint not null default 0,
  enabled_at timestamptz,
  pending_method text check (pending_method in ('email', 'phone', 'app')),
  pending_is_enabled boolean,
  pending_secret_sealed bytea,
  pending_until timestamptz
);

create table auth_recovery_code (
  player_id bigint not null references account_player,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (player_id, code_hash)
);

-- Who a player is at a social service or in a messenger.
create table auth_social (
  service text not null,
  subject text not null,
  player_id bigint not null references account_player,
  linked_at timestamptz not null default now(),
  primary key (service, subject)
);
create index auth_social_player on auth_social (player_id);

create table auth_social_flow (
  state_hash bytea primary key,
  service text not null,
  nonce text not null,
  verifier text not null,
  browser_hash bytea not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- Somebody who has passed the first step by another way than the password and owes the code.
create table auth_second_step (
  token_hash bytea primary key,
  player_id bigint not null references account_player,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table auth_used_init (
  hash bytea primary key,
  used_at timestamptz not null default now()
);

create table codes_code (
  purpose text not null,
  subject text not null,
  code_hash bytea not null,
  token_hash bytea unique,
  tries integer not null default 0,
  sends integer not null default 1,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Tries and sends are counted until then, however often a new code is sent.
  window_ends_at timestamptz not null,
  used_at timestamptz,
  primary key (purpose, subject)
);

create table limits_limit (
  player_id bigint not null references account_player,
  kind text not null check (kind in ('deposit', 'loss', 'wager', 'session')),
  period_days integer not null check (period_days in (1, 7, 14, 30)),
  -- Minor units of the account's currency; minutes for session.
  amount bigint not null check (amount >= 0),
  set_at timestamptz not null default now(),
  primary key (player_id, kind, period_days)
);

create table limits_change (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  kind text not null check (kind in ('deposit', 'loss', 'wager', 'session')),
  period_days integer not null check (period_days in (1, 7, 14, 30)),
  -- Null lifts the limit.
  amount bigint check (amount >= 0),
  requested_at timestamptz not null default now(),
  ready_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the player was told that the wait is over.
  told_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('confirmed', 'cancelled', 'replaced', 'expired'))
);
create unique index limits_change_open on limits_change (player_id, kind, period_days) where closed_at is null;

create table limits_setting (
  player_id bigint primary key references account_player,
  reality_minutes integer check (reality_minutes > 0),
  reality_seen_at timestamptz not null default now()
);

create table limits_exclusion (
  id bigint generated always as identity primary key,
  player_id bigint not null references account_player,
  period text not null,
  -- The account on which the player asked; other accounts of the same person follow it.
  asked_by bigint not null references account_player,
  started_at timestamptz not null default now(),
  ends_at timestamptz,
  return_asked_at timestamptz
);
create index limits_exclusion_player on limits_exclusion (player_id, started_at);

-- What counts against limits, written in the transaction of the money it is about.
create table limits_use (
  player_id bigint not null references account_player,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null check (kind in ('deposit', 'withdrawal', 'stake', 'return')),
  amount bigint not null check (amount >= 0),
  -- Two-way reference to the movement: the same one is counted once.
  key text not null,
  primary key (player_id, id),
  unique (player_id, key)
);
create index limits_use_at on limits_use (player_id, at);

-- Time in which a player was here, on whatever device; minutes apart are one visit.
create table limits_visit (
  player_id bigint not null references account_player,
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (player_id, started_at)
);

create table verification_applicant (
  player_id bigint primary key references account_player,
  applicant_id text not null unique,
  -- Under what name the provider knows the player: opaque, and kept, because it outlives the key it was made with.
  external_user_id text not null unique,
  state text not null default 'created' check (state in ('created', 'pending', 'approved', 'retry', 'rejected')),
  reasons jsonb not null default '[]',
  -- The provider's own clock: an older notice never undoes a newer one.
  event_at_ms bigint not null default 0,
  updated_at timestamptz not null default now()
);

create table verification_action (
  player_id bigint not null references account_player,
  action_id text not null,
  state text not null default 'created' check (state in ('created', 'pending', 'approved', 'retry', 'rejected')),
  event_at_ms bigint not null default 0,
  updated_at timestamptz not null default now(),
  primary key (player_id, action_id)
);

-- Every notice that was believed, once.
create table verification_notice (
  digest bytea primary key,
  applicant_id text not null,
  type text not null,
  event_at_ms bigint not null,
  received_at timestamptz not null default now()
);

create table mail_letter (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  recipient text not null,
  subject text not null default '',
  -- Emptied once it is sent: codes and links do not stay here.
  text text,
  html text,
  headers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0
);

create table tracking_hit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  visit text not null default '',
  referer text not null default '',
  track_id text not null default '',
  seon_session text not null default '',
  is_late boolean not null default false,
  player_id bigint references account_player
);
create index tracking_hit_visit on tracking_hit (visit) where visit <> '';
create index tracking_hit_player on tracking_hit (player_id) where player_id is not null;

create table tracking_registration (
  player_id bigint primary key references account_player,
  at timestamptz not null default now(),
  visit text not null default '',
  params jsonb not null default '{}'
);
create index tracking_registration_visit on tracking_registration (visit) where visit <> '';

-- The stand-in peers keep what they were sent; nothing of the platform reads it.
create table sandbox_letter (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  channel text not null,
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text not null default ''
);
create index sandbox_letter_recipient on sandbox_letter (recipient, id);

create table sandbox_applicant (
  id text primary key,
  external_user_id text not null unique,
  level text not null,
  state text not null default 'init',
  documents jsonb not null default '[]',
  reject_labels jsonb not null default '[]',
  created_at timestamptz not null default now()
);
