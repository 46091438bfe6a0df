/** Every page that anybody may come to, the vehicles' own aside: what `sitemap.xml` lists. A test holds it against the routes. */
export const PUBLIC_PAGES = [
  "/",
  "/about",
  "/repair",
  "/parts",
  "/partsrequest",
  "/inventory",
  "/contact",
  "/privacy-policy",
  "/accessibility",
  "/partsmatrix",
] as const;
