import { spawn } from "node:child_process";

/**
 * Runs BACKUP_HOOK in a shell, with the backup's path as its last argument. What it prints goes to standard error, because
 * the last line of standard output is the path.
 * @returns why it failed; undefined if it did not
 */
export async function runHook(hook: string, backupPath: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", `${hook} "$1"`, "backup-hook", backupPath], {
      stdio: ["ignore", 2, 2],
    });
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) =>
      resolve(code === 0 ? undefined : `it ended with ${signal ?? code}`),
    );
  });
}
