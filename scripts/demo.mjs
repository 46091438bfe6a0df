import { existsSync, rmSync, writeFileSync } from "node:fs";
import { inProject } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, say } from "./ready.mjs";
import { serveBuiltSite } from "./serve.mjs";

// Throwaway data of its own, beside the real site's. `npm run demo -- --fresh` starts over.
const folder = inProject(".demo");
const seeded = inProject(".demo", "seeded");

process.env.NODE_ENV ??= "production";
process.env.DATA_DIR = inProject(".demo", "data");
process.env.UPLOADS_DIR = inProject(".demo", "uploads");

installWhatIsMissing();
await buildWhatIsStale();
if (process.argv.includes("--fresh") || !existsSync(seeded)) rmSync(folder, { recursive: true, force: true });
const again = existsSync(seeded);
await serveBuiltSite(async (site) => {
  if (again) return;
  say("Drawing the sample inventory …");
  const count = await site.seedSampleData();
  writeFileSync(seeded, "");
  say(`${count} sample vehicles are in.`);
});
if (again) say("Its password was shown at the first start. Another: npm run demo -- --fresh");
