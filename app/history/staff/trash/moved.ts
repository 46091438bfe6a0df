import { redirect } from "@remix-run/node";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { TRASH_PAGE } from "~/history/change";

/** The trash's address in version 1, `/admin/bin`, which staff may have kept. */
export const loader = staffLoader(({ request }) => {
  const { pathname, search } = new URL(request.url);
  return redirect(pathname.replace(/^\/admin\/bin/i, TRASH_PAGE) + search, 301);
});

export const action = noStaffAction;
