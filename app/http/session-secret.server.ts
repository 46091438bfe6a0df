import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { config } from "~/config.server";

/** The key that signs cookies and tokens: SESSION_SECRET, or else one that the first start generates in DATA_DIR. */
export const sessionSecret: string =
  config.SESSION_SECRET ?? readStoredSecret(path.join(config.DATA_DIR, "session-secret"));

function readStoredSecret(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      // `wx` fails if the file exists: if two processes start at once, the second uses the first one's secret.
      writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return readFileSync(file, "utf8");
}
