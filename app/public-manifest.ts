/** True for a route that a public page's browser may open without loading a page: one of a `site/` folder. */
export function isPublicRoute(id: string): boolean {
  return id === "root" || /(^|\/)site\//.test(id);
}

/** Where the list of the public routes is, from where Remix's list of all routes is (vite.config.ts). */
export function publicManifestPath(manifestPath: string): string {
  return manifestPath.replace(/manifest-(?=[^/]+$)/, "public-manifest-");
}
