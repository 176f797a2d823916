-- A reference from each person to the job cost a look-up for every row: a third of the time it took to write 100,000. Whoever writes
-- holds the job once for a whole statement instead, and this takes a job's persons with it, whichever way it goes.
alter table migration_profile drop constraint migration_profile_job_id_fkey;

create function remove_migration_people() returns trigger language plpgsql as $$
begin
  delete from migration_profile where job_id = old.id;
  return null;
end
$$;
create trigger migration_job_people after delete on migration_job
  for each row execute function remove_migration_people();
