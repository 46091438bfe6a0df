import { config } from "~/config.server";
import { fileRoute } from "~/seo/file.server";

const HOUR = 3600;

/** Not for search engines; no public page needs them to render. */
const DISALLOWED = ["/admin", "/login", "/logout", "/api/"];

/** GET /robots.txt */
const file = fileRoute(async () => ({
  body: robots(config.PUBLIC_URL),
  type: "text/plain; charset=utf-8",
  maxAge: HOUR,
}));

export const loader = file.loader;
export const action = file.action;

function robots(publicUrl: string | undefined): string {
  const rules = ["User-agent: *", ...DISALLOWED.map((path) => `Disallow: ${path}`)];
  const sitemap = publicUrl === undefined ? [] : ["", `Sitemap: ${publicUrl}/sitemap.xml`];
  return `${[...rules, ...sitemap].join("\n")}\n`;
}
