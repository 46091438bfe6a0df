/** What is tested on SQLite alone, and why. Without `test`, the whole file. */
export const SQLITE_ONLY: readonly { file: string; test?: RegExp; why: string }[] = [
  { file: "rules/backup/", why: "A backup holds SQLite's file; PostgreSQL has its own tools." },
  { file: "rules/move/backup.test.ts", why: "A backup holds SQLite's file; PostgreSQL has its own tools." },
  { file: "rules/db/dialect.test.ts", why: "How writes wait for the lock of SQLite's file." },
  { file: "rules/db/migrate.test.ts", why: "Snapshots, and databases that released versions left." },
  { file: "rules/db/put-back.test.ts", why: "An update that is taken back puts SQLite's snapshot back." },
  {
    file: "rules/http/log.test.ts",
    test: /SQLite has rolled back itself/,
    why: "Only SQLite ends a transaction by itself.",
  },
  { file: "requests/backup/", why: "A backup holds SQLite's file; PostgreSQL has its own tools." },
  { file: "requests/full-disk.test.ts", why: "The full disk is that of SQLite's file." },
  { file: "requests/db/locked.test.ts", why: "The lock is that of SQLite's file." },
  {
    file: "requests/start-faults.test.ts",
    test: /database is no database|limits\.db/,
    why: "The broken file is SQLite's.",
  },
  {
    file: "requests/http/health.test.ts",
    test: /asked once for many|database file/,
    why: "The counted write and the lost file are SQLite's.",
  },
  {
    file: "requests/requests/part-request.test.ts",
    test: /a step that cannot be kept/,
    why: "The lock is that of SQLite's file; on PostgreSQL a single statement does not wait for it.",
  },
  {
    file: "requests/pictures/bucket.test.ts",
    test: /told by a backup/,
    why: "A backup holds SQLite's file; PostgreSQL has its own tools.",
  },
  {
    file: "requests/http/secrets.test.ts",
    test: /the data on disk/,
    why: "It reads SQLite's file.",
  },
  {
    file: "rules/settings/settings.test.ts",
    test: /in backups, backups\.|leaves alone what the file says nothing of|where no folder for backups/,
    why: "PostgreSQL has its own tools for backups, so their settings are locked.",
  },
  {
    file: "requests/settings/commands.test.ts",
    test: /no other is made/,
    why: "A database that is not there is made by SQLite alone.",
  },
  {
    file: "requests/settings/sections.test.ts",
    test: /where backups go asks|no folder is made/,
    why: "PostgreSQL has its own tools for backups, so their settings are locked.",
  },
  {
    file: "requests/accounts/roles.test.ts",
    test: /Today says nothing of backups/,
    why: "On PostgreSQL Today says nothing of backups to anybody.",
  },
  {
    file: "requests/vehicles/staff-vehicle-lists.test.ts",
    test: /how to turn on nightly backups/,
    why: "On PostgreSQL Today says nothing of backups to anybody.",
  },
  {
    file: "requests/pictures/bucket.test.ts",
    test: /a restore one that has failed/,
    why: "A backup holds SQLite's file; PostgreSQL has its own tools.",
  },
  {
    file: "requests/accounts/accounts.test.ts",
    test: /works before the first start/,
    why: "PostgreSQL's databases are there before, as the tests make them.",
  },
];
