-- What happened to records that were not simply stored, by the UTC hour of receipt. The journal has the same by day, exactly;
-- this is what is looked at, and after a crash it may lack the last two seconds.
create table ingestion_tally (
  project_id integer not null,
  hour timestamptz not null,
  endpoint text not null collate "C",
  code text not null collate "C",
  kind text not null,
  count bigint not null,
  primary key (project_id, hour, endpoint, code)
);
create index ingestion_tally_age on ingestion_tally (hour);

-- The last few records of each code, with secrets masked. `ids` are those the record names, so that a person's can be erased.
create table ingestion_sample (
  id bigint generated always as identity primary key,
  project_id integer not null,
  at timestamptz not null,
  endpoint text not null,
  code text not null,
  kind text not null,
  field text not null,
  message text not null,
  record text not null,
  ids text[] not null
);
create index ingestion_sample_code on ingestion_sample (project_id, code, id);
