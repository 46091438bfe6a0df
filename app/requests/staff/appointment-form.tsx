import { getFormProps, useForm } from "@conform-to/react";
import { Form, useLocation, useNavigation } from "@remix-run/react";
import { APPOINTMENT_LENGTHS, lengthText } from "~/requests/appointment";
import { ErrorSummary, SelectField, TextField } from "~/ui/forms/fields";
import { useReply } from "~/ui/forms/public-form";
import type { AppointmentResult, AppointmentView } from "./appointment.server";
import { EXPECTED_VERSION_FIELD } from "./work-result";

const NOT_SENT = "The appointment isn't saved. You may have lost your connection. Please try again.";

interface AppointmentFormProps {
  appointment: AppointmentView;
  /** What was posted and not applied. */
  result?: AppointmentResult | undefined;
}

/** The form that sets a repair request's appointment, and removes it. */
export function AppointmentForm({ appointment, result }: AppointmentFormProps) {
  const { action, values, expectedVersion, today, time } = appointment;
  const { pathname, search } = useLocation();
  const [form, fields] = useForm<AppointmentView["values"], unknown, string[]>({
    id: "appointment-form",
    lastResult: useReply(result, NOT_SENT),
    defaultValue: values,
  });
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form
      method="post"
      action={action === pathname ? pathname + search : action}
      className="form wide"
      {...getFormProps(form)}
    >
      <ErrorSummary form={form} fields={[fields.day, fields.time, fields.minutes]} />
      <input type="hidden" name={EXPECTED_VERSION_FIELD} value={result?.expectedVersion ?? expectedVersion} />
      <div className="grid gap-3 columns">
        <TextField field={fields.day} label="Day" type="date" min={today} />
        <TextField field={fields.time} label="Time" type="time" />
        <SelectField
          field={fields.minutes}
          label="Length"
          choices={APPOINTMENT_LENGTHS.map((minutes) => ({
            value: String(minutes),
            label: lengthText(minutes),
          }))}
        />
      </div>
      <div className="cluster gap-2">
        <button type="submit" className="button button--secondary button--small" disabled={isBusy}>
          Save appointment
        </button>
        {time ? (
          <button
            type="submit"
            name="intent"
            value="remove"
            className="button button--quiet button--small"
            disabled={isBusy}
          >
            Remove appointment
          </button>
        ) : null}
      </div>
    </Form>
  );
}
