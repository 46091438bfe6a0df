import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { SYSTEM_BROWSERS } from "../../scripts/browser-paths.mjs";
import { CATEGORIES, type Report } from "./report";

/** What of the packages is used here; they are there where a bench has run, not where types are checked. */
interface ChromeLauncher {
  launch(options: {
    chromePath: string | undefined;
    chromeFlags: string[];
  }): Promise<{ port: number; kill(): void }>;
}
type Lighthouse = (
  address: string,
  flags: {
    port: number;
    logLevel: "error";
    onlyCategories: readonly string[];
    ignoreStatusCode: boolean;
  },
) => Promise<{ lhr: Report } | undefined>;

const CHROME_LAUNCHER: string = "chrome-launcher";
const LIGHTHOUSE: string = "lighthouse";
/** A busy machine now and then loses the trace of a run. */
const MOST_ATTEMPTS = 3;

export interface Auditor {
  /** One run in Lighthouse's own preset: a phone, simulated throttling, an empty cache. */
  audit(address: string, options: { anyStatus: boolean }): Promise<Report>;
  close(): void;
}

/** Starts a browser, Playwright's own or the system's, that knows this one certificate and no other machine. */
export async function startAuditor({ keyHash, port }: { keyHash: string; port: number }): Promise<Auditor> {
  const { launch } = (await import(CHROME_LAUNCHER)) as ChromeLauncher;
  const { default: lighthouse } = (await import(LIGHTHOUSE)) as { default: Lighthouse };
  const chrome = await launch({
    chromePath: [chromium.executablePath(), ...SYSTEM_BROWSERS].find((file) => existsSync(file)),
    chromeFlags: [
      "--headless=new",
      "--disable-gpu",
      "--disable-quic",
      `--ignore-certificate-errors-spki-list=${keyHash}`,
      // What a page asks of another machine is seen and named, and weighs the same wherever the bench runs.
      `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE localhost`,
      // Chrome has no sandbox for root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  return {
    async audit(address, { anyStatus }) {
      let failure = "";
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const result = await lighthouse(address, {
          port: chrome.port,
          logLevel: "error",
          onlyCategories: CATEGORIES,
          ignoreStatusCode: anyStatus,
        });
        if (result && !result.lhr.runtimeError) return result.lhr;
        failure = result?.lhr.runtimeError?.message ?? "no result";
        console.log(`  Lighthouse could not measure: ${failure}`);
      }
      throw new Error(`Lighthouse on ${address}: ${failure}`);
    },
    close: () => chrome.kill(),
  };
}
