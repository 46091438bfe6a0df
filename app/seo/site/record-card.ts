import { findCard } from "~/seo/card-facts.server";
import { fileRoute } from "~/seo/file.server";
import { isCardKind, recordCard } from "~/seo/record-card.server";
import { isValidId } from "~/values/id";
import { idInSegment } from "~/values/record-path";

const HOUR = 3600;

/** GET /social-card/vehicle/01J…-1f3a5c7e.jpg: the card of a record as it is now, whatever version its address names. */
const file = fileRoute(async ({ kind, file }) => {
  const id = idInSegment(file?.replace(/\.jpg$/, ""));
  const card = isCardKind(kind) && isValidId(id) ? await findCard(kind, id) : undefined;
  if (!card) return undefined;
  const body = await recordCard(card);
  if (body) return { body, type: "image/jpeg", maxAge: HOUR };
  throw new Response("Too many pictures are being drawn.\n", {
    status: 503,
    headers: { "Retry-After": "5", "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" },
  });
});

export const loader = file.loader;
export const action = file.action;
