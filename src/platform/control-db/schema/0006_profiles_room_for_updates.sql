-- Profiles are changed again and again. With room on its page a changed row stays there and its index entry holds: writing known
-- profiles took a third less time.
alter table profile set (fillfactor = 70);
