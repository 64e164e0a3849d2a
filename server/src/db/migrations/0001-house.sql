-- The house: players and their sessions, small storage, content identities, tracking, rate limits.

create table account_player (
  id bigint generated always as identity primary key,
  login text not null,
  login_key text not null unique check (login_key = lower(login_key)),
  email text,
  phone text,
  fakename text not null,
  locale text not null,
  currency text not null,
  country_code text,
  reg_time timestamptz not null default now(),
  is_registration_completed boolean not null default true,
  banned_at timestamptz,
  deleted_at timestamptz
);

create unique index account_player_fakename on account_player (lower(fakename));

create table account_storage (
  player_id bigint not null references account_player,
  key text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  primary key (player_id, key)
);

create table auth_session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  player_id bigint not null references account_player,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  user_agent text,
  address inet
);

create index auth_session_open on auth_session (player_id) where ended_at is null;

-- People of the content backend. Never players: the two share nothing.
create table content_identity (
  id bigint generated always as identity primary key,
  username text not null,
  username_key text not null unique check (username_key = lower(username_key)),
  email text not null,
  email_key text not null unique check (email_key = lower(email_key)),
  password_hash text not null,
  is_confirmed boolean not null default false,
  is_blocked boolean not null default false,
  token_version integer not null default 0,
  reset_hash bytea,
  reset_expires_at timestamptz,
  confirm_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table tracking_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  name text not null,
  params jsonb not null default '{}',
  player_id bigint references account_player,
  request_id text
);

-- The shape that rate-limiter-flexible expects. "expire" is in milliseconds since 1970, and not a bigint,
-- because the library subtracts plain numbers from it.
create table http_rate_limit (
  key text primary key,
  points integer not null default 0,
  expire double precision
);
