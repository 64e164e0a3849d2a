-- When all that an event had beside its row was taken away, and when that was last put off because of a bet.
alter table sports_event add column purged_at timestamptz, add column held_at timestamptz;

-- Whether a bet names the event: what it is settled and recomputed with stays. There are no bets yet; whoever keeps
-- them replaces this function.
create function sports_has_bets(event_id bigint) returns boolean language sql stable as $$ select false $$;

-- Over for thirty days, or never begun and due as long ago, and nobody's bet: nobody asks for its facts, results and
-- prices any more.
create function sports_may_purge(event_id bigint) returns boolean language sql stable as $$
  select exists (select from sports_event as event where event.id = $1
      and (event.ended_at < now() - interval '30 days' and event.state in ('ended', 'abandoned', 'cancelled', 'closed')
        or event.starts_at < now() - interval '30 days' and event.state in ('planned', 'open', 'postponed')))
    and not sports_has_bets($1)
$$;

-- The rule stands at the rows: no other delete passes, whoever sends it.
create function sports_keep_fact() returns trigger language plpgsql as $$
begin
  if sports_may_purge(old.event_id) then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create function sports_keep_result() returns trigger language plpgsql as $$
begin
  if sports_may_purge((select event_id from sports_market where id = old.market_id)) then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger sports_fact_append_only on sports_fact;
drop trigger sports_result_append_only on sports_result;
create trigger sports_fact_append_only before update or truncate on sports_fact
  for each statement execute function wallet_refuse();
create trigger sports_result_append_only before update or truncate on sports_result
  for each statement execute function wallet_refuse();
create trigger sports_fact_kept before delete on sports_fact for each row execute function sports_keep_fact();
create trigger sports_result_kept before delete on sports_result for each row execute function sports_keep_result();

-- All that hangs on an event. Its row stays: the table of its league is made of it.
create function sports_purge_event(event_id bigint) returns boolean language plpgsql as $$
begin
  if not sports_may_purge($1) then
    update sports_event set held_at = clock_timestamp() where id = $1;
    return false;
  end if;
  delete from sports_result where market_id in (select id from sports_market as market where market.event_id = $1);
  delete from sports_market as market where market.event_id = $1;
  delete from sports_fact as fact where fact.event_id = $1;
  delete from sports_archive as archive where archive.event_id = $1;
  delete from sports_favourite where kind = 'event' and ref = $1;
  update sports_event set purged_at = clock_timestamp() where id = $1;
  return true;
end $$;

create index sports_event_purge on sports_event (greatest(ended_at, held_at))
  where ended_at is not null and purged_at is null;
create index sports_event_decided on sports_event (ended_at) where state in ('ended', 'abandoned');
create index sports_market_disputed on sports_market (id) where state = 'disputed';
create index sports_favourite_event on sports_favourite (ref) where kind = 'event';
create index sports_event_purged on sports_event (purged_at) where purged_at is not null;

-- A trigger for statements is not one of the days of a table: whoever names a day itself would pass it. One for rows is,
-- and each day has its own against truncate.
drop trigger sports_price_append_only on sports_price;
drop trigger sports_message_append_only on sports_message;
create trigger sports_price_append_only before update or delete on sports_price
  for each row execute function wallet_refuse();
create trigger sports_message_append_only before update or delete on sports_message
  for each row execute function wallet_refuse();
create trigger sports_price_stays before truncate on sports_price
  for each statement execute function wallet_refuse();
create trigger sports_message_stays before truncate on sports_message
  for each statement execute function wallet_refuse();
do $$
declare
  part regclass;
begin
  for part in select inhrelid from pg_inherits where inhparent in ('sports_price'::regclass, 'sports_message'::regclass) loop
    execute format('create trigger sports_day_stays before truncate on %s
      for each statement execute function wallet_refuse()', part);
  end loop;
end $$;
create or replace function sports_make_days(days int) returns void language plpgsql as $$
declare
  day date;
  named text;
  part text;
begin
  -- One at a time: two nodes would make the same table.
  perform pg_advisory_xact_lock(hashtext('sports_make_days'));
  for day in select generate_series(current_date - 1, current_date + days, interval '1 day')::date loop
    for named in select unnest(array['sports_price', 'sports_message']) loop
      part := named || to_char(day, '_YYYYMMDD');
      continue when to_regclass(part) is not null;
      execute format('create table %I partition of %I for values from (%L) to (%L)', part, named, day, day + 1);
      execute format('create trigger sports_day_stays before truncate on %I
        for each statement execute function wallet_refuse()', part);
    end loop;
  end loop;
end $$;

-- The table of a league.
create index sports_event_played on sports_event (tournament_id, ended_at desc, id desc)
  where state in ('ended', 'closed') and ended_at is not null and reason = '';

-- When the last snapshot was begun: one that has no end after a minute was given up.
alter table sports_producer add column snapshot_at timestamptz;

-- Who told of a sport first names it.
alter table sports_sport add column producer text references sports_producer;
update sports_sport set producer = (select producer from sports_category where sport = sysname order by id limit 1);

-- Its producer exchanged the sides while it was for sale: from then on its words would be about the other side, so
-- none of them counts.
alter table sports_event add column is_turned boolean not null default false;

-- When it was last up, and whether pages were told that it has not been for so long that nothing of it is for sale.
alter table sports_producer add column up_at timestamptz, add column is_shut boolean not null default false;
update sports_producer set up_at = alive_at where state = 'up';
