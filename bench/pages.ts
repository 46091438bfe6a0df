// Every public page in Lighthouse, from the built site behind TLS as in production: `npm run bench:pages`.
// Options: --runs 3, --only /inventory (again for more). Ends with 1 where a page misses its budget.
import path from "node:path";
import { parseArgs } from "node:util";
import routes from "../app/routes";
import { openFront } from "./pages/https-front";
import { type Auditor, startAuditor } from "./pages/lighthouse";
import { pictureFaults } from "./pages/picture-faults";
import { type PublicPage, pagesMissing, pagesOf, SOME_VEHICLE } from "./pages/public-pages";
import { figuresOf, type PageFigures } from "./pages/report";
import { printPages } from "./pages/tables";
import { type Measured, middleRun } from "./pages/verdicts";
import { countFrom } from "./support/figures";
import { freePort, type Served, startServed, throwawayFolder } from "./support/process";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "3" }, only: { type: "string", multiple: true } },
});
const runs = countFrom("runs", values.runs);
const all = pagesOf(routes);
const pages = all.filter(({ route }) => !values.only || values.only.includes(route));
if (pages.length === 0) {
  console.error(`--only takes one of ${all.map(({ route }) => route).join(" ")}`);
  process.exit(1);
}

const folder = throwawayFolder("bench-pages-");
const outside = await freePort();
const origin = `https://localhost:${outside}`;
console.log("Drawing the sample inventory …");
const site = await startServed({
  script: "support/serve-site.mjs",
  args: ["--seed"],
  environment: {
    DATA_DIR: path.join(folder, "data"),
    UPLOADS_DIR: path.join(folder, "uploads"),
    PUBLIC_URL: origin,
    TRUST_PROXY: "1",
  },
  log: path.join(folder, "site.log"),
  port: await freePort(),
});
const front = await openFront(outside, site.url);
const auditor = await startAuditor({ keyHash: front.keyHash, port: outside });
let kept = false;
try {
  const vehicle = await vehicleWithPicture(site);
  const measured: Measured[] = [];
  for (const page of pages) {
    console.log(`${page.address} …`);
    measured.push(await measure(auditor, { ...page, address: page.address.replace(SOME_VEHICLE, vehicle) }));
  }
  kept = printPages(measured);
  for (const route of pagesMissing(all)) console.log(`The site has no ${route} yet.`);
} finally {
  auditor.close();
  front.close();
  await site.stop();
}
process.exit(kept ? 0 : 1);

async function measure(auditor: Auditor, page: PublicPage): Promise<Measured> {
  const taken: PageFigures[] = [];
  for (let run = 0; run < runs; run++) {
    const report = await auditor.audit(origin + page.address, { anyStatus: page.bytesOnly === true });
    taken.push(figuresOf(report, origin));
  }
  const figures = middleRun(taken);
  const html = await (await fetch(site.url + page.address)).text();
  return {
    page,
    figures,
    worstShift: Math.max(...taken.map(({ layoutShift }) => layoutShift)),
    pictureFaults: pictureFaults(html, figures.largest),
  };
}

async function vehicleWithPicture({ url }: Served): Promise<string> {
  const answer = await fetch(`${url}/api/retail-vehicles`);
  const vehicles = (await answer.json()) as { _id: string; imageUrl?: string }[];
  const pictured = vehicles.find(({ imageUrl }) => imageUrl);
  if (!pictured) throw new Error("no vehicle of the sample inventory has a picture");
  return `/inventory/${pictured._id}`;
}
