import { business } from "~/business/business.server";
import { accentStyles, accentsOf } from "~/business/look";
import { fileRoute } from "~/seo/file.server";

/** Safe to cache, because the address changes with the colors. */
const DAY = 24 * 3600;

/** GET /look.css: the owner's accent colors; 404 as long as there are none. */
const file = fileRoute(async () => {
  const accents = accentsOf(business.look);
  return accents && { body: accentStyles(accents), type: "text/css; charset=utf-8", maxAge: DAY };
});

export const loader = file.loader;
export const action = file.action;
