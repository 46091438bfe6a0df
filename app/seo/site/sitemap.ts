import { config } from "~/config.server";
import { fileRoute } from "~/seo/file.server";
import { renderSitemap } from "~/seo/sitemap.server";

/** Short, so that a sold vehicle soon leaves search engines. */
const MAX_AGE = 300;

/** GET /sitemap.xml. Without PUBLIC_URL there is none. */
const file = fileRoute(async () =>
  config.PUBLIC_URL === undefined
    ? undefined
    : {
        body: await renderSitemap(config.PUBLIC_URL),
        type: "application/xml; charset=utf-8",
        maxAge: MAX_AGE,
      },
);

export const loader = file.loader;
export const action = file.action;
