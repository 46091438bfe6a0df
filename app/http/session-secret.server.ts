import path from "node:path";
import { config } from "~/config.server";
import { engine } from "~/db/connection.server";
import { dataFolder } from "~/db/folder.server";
import { readStoredSecret } from "./stored-secret.server";

/**
 * The key that signs cookies and tokens, and that the keys of what is encrypted are derived from (sealed.server.ts): SESSION_SECRET, or
 * else one that the first start generates in DATA_DIR, and that several processes share through their database.
 */
export const sessionSecret: string =
  config.SESSION_SECRET ??
  (await engine.sharedSecret(() => readStoredSecret(path.join(dataFolder, "session-secret"))));
