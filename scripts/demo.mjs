import { existsSync, rmSync, writeFileSync } from "node:fs";
import { inProject } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, say } from "./ready.mjs";
import { serveBuiltSite } from "./serve.mjs";

// Uses its own throwaway data, separate from the real site's. `npm run demo -- --fresh` starts over.
const folder = inProject(".demo");
const seeded = inProject(".demo", "seeded");

process.env.NODE_ENV ??= "production";
process.env.DATA_DIR = inProject(".demo", "data");
process.env.UPLOADS_DIR = inProject(".demo", "uploads");
// The details of the example are the demo's.
process.env.EXAMPLE_SITE = "1";
process.env.DATABASE_URL = "";
process.env.UPLOADS_URL = "";
// The real site's backups are not to be mixed with the demo's.
process.env.BACKUP_DIR = inProject(".demo", "backups");

await installWhatIsMissing();
await buildWhatIsStale();
const fresh = process.argv.indexOf("--fresh");
if (fresh !== -1 || !existsSync(seeded)) rmSync(folder, { recursive: true, force: true });
// After a restore in the browser the site starts again as it was started, with what was restored.
if (fresh !== -1) process.argv.splice(fresh, 1);
const isSeeded = existsSync(seeded);
await serveBuiltSite(async (site) => {
  if (isSeeded) return;
  say("Drawing the sample inventory …");
  const count = await site.seedSampleData();
  writeFileSync(seeded, "");
  say(`${count} sample vehicles added.`);
});
if (isSeeded) say("Its password was shown at the first start. For a new one: npm run demo -- --fresh");
