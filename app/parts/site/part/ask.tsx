import { getFormProps, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import type { FormResult } from "~/http/public-form";
import { type CarOfSearch, plusCoreCharge } from "~/parts/finder";
import { partPath } from "~/parts/part";
import type { PublicPart } from "~/parts/parts";
import { callDirectlyMessage } from "~/requests/repair";
import { NotSent } from "~/site/layout/not-sent";
import { SendButton } from "~/site/layout/send-button";
import { Price } from "~/site/vehicles/chips";
import { VehiclePicture } from "~/site/vehicles/picture";
import { ErrorSummary, type FormField, TextArea, TextField } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { PhoneOrEmail } from "~/ui/forms/phone-or-email";
import { useReply } from "~/ui/forms/public-form";
import { Plate } from "~/ui/layout/chip";
import { useBusiness } from "~/ui/layout/use-business";

/** Every field that the form posts: the names are the API's. */
export const ASK_FIELDS = [
  "customerInfo.name",
  "customerInfo.phone",
  "customerInfo.email",
  "partDetails.additionalInfo",
  "vin",
  "vehicleInfo.year",
  "vehicleInfo.make",
  "vehicleInfo.model",
] as const;

interface Asked {
  customerInfo: { name: string; phone: string; email: string };
  partDetails: { additionalInfo: string };
  vin: string;
  vehicleInfo: { year: string; make: string; model: string };
}

interface AskProps {
  part: PublicPart;
  name: string;
  /** The car of the search that led here. */
  car: CarOfSearch;
}

/**
 * The form that asks for a part on the shelf. The page ships no React, so the form is a plain one, and `<send-in-place>` spares it
 * the reload where something is wrong.
 */
export function AskForPart(props: AskProps) {
  const result = useActionData<FormResult>();
  if (props.part.status === "Sold") return result ? <PartNotSent result={result} /> : null;
  return (
    <send-in-place class="vehicle__inquiry" id="ask">
      <section className="card stack gap-5" aria-labelledby="ask-title">
        <div className={props.part.images[0] ? "grid start pictured" : undefined}>
          {props.part.images[0] ? (
            <VehiclePicture
              className="picture"
              imageUrl={props.part.images[0].imageUrl}
              name=""
              sizes="9rem"
            />
          ) : null}
          <div className="stack gap-2">
            <h2 className="card__title" id="ask-title">
              Ask for This Part
            </h2>
            <p>{props.name}</p>
            <p className="cluster">
              <Price price={props.part.price} />{" "}
              {props.part.coreCharge ? `${plusCoreCharge(props.part.coreCharge)} ` : null}
              <Plate>{props.part.stockNumber}</Plate>
            </p>
          </div>
        </div>
        <AskForm {...props} result={result} />
      </section>
    </send-in-place>
  );
}

function AskForm({
  part,
  car: { vin, ...vehicleInfo },
  result,
}: AskProps & { result: FormResult | undefined }) {
  const { phone } = useBusiness();
  const [form, fields] = useForm<Asked, unknown, string[]>({
    id: "ask-form",
    defaultValue: { vin, vehicleInfo: { ...vehicleInfo, year: vehicleInfo.year?.toString() } },
    lastResult: useReply(result, callDirectlyMessage(phone)),
  });
  const customer = fields.customerInfo.getFieldset();
  const { additionalInfo } = fields.partDetails.getFieldset();
  const all = [customer.name, customer.phone, customer.email, additionalInfo, fields.vin];
  return (
    <form method="post" action={`${partPath(part)}#ask`} className="form wide" {...getFormProps(form)}>
      <ErrorSummary form={form} fields={all} />
      <Honeypot />
      <CarLine path={partPath(part)} fields={fields.vehicleInfo.getFieldset()} />
      <TextField field={customer.name} label="Name" autoComplete="name" />
      <PhoneOrEmail phone={customer.phone} email={customer.email} />
      <details className="vehicle-details" open={all.slice(3).some(isFilled)}>
        <summary className="tap gap-2 bold vehicle-details__summary">Add a note, or your car's VIN</summary>
        <div className="grid halves gap-5">
          <TextArea field={additionalInfo} label="Note" optional rows={2} />
          <TextField
            field={fields.vin}
            label="Your car's VIN"
            optional
            hint="We use it to check that the part fits."
            maxLength={17}
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
      </details>
      <SendButton>Send Request</SendButton>
    </form>
  );
}

/** The car that the part is asked for, as it was searched for. */
function CarLine({ path, fields }: { path: string; fields: Record<"year" | "make" | "model", FormField> }) {
  const { year, make, model } = fields;
  const said = [year, make, model].flatMap(({ name, initialValue: value }) =>
    typeof value === "string" && value ? { name, value } : [],
  );
  if (said.length === 0) return null;
  return (
    <p>
      For your <strong>{said.map(({ value }) => value).join(" ")}</strong>.{" "}
      <a href={`${path}#ask`}>It's for another car</a>
      {said.map((field) => (
        <input key={field.name} type="hidden" {...field} />
      ))}
    </p>
  );
}

function isFilled({ initialValue, errors }: FormField): boolean {
  return Boolean(initialValue || errors);
}

/** A request for a part that was sold or removed while it was typed. */
export function PartNotSent({ result }: { result: FormResult }) {
  return (
    <send-in-place class="vehicle__inquiry" id="ask">
      <NotSent title="Your request wasn't sent" result={result} message={["partDetails", "additionalInfo"]} />
    </send-in-place>
  );
}
