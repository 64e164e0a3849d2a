-- Points of offers are not given to who has switched the club off, and offers of points alone are not made.
alter table campaigns_player add column is_club_off boolean not null default false;
insert into campaigns_player (player_id, is_club_off)
  select player_id, true from loyalty_player where not is_active
  on conflict (player_id) do update set is_club_off = true;
