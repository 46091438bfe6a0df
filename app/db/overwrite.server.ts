import { log } from "~/http/log.server";
import { engine } from "./connection.server";

/**
 * Leaves nothing of what was deleted for good in the database's files, and so in the backups that follow. Not within a transaction. It is
 * gone from every page by now; what fails here is tried again with the next deletion.
 * @param options.withCopies whether the copies from before an update go too; else they go with their days, as the backups do
 */
export async function overwriteDeleted(options: { withCopies: boolean }): Promise<void> {
  try {
    await engine.overwriteDeleted(options);
  } catch (error) {
    log.error({ error }, "the database's files still have what was deleted");
  }
}
