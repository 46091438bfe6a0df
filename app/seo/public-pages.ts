/** The pages in `sitemap.xml` besides the vehicles and parts. A test compares them with the routes. */
export const PUBLIC_PAGES = [
  "/",
  "/about",
  "/repair",
  "/parts",
  "/parts/find",
  "/partsrequest",
  "/inventory",
  "/sell-your-car",
  "/contact",
  "/privacy-policy",
  "/accessibility",
  "/partsmatrix",
] as const;
