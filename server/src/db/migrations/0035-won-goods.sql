-- Goods are won in tournaments too: such an order cost nothing.
alter table loyalty_order drop constraint loyalty_order_price_check;
alter table loyalty_order add constraint loyalty_order_price_check check (price >= 0);

alter table tournaments_prize drop constraint tournaments_prize_kind_check;
alter table tournaments_prize add constraint tournaments_prize_kind_check
  check (kind in ('cash', 'bonus', 'freespins', 'points', 'goods'));
