import type { LoaderFunctionArgs } from "@remix-run/node";
import { CALENDAR_FILE } from "~/requests/appointment";
import { customerCalendarFile } from "~/requests/appointment.server";
import { findBookedRequest } from "~/requests/customer.server";
import { CALENDAR_TYPE } from "~/values/calendar-file.server";

/** The calendar file of a customer's appointment, behind the same private link as their page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  const booked = await findBookedRequest(key, new Date());
  if (!booked) throw new Response(null, { status: 404 });
  return new Response(customerCalendarFile(booked), {
    headers: {
      "Content-Type": CALENDAR_TYPE,
      "Content-Disposition": `attachment; filename="${CALENDAR_FILE}"`,
    },
  });
}
