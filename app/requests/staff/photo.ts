import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { findRequestPhoto } from "~/requests/photos.server";
import { isValidId } from "~/values/id";

/** A photo that a visitor sent of the car that they offer. */
export const loader = staffLoader(async ({ params: { id, photo } }) => {
  const webp = isValidId(id) && isValidId(photo) ? await findRequestPhoto(id, photo) : undefined;
  if (!webp) throw new Response(null, { status: 404 });
  return new Response(new Uint8Array(webp), { headers: { "Content-Type": "image/webp" } });
});

export const action = noStaffAction;
