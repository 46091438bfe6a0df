import { business } from "~/business/business.server";
import { accentStyles, accentsOf } from "~/business/look";
import { fileRoute } from "~/seo/file.server";

/** Its address changes with the colors, so this is for as long as they stay. */
const DAY = 24 * 3600;

/** GET /look.css: the owner's accent colors; 404 as long as there are none. */
const file = fileRoute(async () => {
  const accents = accentsOf(business.look);
  return accents && { body: accentStyles(accents), type: "text/css; charset=utf-8", maxAge: DAY };
});

export const loader = file.loader;
export const action = file.action;
