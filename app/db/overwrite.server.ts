import { log } from "~/http/log.server";
import { engine } from "./connection.server";

/**
 * Leaves nothing that was deleted permanently in the database's files, and so in later backups. Not within a transaction. It is gone from
 * every page by now; if this fails, the next deletion tries again.
 * @param options.withCopies whether the copies from before an update go too; otherwise they expire like backups
 */
export async function overwriteDeleted(options: { withCopies: boolean }): Promise<void> {
  try {
    await engine.overwriteDeleted(options);
  } catch (error) {
    log.error({ error }, "the database's files still have what was deleted");
  }
}
