/** The pages in `sitemap.xml` besides the vehicles. A test compares them with the routes. */
export const PUBLIC_PAGES = [
  "/",
  "/about",
  "/repair",
  "/parts",
  "/parts/find",
  "/partsrequest",
  "/inventory",
  "/contact",
  "/privacy-policy",
  "/accessibility",
  "/partsmatrix",
] as const;

/** The pages that are in no sitemap: those of one visitor, and those that are there only where mail is set up. */
export const UNLISTED_PAGES = ["/alerts", "/your-alert", "/your-request"] as const;
