-- What a producer said is kept as it came, a request in one row under the number of its first message that was new: the
-- text that was signed, with its own numbers in it. Rows from before have one message each in `body`, until their day is
-- dropped.
alter table sports_message alter column body drop not null;
alter table sports_message add column request text;
do $$
declare
  part regclass;
begin
  for part in select 'sports_message'::regclass union all
    select inhrelid::regclass from pg_inherits where inhparent = 'sports_message'::regclass loop
    execute format('alter table %s alter column request set compression lz4', part);
  end loop;
exception when feature_not_supported then
  -- A database that was built without it packs as it always did.
end $$;

-- How often markets of an event were changed by others than its feed: what a node remembers of the feed's last words
-- about them is old then.
alter table sports_event add column touches int not null default 0;
