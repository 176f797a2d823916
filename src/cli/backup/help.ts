const SETTINGS = `Settings are those of 'tributary start' and are read in the same way. The ones that matter here:

  --data-dir, DATA_DIR                the data folder (default: ./data)
  --database-url, DATABASE_URL        the control database, when it is not the one in the data folder
  --store-memory-mb, STORE_MEMORY_MB  memory for the event store's engine
`;

export const BACKUP_HELP = `tributary backup <file>: writes everything the server keeps to one file. Stop the server first.
tributary backup verify <file>: reads such a file and proves every checksum; changes nothing.

In it: all events (the journal, the event store, what belongs to them), the control database with its waiting jobs, and the keys of the
data folder. Journal and store are read through on the way. What is found damaged is named and does not stop the backup: a store file
is left out, since a restored server makes it anew from the journal.

  --force  replace a file of that name
  --json   print the result as JSON

${SETTINGS}
The file is a tar archive: 'tar -tf <file>' lists it, 'zstd -d' opens what ends in .zst. It holds secrets: keep it private.
Exit code: 0 done, 1 refused (the reason is printed, nothing was written), 2 typed wrongly.
`;

export const RESTORE_HELP = `tributary restore <file>: brings a backup back into an empty data folder and an empty control database.

Every checksum of the file is proven before anything is changed. Journal and event store are read through once they are back; a store
file that is not sound is left out, and the server makes it anew from the journal. A restore that was interrupted is run again in the same way; until
it has finished, no server starts on the folder.

  --json   print the result as JSON

${SETTINGS}
Exit code: 0 done, 1 refused (the reason is printed, nothing was restored), 2 typed wrongly.
`;
