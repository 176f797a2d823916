-- What is known of a person (group_key '') or of a group. A row without a profile remembers what was taken away, and when, so that
-- older updates that come later do not bring it back. Texts of JSON, not jsonb: that would refuse \u0000 and forget the order.
-- No reference to project: it would cost a look-up for every row of a batch. Profiles go when their project is purged.
create table profile (
  project_id integer not null,
  group_key text not null collate "C",
  id text not null collate "C",
  is_present boolean not null,
  properties text not null,
  -- When the values were true: most of them as of as_of_ms, the others by name. A name without a value was taken away then.
  as_of_ms bigint not null,
  as_of text,
  -- Whatever is older was deleted.
  deleted_ms bigint,
  updated_at timestamptz not null default now(),
  primary key (project_id, group_key, id)
);

-- How far the frames of a journal have been applied, in the transaction that applied them. Several servers may share this
-- database, each with a journal of its own.
create table profile_position (
  journal_id text not null,
  lane text not null,
  position bigint not null,
  primary key (journal_id, lane)
);

-- Updates that were refused or not applied in full, by the UTC day of receipt.
create table profile_tally (
  project_id integer not null,
  day date not null,
  door text not null,
  code text not null,
  count bigint not null,
  primary key (project_id, day, door, code)
);

-- Which profiles a question found, in pages, for whoever reads on. Kept for an hour.
create table profile_session (
  project_id integer not null,
  session_id text not null,
  page integer not null,
  total integer not null,
  page_size integer not null,
  ids text[] not null,
  created_at timestamptz not null default now(),
  primary key (project_id, session_id, page)
);
create index profile_session_age on profile_session (created_at);
