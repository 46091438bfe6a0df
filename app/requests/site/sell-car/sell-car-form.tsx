import { getFormProps, useForm } from "@conform-to/react";
import type { FormResult } from "~/http/public-form";
import { IMAGE_TYPES } from "~/pictures/upload";
import {
  HAS_TITLE,
  HAS_TITLE_KEYS,
  KEPT_OFFER_PHOTOS,
  MAX_OFFER_PHOTOS,
  OFFER_PHOTO_FIELD,
  RUNS,
  RUNS_KEYS,
  SELL_CAR_PAGE,
} from "~/requests/offered-car";
import type { OfferedCarFields } from "~/requests/offered-cars";
import { callDirectlyMessage } from "~/requests/repair";
import { SendButton } from "~/site/layout/send-button";
import { CheckInPlace } from "~/ui/forms/check-in-place";
import {
  Checkbox,
  ErrorSummary,
  FieldErrors,
  type FormField,
  RadioGroup,
  TextArea,
  TextField,
} from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { IdempotencyKey, useReply } from "~/ui/forms/public-form";
import { VinCamera } from "~/ui/forms/vin-camera";
import { YearMakeModel } from "~/ui/forms/year-make-model";
import { useBusiness } from "~/ui/layout/use-business";
import builtChecks from "../../../../build/elements/sell-car-checks.js?url";
import builtShrink from "../../../../build/elements/shrink-photos.js?url";

const [checks, shrinkPhotos] = import.meta.env.DEV
  ? ["/app/requests/site/sell-car/checks.ts", "/app/ui/elements/shrink-photos.ts"]
  : [builtChecks, builtShrink];

const RUNS_CHOICES = RUNS_KEYS.map((value) => ({ value, label: RUNS[value] }));
const TITLE_CHOICES = HAS_TITLE_KEYS.map((value) => ({ value, label: HAS_TITLE[value] }));

interface SellCarFormProps {
  result: FormResult | undefined;
  idempotencyKey: string;
}

type Typed = Pick<OfferedCarFields, "vin" | "vehicleInfo" | "carInfo" | "customerInfo"> & {
  [OFFER_PHOTO_FIELD]?: string;
};

/**
 * What we need to know to make an offer. The page ships no React, so the form is a plain one that `<check-in-place>` checks. It is sent as a
 * document, because photos take longer than a request of the page's script may.
 */
export function SellCarForm({ result, idempotencyKey }: SellCarFormProps) {
  const { phone } = useBusiness();
  const lastResult = useReply(result, callDirectlyMessage(phone));
  const [form, fields] = useForm<Typed, unknown, string[]>({ id: "sell-car-form", lastResult });
  const vehicle = fields.vehicleInfo.getFieldset();
  const car = fields.carInfo.getFieldset();
  const customer = fields.customerInfo.getFieldset();
  const photo = fields[OFFER_PHOTO_FIELD];
  const kept = KEPT_OFFER_PHOTOS.flatMap((name) => {
    const id = lastResult?.initialValue?.[name];
    return typeof id === "string" && id ? [{ name, id }] : [];
  });
  return (
    <CheckInPlace formId={form.id} checks={checks}>
      <form
        method="post"
        action={SELL_CAR_PAGE}
        encType="multipart/form-data"
        className="form wide"
        {...getFormProps(form)}
      >
        <ErrorSummary
          form={form}
          fields={[
            ...[fields.vin, vehicle.year, vehicle.make, vehicle.model, vehicle.mileage],
            ...[car.location, car.runs, car.title, photo, car.message],
            ...[customer.name, customer.phone, customer.email],
          ]}
        />
        <IdempotencyKey reply={lastResult} fresh={idempotencyKey} />
        <Honeypot />
        <h2>Your Car</h2>
        <TextField
          field={fields.vin}
          label="VIN"
          hint="17 letters and numbers, on the dash at the windshield or on your registration. No VIN at hand? Year, make and model are enough."
          className="field--vin"
          required={false}
          autoCapitalize="characters"
          spellCheck={false}
          data-vin=""
        />
        <VinCamera inputId={fields.vin.id} />
        <div className="grid pair gap-5">
          <YearMakeModel year={vehicle.year} make={vehicle.make} model={vehicle.model} />
          <TextField field={vehicle.mileage} label="Mileage" optional inputMode="numeric" />
        </div>
        <TextField
          field={car.location}
          label="Where is the car?"
          hint="City or ZIP code. If it needs a tow, the street too."
        />
        <h2>Its Condition</h2>
        <div className="grid halves gap-5">
          <RadioGroup field={car.runs} legend="Does it run?" choices={RUNS_CHOICES} />
          <RadioGroup field={car.title} legend="Do you have the title?" choices={TITLE_CHOICES} />
        </div>
        <KeptPhotos kept={kept} />
        <Photos field={photo} hasKept={kept.length > 0} />
        <TextArea
          field={car.message}
          label="What else should we know?"
          hint="Damage, missing parts, a price you have in mind."
          optional
          rows={3}
        />
        <h2>How to Reach You</h2>
        <div className="grid halves gap-5">
          <TextField field={customer.name} label="Name" autoComplete="name" />
          <TextField field={customer.phone} label="Phone" type="tel" inputMode="tel" autoComplete="tel" />
        </div>
        <TextField
          field={customer.email}
          label="Email"
          hint="So we can email you too."
          optional
          type="email"
          autoComplete="email"
        />
        <SendButton>Get an Offer</SendButton>
      </form>
    </CheckInPlace>
  );
}

/** The photos that have arrived with a form that came back, each with a box to clear. */
function KeptPhotos({ kept }: { kept: readonly { name: string; id: string }[] }) {
  if (kept.length === 0) return null;
  return (
    <fieldset className="field">
      <legend className="field__label">
        {kept.length === 1 ? "1 photo has arrived" : `${kept.length} photos have arrived`}
      </legend>
      <p className="field__hint">Clear the box of one that you don't want to send.</p>
      {kept.map(({ name, id }, position) => (
        <Checkbox key={name} label={`Photo ${position + 1}`} name={name} value={id} defaultChecked />
      ))}
    </fieldset>
  );
}

/** Photos that are taken now or chosen. */
function Photos({ field, hasKept }: { field: FormField; hasKept: boolean }) {
  const hintId = `${field.id}-hint`;
  return (
    <div className={`field ${field.errors ? "field--invalid" : ""}`}>
      <label className="field__label" htmlFor={field.id}>
        Photos<span className="field__optional"> (optional)</span>
      </label>
      <p className="field__hint" id={hintId}>
        Up to {MAX_OFFER_PHOTOS}: each side, inside, and any damage. Only our staff see them, until we buy the
        car.
        {hasKept ? " Choose only those that are missing." : ""}
      </p>
      <shrink-photos class="grid">
        <input
          className="input"
          type="file"
          id={field.id}
          name={field.name}
          accept={IMAGE_TYPES.join(",")}
          multiple
          aria-invalid={field.errors ? true : undefined}
          aria-describedby={[hintId, field.errors ? field.errorId : ""].filter(Boolean).join(" ")}
        />
      </shrink-photos>
      <script type="module" src={shrinkPhotos} />
      <FieldErrors field={field} />
    </div>
  );
}
