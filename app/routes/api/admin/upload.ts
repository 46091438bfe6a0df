import { storeUpload } from "~/pictures/claims.server";
import { IMAGE_TYPE_MESSAGE } from "~/pictures/upload";
import { errorResponse } from "../json.server";
import { staffResourceRoute } from "../staff-resource.server";

/**
 * `POST /api/admin/upload`: a multipart form with the picture in `image` → 201 with `{url, public_id}` (specification,
 * section 7). Middleware has read the form (app/pictures/receive-upload.server.ts).
 */
const handlers = staffResourceRoute({
  POST: async ({ context }) => {
    if (!context.upload) return errorResponse(400, IMAGE_TYPE_MESSAGE);
    const stored = await storeUpload(context.upload);
    if (stored.ok) return Response.json({ url: stored.url, public_id: stored.publicId }, { status: 201 });
    const { status, message, retryAfter } = stored;
    return errorResponse(status, message, retryAfter === undefined ? {} : { retryAfter });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
