// The built site as `npm start` serves it, in a process of its own. `--seed` draws the sample inventory first;
// `--touch` changes a vehicle before every single request (see touch.mjs), from outside the site.
import "../../scripts/project.mjs";

const site = await import("../../build/server/index.js");
if (process.argv.includes("--seed")) await site.seedSampleData();
const server = await site.serve();
if (process.argv.includes("--touch")) {
  const { touchBeforeEachRequest } = await import("./touch.mjs");
  touchBeforeEachRequest(server);
}
process.send("ready");
