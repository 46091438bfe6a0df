import path from "node:path";
import Database from "better-sqlite3";

/**
 * Changes one public vehicle before each request that reaches `server`, over a connection of its own, so that no answer
 * can be one that was made before. The parent process that asks is told the median of what it took, to be taken off.
 */
export function touchBeforeEachRequest(server) {
  const database = new Database(path.join(process.env.DATA_DIR, "site.db"));
  // The change is the means, not what is measured: it waits for no disk.
  database.pragma("synchronous = OFF");
  database.pragma("busy_timeout = 5000");
  const newest = database
    .prepare("select id from dismantledVehicles where status <> 'Scrapped' order by id desc limit 1")
    .pluck()
    .get();
  const touch = database.prepare("update dismantledVehicles set mileage = mileage + 1 where id = ?");
  let times = [];
  server.prependListener("request", () => {
    const before = performance.now();
    if (touch.run(newest).changes !== 1) throw new Error("There is no vehicle to touch.");
    times.push(performance.now() - before);
  });
  process.on("message", () => {
    process.send({ milliseconds: times.sort((one, other) => one - other)[times.length >> 1] ?? 0 });
    times = [];
  });
}
