/**
 * How our Postgres runs. Given on the command line, so that they follow the release that starts it and no file in the
 * cluster can disagree; what is not named here an operator may set in postgresql.conf.
 */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  // Socket paths end at 107 bytes, and a data folder may lie deeper than that.
  unix_socket_directories: "",
  password_encryption: "scram-sha-256",
  max_connections: 50,

  // "Accepted" means on the disk.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",

  // The control plane is small, and the memory belongs to the event store: 17 MB idle with these.
  shared_buffers: "32MB",
  maintenance_work_mem: "32MB",
  huge_pages: "off",
  jit: "off",
  // Three processes fewer than the default (worker), which pays for scans of large tables.
  io_method: "sync",
  max_worker_processes: 2,
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  max_logical_replication_workers: 0,
  autovacuum: "on",
  autovacuum_max_workers: 2,
  // In the cluster's own folder. In /dev/shm, systemd deletes it when the user who started us logs out (RemoveIPC).
  dynamic_shared_memory_type: "mmap",

  // Not minimal: an online copy of the cluster (pg_backup_start) needs replica.
  wal_level: "replica",
  max_wal_senders: 0,
  max_replication_slots: 0,
  min_wal_size: "64MB",
  max_wal_size: "256MB",
  // Old files are deleted, not renamed with what erased persons left in them.
  wal_recycle: "off",

  // To the file we pass as stderr. Failed statements go to the client, which logs them; repeated here they would fill the disk.
  log_destination: "stderr",
  logging_collector: "off",
  log_min_messages: "log",
  log_checkpoints: "off",
  log_timezone: "UTC",
  timezone: "UTC",
} as const;

export function postmasterArguments(
  dataFolderArgument: string,
  port: number,
  mark: string,
  others: Readonly<Record<string, string>>,
): string[] {
  const settings = Object.entries({ ...SETTINGS, ...others, port, cluster_name: mark });
  return ["-D", dataFolderArgument, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
