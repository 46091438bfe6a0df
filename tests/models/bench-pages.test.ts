import { describe, expect, test } from "vitest";
import { pictureFaults } from "../../bench/pages/picture-faults";
import { PUBLIC_PAGES, pagesMissing, pagesOf } from "../../bench/pages/public-pages";
import { figuresOf, type Report } from "../../bench/pages/report";
import { middleRun, missesOf } from "../../bench/pages/verdicts";

const ORIGIN = "https://localhost:4000";
const SIZES = 'width="1600" height="1200" srcset="/uploads/a/320.webp 320w, /uploads/a/960.webp 960w"';
const FIRST = `<img src="/uploads/a/1600.webp" ${SIZES} loading="eager" fetchpriority="high">`;
const LAZY = `<img src="/uploads/b/1600.webp" ${SIZES} loading="lazy">`.replaceAll("/a/", "/b/");
const LARGEST = { tag: `<img src="${ORIGIN}/uploads/a/960.webp">`, isPicture: true };

function report({ performance = 1, shift = 0, bytes = 1024 } = {}): Report {
  const metric = (numericValue: number, score = 1) => ({ score, scoreDisplayMode: "numeric", numericValue });
  return {
    environment: { benchmarkIndex: 1000 },
    categories: {
      performance: {
        score: performance,
        auditRefs: [
          { id: "total-blocking-time", weight: 30 },
          { id: "cumulative-layout-shift", weight: 70 },
          { id: "not-here", weight: 10 },
        ],
      },
      accessibility: { score: 1, auditRefs: [] },
      "best-practices": { score: 1, auditRefs: [] },
      seo: { score: 1, auditRefs: [] },
    },
    audits: {
      "total-blocking-time": metric(500, 0.5),
      "cumulative-layout-shift": metric(shift),
      "not-here": { score: null, scoreDisplayMode: "notApplicable" },
      "network-requests": {
        score: 1,
        scoreDisplayMode: "informative",
        details: {
          items: [
            { url: `${ORIGIN}/`, resourceType: "Document", transferSize: bytes },
            { url: `${ORIGIN}/a.js`, resourceType: "Other", mimeType: "text/javascript", transferSize: 10 },
            { url: "data:image/png;base64,", resourceType: "Image", transferSize: 99 },
          ],
        },
      },
    },
  };
}

function measured(figures = figuresOf(report(), ORIGIN), worstShift = 0) {
  return { page: { route: "/", address: "/" }, figures, worstShift, pictureFaults: [] };
}

describe("the pages that are measured", () => {
  test("a public route that the list forgets stops the bench, and is named", () => {
    expect(() => pagesOf([{ path: "tyres", file: "tyres.tsx" }])).toThrow("/tyres");
  });

  test("staff's pages, the API and files are no public pages", () => {
    const routes = ["admin", "login", "api/vin", "sitemap.xml"].map((path) => ({ path, file: "x.tsx" }));
    expect(pagesOf(routes)).toEqual([]);
  });

  test("a page inside layouts is found at its whole address", () => {
    const page = { path: ":id", file: "vehicle.tsx" };
    const pages = pagesOf([
      {
        file: "layout.tsx",
        children: [
          { index: true, file: "home.tsx" },
          { path: "inventory", file: "inventory.tsx", children: [page] },
        ],
      },
    ]);
    expect(pages.map(({ route }) => route)).toEqual(["/", "/inventory/:id"]);
    expect(pagesMissing(pages)).toHaveLength(PUBLIC_PAGES.length - 2);
  });
});

describe("pictures as the preload scanner finds them", () => {
  test("one first picture in a choice of sizes, the others lazy, has no fault", () => {
    expect(pictureFaults(FIRST + LAZY, LARGEST)).toEqual([]);
  });

  test("a drawing needs no choice of sizes, but a size", () => {
    expect(
      pictureFaults('<img src="/placeholder.svg" width="4" height="3" loading="lazy">', undefined),
    ).toEqual([]);
    expect(pictureFaults('<img src="/placeholder.svg" loading="lazy">', undefined)).toHaveLength(2);
  });

  test.each([
    ["not in the HTML", LAZY],
    ["the largest and lazy", FIRST.replace('"eager"', '"lazy"')],
    ["the largest and has no high priority", FIRST.replace(' fetchpriority="high"', "")],
    ["neither lazy nor", FIRST + LAZY.replace('"lazy"', '"eager"')],
    ["2 pictures are eager", FIRST + FIRST],
    ["has no width", FIRST.replace("width=", "data-width=") + LAZY],
    ["has no srcset", FIRST + LAZY.replace("srcset=", "data-srcset=")],
    ["neither AVIF nor WebP", FIRST + LAZY.replaceAll(/\d+\.webp \d+w/g, "a.jpg 320w")],
  ])("a fault is told: %s", (fault, html) => {
    expect(pictureFaults(html, LARGEST).join("\n")).toContain(fault);
  });

  test("a largest picture that is a background cannot be found by the scanner", () => {
    expect(pictureFaults(FIRST, { tag: '<div class="hero">', isPicture: true }).join()).toContain("no <img>");
  });
});

describe("a page's verdict", () => {
  test("nothing is missed by a page within its budget", () => {
    expect(missesOf(measured())).toEqual([]);
  });

  test("bytes, shifts and scores are missed one by one", () => {
    const heavy = figuresOf(report({ performance: 0.99, bytes: 151 * 1024 }), ORIGIN);
    const misses = missesOf(measured(heavy, 0.001));
    expect(misses).toEqual(["performance 99 of 100", "151.0 KB in all, at most 150", "CLS 0.0010, not 0"]);
  });

  test("a page that is not to be found is judged by its bytes, not its scores", () => {
    const page = { route: "/*", address: "/x", bytesOnly: true as const };
    expect(missesOf({ ...measured(figuresOf(report({ performance: 0.5 }), ORIGIN)), page })).toEqual([]);
  });

  test("a script is script whatever the browser asked for, and what comes with the page is no request", () => {
    const { bytes, requests } = figuresOf(report(), ORIGIN);
    expect([bytes.script, bytes.all, requests]).toEqual([10, 1034, 2]);
  });

  test("what costs points is named with its share, what does not apply has none", () => {
    expect(figuresOf(report({ performance: 0.85 }), ORIGIN).costs).toEqual([
      "performance: total-blocking-time costs 15.0 (failed)",
    ]);
  });

  test("the run in the middle counts", () => {
    const runs = [0.9, 1, 0.95].map((performance) => figuresOf(report({ performance }), ORIGIN));
    expect(middleRun(runs).scores.performance).toBe(95);
  });
});
