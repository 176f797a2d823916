-- One row per project with a dictionary. Whoever changes the dictionary counts it up first: the row's lock makes changes of one
-- project wait for each other, and the number tells readers that something changed.
create table dictionary (
  project_id integer primary key references project on delete cascade,
  revision bigint not null
);

-- What is declared about events and profiles now. A deleted entry stays as a row that is not present, so that its versions go on.
create table dictionary_entry (
  project_id integer not null references project on delete cascade,
  entity_type text not null check (entity_type in ('event', 'profile')),
  name text collate "C" not null check (length(name) between 1 and 255),
  version integer not null,
  is_present boolean not null,
  namespace text not null,
  -- JSON as text: written back as it came, in its order, with whatever characters it holds.
  metadata text not null,
  body text not null,
  bytes integer not null,
  is_dropped boolean not null,
  -- A JSON list of names, or null.
  dropped_properties text,
  change text not null,
  restored_from integer,
  changed_at timestamptz not null,
  changed_by integer not null,
  changed_by_name text not null,
  primary key (project_id, entity_type, name)
);
create index dictionary_entry_dropped on dictionary_entry (project_id) where is_dropped or dropped_properties is not null;

-- The versions before the one in dictionary_entry, in the same columns.
create table dictionary_version (
  like dictionary_entry including constraints,
  primary key (project_id, entity_type, name, version),
  foreign key (project_id) references project on delete cascade
);
