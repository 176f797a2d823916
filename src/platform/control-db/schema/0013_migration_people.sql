-- A reference from each person to the job cost a look-up for every row: a third of the time it took to write 100,000. Whoever writes
-- holds the job once for a whole statement instead, and this takes a job's persons with it, whichever way it goes, and whatever the
-- search path of who deletes it is.
alter table migration_profile drop constraint migration_profile_job_id_fkey;

create function remove_migration_people() returns trigger language plpgsql as $$
begin
  execute format('delete from %I.migration_profile where job_id = $1', tg_table_schema) using old.id;
  return null;
end
$$;
create trigger migration_job_people after delete on migration_job
  for each row execute function remove_migration_people();
