-- Reports and hits end: what is old is found by its day, and what is a player's by the player.
create index tracking_event_at on tracking_event using brin (at);
create index tracking_hit_at on tracking_hit using brin (at);
create index tracking_event_player on tracking_event (player_id, id) where player_id is not null;
