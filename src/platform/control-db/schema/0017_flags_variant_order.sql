-- Variants are walked in the order of their keys, as published clients do that evaluate flags themselves. Flags whose list was written
-- in another order keep it, so that no user changes variant by an upgrade, until a member switches them.
alter table feature_flag add column variant_order text not null default 'key' check (variant_order in ('key', 'list'));

update feature_flag set variant_order = 'list'
where (
  select array_agg(variant ->> 'key' order by place)
  from json_array_elements(ruleset::json -> 'variants') with ordinality as listed (variant, place)
) is distinct from (
  select array_agg(variant ->> 'key' order by (variant ->> 'key') collate "C")
  from json_array_elements(ruleset::json -> 'variants') as listed (variant)
);
