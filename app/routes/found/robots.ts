import { config } from "~/config.server";
import { fileRoute } from "./file.server";

const HOUR = 3600;

/** What is nobody's to find; every page is drawn by the server, so nothing of it is needed to draw one. */
const KEPT_OUT = ["/admin", "/login", "/logout", "/api/"];

/** GET /robots.txt */
const file = fileRoute(async () => ({
  body: robots(config.PUBLIC_URL),
  type: "text/plain; charset=utf-8",
  maxAge: HOUR,
}));

export const loader = file.loader;
export const action = file.action;

function robots(publicUrl: string | undefined): string {
  const rules = ["User-agent: *", ...KEPT_OUT.map((path) => `Disallow: ${path}`)];
  const sitemap = publicUrl === undefined ? [] : ["", `Sitemap: ${publicUrl}/sitemap.xml`];
  return `${[...rules, ...sitemap].join("\n")}\n`;
}
