-- The tab of bonuses also lists what left a purse of bonus money without a stake: few rows among all its stakes.
create index wallet_transfer_bonus_end on wallet_transfer (from_purse, at) where reason in ('conversion', 'forfeit');
