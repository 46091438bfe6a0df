/** What Lighthouse is asked to judge, each from 0 to 100. */
export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** What of a Lighthouse report is read here. */
export interface Report {
  runtimeError?: { message: string };
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
}

interface Audit {
  score: number | null;
  scoreDisplayMode: string;
  numericValue?: number;
  displayValue?: string;
  details?: { items?: unknown[] };
}

/** A page's figures; times in milliseconds, sizes in bytes as transferred, headers included. */
export interface PageFigures {
  /** By category, 0 to 100. */
  scores: Record<string, number>;
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  speedIndex: number;
  totalBlockingTime: number;
  layoutShift: number;
  requests: number;
  bytes: Record<"all" | Kind, number>;
  /** Other machines that the page asked. */
  elsewhere: string[];
  /** The largest thing painted: its tag as Lighthouse saw it, and whether it is a picture. */
  largest: { tag: string; isPicture: boolean } | undefined;
  /** Lighthouse's own measure of how fast the machine was during the run. */
  machineIndex: number;
  /** What costs points, in categories that have not all of them. */
  costs: string[];
}

export type Kind = "script" | "css" | "fonts" | "pictures" | "document" | "other";

interface NetworkRequest {
  url: string;
  resourceType?: string;
  mimeType?: string;
  transferSize?: number;
}

/** Reads a report. */
export function figuresOf(report: Report, origin: string): PageFigures {
  const metric = (id: string) => report.audits[id]?.numericValue ?? Number.NaN;
  const requests = ((report.audits["network-requests"]?.details?.items ?? []) as NetworkRequest[]).filter(
    ({ url }) => /^https?:/.test(url),
  );
  const bytes = { all: 0, script: 0, css: 0, fonts: 0, pictures: 0, document: 0, other: 0 };
  for (const request of requests) {
    bytes.all += request.transferSize ?? 0;
    bytes[kindOf(request)] += request.transferSize ?? 0;
  }
  return {
    scores: Object.fromEntries(
      Object.entries(report.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    firstContentfulPaint: metric("first-contentful-paint"),
    largestContentfulPaint: metric("largest-contentful-paint"),
    speedIndex: metric("speed-index"),
    totalBlockingTime: metric("total-blocking-time"),
    layoutShift: metric("cumulative-layout-shift"),
    requests: requests.length,
    bytes,
    elsewhere: [...new Set(requests.map(({ url }) => new URL(url).origin).filter((one) => one !== origin))],
    largest: largestOf(report),
    machineIndex: report.environment.benchmarkIndex,
    costs: costsOf(report),
  };
}

// By what came, where the browser does not say what it asked for: a prefetch is `Other`.
function kindOf({ resourceType, mimeType = "" }: NetworkRequest): Kind {
  if (resourceType === "Document") return "document";
  if (resourceType === "Script" || /javascript/.test(mimeType)) return "script";
  if (resourceType === "Stylesheet" || mimeType === "text/css") return "css";
  if (resourceType === "Font" || mimeType.startsWith("font/")) return "fonts";
  if (resourceType === "Image" || mimeType.startsWith("image/")) return "pictures";
  return "other";
}

function largestOf({ audits }: Report): PageFigures["largest"] {
  const [table] = (audits["largest-contentful-paint-element"]?.details?.items ?? []) as {
    items?: { node?: { snippet?: string } }[];
  }[];
  const tag = table?.items?.[0]?.node?.snippet;
  if (tag === undefined) return undefined;
  // This audit applies where the largest thing is a picture of any kind, a background too.
  return { tag, isPicture: audits["prioritize-lcp-image"]?.scoreDisplayMode !== "notApplicable" };
}

function costsOf({ categories, audits }: Report): string[] {
  return Object.entries(categories).flatMap(([name, { score, auditRefs }]) => {
    if (Math.round((score ?? 0) * 100) === 100) return [];
    // What does not apply to a page has no score, and no part in the whole.
    const scored = auditRefs.flatMap(({ id, weight }) => {
      const { score = null, displayValue } = audits[id] ?? {};
      return score === null ? [] : [{ id, weight, lost: 1 - score, displayValue }];
    });
    const whole = scored.reduce((sum, { weight }) => sum + weight, 0);
    return scored
      .filter(({ weight, lost }) => weight * lost > 0)
      .map(({ id, weight, lost, displayValue }) => {
        const points = (100 * weight * lost) / whole;
        return `${name}: ${id} costs ${points.toFixed(1)} (${displayValue || "failed"})`;
      });
  });
}
