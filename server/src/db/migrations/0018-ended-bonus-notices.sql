-- Notices of before say only words: it was the operator who ended those bonuses. The texts choose by the reason now.
update account_notice set params = params || '{"reason": "operator"}'
where kind = 'bonusRevoked' and not params ? 'reason';
