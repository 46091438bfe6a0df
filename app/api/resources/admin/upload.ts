import { errorResponse } from "~/api/resources/json.server";
import { staffResourceRoute } from "~/api/resources/staff-resource.server";
import { IMAGE_TYPE_MESSAGE } from "~/pictures/upload";

/**
 * `POST /api/admin/upload`: a multipart form with the picture in `image` → 201 with `{url, public_id}`.
 * Middleware has stored it while it read the form (app/pictures/receive-upload.server.ts).
 */
const handlers = staffResourceRoute({
  POST: async ({ context }) => {
    const [stored] = context.uploads ?? [];
    if (!stored) return errorResponse(400, IMAGE_TYPE_MESSAGE);
    if (stored.ok) return Response.json({ url: stored.url, public_id: stored.publicId }, { status: 201 });
    const { status, message, retryAfter } = stored;
    return errorResponse(status, message, retryAfter === undefined ? {} : { retryAfter });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
