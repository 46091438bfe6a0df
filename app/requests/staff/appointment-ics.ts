import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { CALENDAR_FILE } from "~/requests/appointment";
import { staffCalendarFile } from "~/requests/appointment.server";
import { findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { CALENDAR_TYPE } from "~/values/calendar-file.server";
import { isValidId } from "~/values/id";

/** The calendar file of a repair request's appointment. */
export const loader = staffLoader(async ({ params: { id } }) => {
  const request = isValidId(id) ? await findRequest(REPAIR_REQUESTS, id) : undefined;
  const appointment = request?.appointment;
  if (!request || !appointment) throw new Response(null, { status: 404 });
  const url = toAbsoluteUrl(config.PUBLIC_URL, `${REPAIR_REQUESTS.path}/${request._id}`);
  return new Response(staffCalendarFile({ ...request, appointment }, url), {
    headers: {
      "Content-Type": CALENDAR_TYPE,
      "Content-Disposition": `attachment; filename="${CALENDAR_FILE}"`,
    },
  });
});

export const action = noStaffAction;
