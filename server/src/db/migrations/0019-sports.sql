-- Who tells us about events, and how far it has told. Whether it is down is decided by alive_at and the clock, in the
-- transaction that wants to know; the state is what its own words made of it.
create table sports_producer (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,31}$'),
  state text not null default 'down' check (state in ('up', 'down', 'recovering')),
  epoch bigint not null default 0,
  seq bigint not null default 0,
  -- The how-manieth snapshot was begun last, and whether it is under way.
  snapshots int not null default 0,
  is_in_snapshot boolean not null default false,
  alive_at timestamptz,
  -- The producer's own clock when it sent the last request.
  sent_at timestamptz,
  is_simulated boolean not null
);

create table sports_sport (
  sysname text primary key,
  names jsonb not null,
  position int not null default 0
);

create table sports_category (
  id bigint generated always as identity primary key,
  producer text not null references sports_producer,
  ref text not null,
  sport text not null references sports_sport,
  names jsonb not null,
  position int not null default 0,
  unique (producer, ref)
);

create table sports_tournament (
  id bigint generated always as identity primary key,
  producer text not null references sports_producer,
  ref text not null,
  category_id bigint not null references sports_category,
  sport text not null references sports_sport,
  names jsonb not null,
  position int not null default 0,
  tier text not null check (tier in ('A', 'B', 'C')),
  unique (producer, ref)
);
create index sports_tournament_category on sports_tournament (category_id);

create table sports_competitor (
  id bigint generated always as identity primary key,
  producer text not null references sports_producer,
  ref text not null,
  sport text not null references sports_sport,
  names jsonb not null,
  crest text not null default '',
  unique (producer, ref)
);

create table sports_event (
  id bigint generated always as identity primary key,
  producer text not null references sports_producer,
  ref text not null,
  sport text not null references sports_sport,
  tournament_id bigint not null references sports_tournament,
  home_id bigint not null references sports_competitor,
  away_id bigint not null references sports_competitor,
  starts_at timestamptz(3) not null,
  first_starts_at timestamptz(3) not null,
  state text not null default 'planned' check (state in
    ('planned', 'open', 'postponed', 'live', 'interrupted', 'abandoned', 'ended', 'cancelled', 'closed')),
  reason text not null default '',
  has_live boolean not null,
  is_handled boolean not null default false,
  format jsonb not null,
  clock jsonb,
  score jsonb not null default '{}',
  -- The number of its last fact.
  facts int not null default 0,
  version int not null default 1,
  -- By which rules its markets are void: pinned when it is first told.
  rules text not null,
  seed_hash text not null default '',
  told_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (producer, ref)
) with (fillfactor = 80);
create index sports_event_coming on sports_event (starts_at) where state in ('planned', 'open', 'postponed');
create index sports_event_live on sports_event (sport, starts_at) where state in ('live', 'interrupted');
create index sports_event_ended on sports_event (ended_at desc) where ended_at is not null;
create index sports_event_tournament on sports_event (tournament_id, starts_at);

create table sports_market (
  id bigint generated always as identity primary key,
  event_id bigint not null references sports_event,
  type text not null,
  period text not null,
  -- Empty where the question has none.
  line text not null,
  state text not null check (state in ('off', 'open', 'suspended', 'closed', 'disputed', 'resulted', 'void')),
  cause text check (cause in ('DANGER', 'GOAL', 'REVIEW', 'FEED', 'OPERATOR', 'LIMIT')),
  version int not null default 1,
  stops int not null default 0,
  is_live boolean not null default false,
  closes_at timestamptz(3),
  prices int[] not null,
  wins int[] not null,
  backs int[] not null,
  -- The last snapshot before or in which it was told of: what the next one leaves out is not for sale.
  told_in int not null,
  check (cause is null or state = 'suspended'),
  unique (event_id, type, period, line)
) with (fillfactor = 60);

-- What was offered, when. By day, so that old days are dropped as they are.
create table sports_price (
  market_id bigint not null,
  version int not null,
  at timestamptz not null default now(),
  state text not null,
  prices int[] not null,
  wins int[] not null,
  backs int[] not null,
  primary key (market_id, version, at)
) partition by range (at);

-- Every word of a producer as it came.
create table sports_message (
  producer text not null,
  epoch bigint not null,
  seq bigint not null,
  at timestamptz not null default now(),
  body jsonb not null,
  primary key (producer, epoch, seq, at)
) partition by range (at);

create table sports_fact (
  event_id bigint not null references sports_event,
  seq int not null,
  kind text not null,
  at_feed timestamptz not null,
  at timestamptz not null default now(),
  data jsonb not null,
  cancels int,
  primary key (event_id, seq)
);

create table sports_result (
  market_id bigint not null references sports_market,
  revision int not null,
  -- [[outcome, win, back, of]]; none where it is void.
  outcomes jsonb not null,
  void_reason text,
  source text not null check (source in ('feed', 'own', 'operator')),
  certainty text not null check (certainty in ('first', 'confirmed')),
  -- How far the record went that it was checked with.
  facts_seq int not null,
  -- Why the operator said so.
  reason text not null default '',
  at timestamptz not null default now(),
  primary key (market_id, revision)
);
create index sports_result_at on sports_result (at);

create trigger sports_fact_append_only before update or delete or truncate on sports_fact
  for each statement execute function wallet_refuse();
create trigger sports_result_append_only before update or delete or truncate on sports_result
  for each statement execute function wallet_refuse();
create trigger sports_price_append_only before update or delete or truncate on sports_price
  for each statement execute function wallet_refuse();
create trigger sports_message_append_only before update or delete or truncate on sports_message
  for each statement execute function wallet_refuse();

-- What nodes and browsers follow. The number is taken last in a transaction, so numbers appear in the order of commits.
create table sports_change (
  seq bigint primary key,
  event_id bigint not null,
  market_id bigint,
  what text not null,
  at timestamptz not null default now()
);
create index sports_change_at on sports_change (at);
create table sports_counter (
  is_only boolean primary key default true check (is_only),
  seq bigint not null
);
insert into sports_counter (seq) values (0);

-- Days of the tables that are thrown away by days. Called by the clock, long before a day begins.
create function sports_make_days(days int) returns void language plpgsql as $$
declare
  day date;
  named text;
begin
  -- One at a time: two nodes would make the same table.
  perform pg_advisory_xact_lock(hashtext('sports_make_days'));
  for day in select generate_series(current_date - 1, current_date + days, interval '1 day')::date loop
    for named in select unnest(array['sports_price', 'sports_message']) loop
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        named || to_char(day, '_YYYYMMDD'), named, day, day + 1);
    end loop;
  end loop;
end $$;
select sports_make_days(14);

create function sports_drop_days(named text, kept int) returns int language plpgsql as $$
declare
  part text;
  dropped int := 0;
begin
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    where p.relname = named and c.relname < named || to_char(current_date - kept, '_YYYYMMDD') loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
