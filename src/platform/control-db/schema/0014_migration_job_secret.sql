-- The digest of the secret with which the client that started a migration follows and changes it. Null for jobs from before this
-- step: only a project admin may follow those.
alter table migration_job add column secret_digest bytea;
