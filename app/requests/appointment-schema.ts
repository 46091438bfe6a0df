import { z } from "zod";
import { comingDaySchema } from "~/values/day-schema";
import type { IsoDay } from "~/values/typed-date";
import { parseTypedTime } from "~/values/typed-time";
import { APPOINTMENT_LENGTHS } from "./appointment";

const TIME = "Please enter a time, such as 9:30 am";

/**
 * The form of an appointment, with its time in minutes after midnight.
 * @param today in the business's time zone
 */
export function appointmentFormSchema(today: IsoDay) {
  return z.object({
    day: comingDaySchema(today, MAX_DAY),
    time: z.string(TIME).transform((typed, context) => {
      const minute = parseTypedTime(typed);
      if (minute !== undefined) return minute;
      context.addIssue({ code: "custom", message: TIME });
      return z.NEVER;
    }),
    minutes: z
      .enum(APPOINTMENT_LENGTHS.map(String), "Please choose how long it takes")
      .transform((minutes) => Number(minutes)),
  });
}

/** A later year is a typing error. */
const MAX_DAY = "2100-01-01";

export type AppointmentFields = z.output<ReturnType<typeof appointmentFormSchema>>;
