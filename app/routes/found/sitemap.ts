import { config } from "~/config.server";
import { writeSitemap } from "~/models/sitemap.server";
import { fileRoute } from "./file.server";

/** A vehicle just sold should not be looked for much longer. */
const MAX_AGE = 300;

/** GET /sitemap.xml. A site that does not know its outside address has none. */
const file = fileRoute(async () =>
  config.PUBLIC_URL === undefined
    ? undefined
    : {
        body: await writeSitemap(config.PUBLIC_URL),
        type: "application/xml; charset=utf-8",
        maxAge: MAX_AGE,
      },
);

export const loader = file.loader;
export const action = file.action;
