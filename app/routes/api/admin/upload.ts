import { IMAGE_TYPE_SENTENCE } from "~/models/image-upload";
import { keepPicture } from "~/models/pictures.server";
import { answerError } from "../respond.server";
import { staffResource } from "../staff-resource.server";

/**
 * `POST /api/admin/upload`: a multipart form with the picture in `image` → 201 with `{url, public_id}` (specification,
 * section 7). The door in front has read it, for whoever may send one (app/doors/upload.server.ts).
 */
const handlers = staffResource({
  POST: async ({ context }) => {
    if (!context.upload) return answerError(400, IMAGE_TYPE_SENTENCE);
    const kept = await keepPicture(context.upload);
    if (kept.ok) return Response.json({ url: kept.url, public_id: kept.publicId }, { status: 201 });
    const { status, sentence, retryAfter } = kept;
    return answerError(status, sentence, retryAfter === undefined ? {} : { retryAfter });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
