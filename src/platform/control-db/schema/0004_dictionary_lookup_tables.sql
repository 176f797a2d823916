-- Lookup tables by name. Their rows are in the event store, where they are joined; revision numbers the uploads.
create table lookup_table (
  id uuid primary key,
  project_id integer not null references project on delete cascade,
  name text not null check (length(name) between 1 and 255),
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  unique (project_id, name)
);

-- A property is looked up in one table at most.
create table lookup_mapping (
  project_id integer not null references project on delete cascade,
  subject text not null check (subject in ('event', 'profile')),
  property text not null check (length(property) between 1 and 255),
  lookup_table_id uuid not null references lookup_table on delete cascade,
  primary key (project_id, subject, property)
);
create index lookup_mapping_table on lookup_mapping (lookup_table_id);
