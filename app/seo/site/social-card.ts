import { fileRoute } from "~/seo/file.server";
import { socialCard } from "~/seo/social-card.server";

const DAY = 86_400;

/** GET /social-card.jpg */
const file = fileRoute(async () => ({ body: await socialCard(), type: "image/jpeg", maxAge: DAY }));

export const loader = file.loader;
export const action = file.action;
