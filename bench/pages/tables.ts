import peers from "../peers.json";
import { median } from "../support/figures";
import { markdownTable } from "../support/markdown";
import { CATEGORIES } from "./report";
import { BYTES_PER_KB, type Measured, missesOf } from "./verdicts";

const KINDS = ["script", "css", "fonts", "pictures", "document"] as const;
const HEAD = [
  "page",
  "perf.",
  "access.",
  "practices",
  "SEO",
  "FCP ms",
  "LCP ms",
  "SI ms",
  "TBT ms",
  "CLS",
  "requests",
  "KB",
  ...KINDS,
];

/** Prints every page's figures, the public peers' beside them, and what misses; answers whether nothing does. */
export function printPages(measured: readonly Measured[]): boolean {
  console.log(`\n${markdownTable(HEAD, [...measured.map(row), ...peers.pages.map(peerRow)])}\n`);
  console.log("KB are 1,024 bytes as transferred, headers included; the first view of an empty cache.");
  const index = Math.round(median(measured.map(({ figures }) => figures.machineIndex)));
  console.log(
    `Lighthouse's benchmark index of this machine: ${index}. TBT grows where other programs take its time.`,
  );
  for (const { fact, source } of peers.facts) console.log(`- ${fact} ${mark(source)}`);
  console.log(`- ${peers.notFound}`);
  for (const [index, { name, address }] of Object.values(peers.sources).entries()) {
    console.log(`[${index + 1}] ${name}: ${address}`);
  }
  const missing = measured.filter((one) => missesOf(one).length > 0);
  for (const one of missing) {
    console.log(`\nMISSED ${one.page.route}`);
    for (const miss of missesOf(one)) console.log(`- ${miss}`);
    if (!one.page.bytesOnly) for (const cost of one.figures.costs) console.log(`  ${cost}`);
  }
  const kept = measured.length - missing.length;
  console.log(
    `\n${kept} of ${measured.length} pages: four times 100, within 150 KB and 100 KB of script, CLS 0, pictures in order.`,
  );
  return missing.length === 0;
}

function row({ page, figures, worstShift }: Measured): string[] {
  const milliseconds = [
    figures.firstContentfulPaint,
    figures.largestContentfulPaint,
    figures.speedIndex,
    figures.totalBlockingTime,
  ];
  return [
    page.route,
    ...CATEGORIES.map((category) => (page.bytesOnly ? "–" : String(figures.scores[category]))),
    ...milliseconds.map((time) => Math.round(time).toString()),
    worstShift === 0 ? "0" : worstShift.toFixed(4),
    String(figures.requests),
    ...(["all", ...KINDS] as const).map((kind) => (figures.bytes[kind] / BYTES_PER_KB).toFixed(1)),
  ];
}

function peerRow(peer: (typeof peers.pages)[number]): string[] {
  const unknown = Array.from({ length: 9 }, () => "–");
  const figures = [peer.requests, peer.kilobytes, ...KINDS.map((kind) => peer[kind])];
  return [
    `${peer.who} ${mark(peer.source)}`,
    ...unknown,
    ...figures.map((figure) => figure?.toLocaleString("en-US") ?? "–"),
  ];
}

function mark(source: string): string {
  return `[${Object.keys(peers.sources).indexOf(source) + 1}]`;
}
