import { getFormProps, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { openingHours, phoneHref } from "~/business/links";
import type { FormResult } from "~/http/public-form";
import { PRIVATE_LINK } from "~/requests/customer";
import { ABOUT_LABELS, INQUIRY_ABOUTS, INQUIRY_MESSAGES, type InquiryAbout } from "~/requests/inquiry";
import { RESPONSE_PROMISE } from "~/requests/part";
import { callDirectlyMessage } from "~/requests/repair";
import type { VehicleInquiryFields } from "~/requests/vehicle-inquiries";
import { fullVehicleName } from "~/seo/description";
import { vehiclePath } from "~/seo/vehicle-json-ld";
import { ErrorSummary, Honeypot, RadioGroup, TextArea, TextField } from "~/ui/forms/fields";
import { useReply } from "~/ui/forms/public-form";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import type { SentInquiry } from "./inquiry-result";

const ABOUT_CHOICES: Record<InquiryAbout, string> = {
  question: "I have a question",
  "test-drive": "I'd like a test drive",
};

interface VehicleInquiryProps {
  vehicle: PublicRetailVehicle;
  sent: SentInquiry | undefined;
}

/**
 * The inquiry form, or its confirmation. A sold vehicle has no form, but says whom to call. The page ships no React, so the
 * form is a plain one, and `<send-in-place>` spares it the reload.
 */
export function VehicleInquiry({ vehicle, sent }: VehicleInquiryProps) {
  const result = useActionData<FormResult>();
  if (sent) return <Submitted vehicle={vehicle} sent={sent} />;
  if (vehicle.status !== "sold") return <InquiryForm vehicle={vehicle} result={result} />;
  return result ? <InquiryNotSent result={result} /> : <SoldLine />;
}

function InquiryForm({
  vehicle,
  result,
}: Pick<VehicleInquiryProps, "vehicle"> & { result: FormResult | undefined }) {
  const { phone } = useBusiness();
  const [form, fields] = useForm<Pick<VehicleInquiryFields, "customerInfo" | "inquiry">, unknown, string[]>({
    id: "inquiry-form",
    lastResult: useReply(result, callDirectlyMessage(phone)),
    defaultValue: { inquiry: { about: "question" } },
  });
  const inquiry = fields.inquiry.getFieldset();
  const customer = fields.customerInfo.getFieldset();
  return (
    <InquirySection>
      <div className="card">
        <h2 className="card__title">Ask About This Vehicle</h2>
        <form
          method="post"
          action={`${vehiclePath(vehicle)}#inquiry`}
          className="form wide"
          {...getFormProps(form)}
        >
          <ErrorSummary
            form={form}
            fields={[inquiry.about, customer.name, customer.phone, customer.email, inquiry.message]}
          />
          <Honeypot />
          <div className="grid halves gap-5">
            <RadioGroup
              field={inquiry.about}
              legend="What would you like?"
              choices={INQUIRY_ABOUTS.map((value) => ({ value, label: ABOUT_CHOICES[value] }))}
            />
            <TextField field={customer.name} label="Name" autoComplete="name" />
          </div>
          <div className="grid halves gap-5">
            <TextField
              field={customer.phone}
              label="Phone"
              hint="Phone or email: one is enough."
              required={false}
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
            />
            <TextField
              field={customer.email}
              label="Email"
              hint="Phone or email: one is enough."
              required={false}
              type="email"
              autoComplete="email"
            />
          </div>
          <TextArea
            field={inquiry.message}
            label="Message"
            hint="Required for a question. For a test drive, tell us which day suits you."
            required={false}
          />
          {/* Shown by script. */}
          <Notice tone="error" role="alert" hidden data-failure>
            <p>{callDirectlyMessage(phone)}</p>
          </Notice>
          <div className="cluster form__actions">
            <button type="submit" className="button button--secondary" data-busy="Sending...">
              Send Inquiry
            </button>
          </div>
        </form>
      </div>
    </InquirySection>
  );
}

/** The confirmation; it stays at its own URL. */
function Submitted({ vehicle, sent: { own } }: { vehicle: PublicRetailVehicle; sent: SentInquiry }) {
  const business = useBusiness();
  return (
    <InquirySection>
      <Notice
        tone="success"
        title={
          <h2 id="inquiry-sent" tabIndex={-1}>
            {INQUIRY_MESSAGES.sent}
          </h2>
        }
      >
        <p>
          {own ? ABOUT_LABELS[own.about] : "About"}: {fullVehicleName(vehicle)}, stock # {vehicle.stockNumber}
          .
        </p>
        <p>
          {own ? (
            <>
              Your reference is <strong>{own.reference}</strong>.{" "}
            </>
          ) : null}
          You'll hear back {RESPONSE_PROMISE}. We're open {openingHours(business)}.
        </p>
        <p>
          Can't wait? Call <a href={phoneHref(business)}>{business.phone}</a>
          {own ? " and give your reference" : null}.
        </p>
        {own ? (
          <p>
            <a href={own.link}>See your request</a>, add a message or withdraw it. {PRIVATE_LINK}
          </p>
        ) : null}
        {vehicle.status === "sold" ? null : (
          <p>
            <a href={`${vehiclePath(vehicle)}#inquiry`}>Ask something else about this vehicle</a>
          </p>
        )}
      </Notice>
    </InquirySection>
  );
}

/** An inquiry about a vehicle that was sold or removed while it was typed. */
export function InquiryNotSent({ result: { reply } }: { result: FormResult }) {
  const business = useBusiness();
  const typed = (part: string, name: string) => {
    const text = (reply.initialValue?.[part] as Record<string, unknown> | undefined)?.[name];
    return typeof text === "string" ? text : "";
  };
  const contact = ["name", "phone", "email"].map((name) => typed("customerInfo", name)).filter(Boolean);
  return (
    <InquirySection>
      <Notice
        tone="error"
        title={
          <h2 id="inquiry-not-sent" tabIndex={-1}>
            Your inquiry wasn't sent
          </h2>
        }
      >
        <p>{reply.error?.[""]?.join(" ") ?? INQUIRY_MESSAGES.vehicleUnknown}</p>
        <p>
          Here's what you wrote. Call <a href={phoneHref(business)}>{business.phone}</a> or email{" "}
          <a href={`mailto:${business.email}`}>{business.email}</a>, and we'll find you one like it.
        </p>
        <textarea
          className="input input--area"
          aria-label="What you wrote"
          readOnly
          defaultValue={[contact.join(", "), typed("inquiry", "message")].filter(Boolean).join("\n\n")}
        />
      </Notice>
    </InquirySection>
  );
}

function SoldLine() {
  const business = useBusiness();
  return (
    <p className="vehicle__inquiry-sold">
      Looking for one like it? Call <a href={phoneHref(business)}>{business.phone}</a>, or{" "}
      <a href="/inventory">see what's for sale</a>.
    </p>
  );
}

/** With script, the answer to the form replaces what is in here, and the page stays. */
function InquirySection({ children }: { children: ReactNode }) {
  return (
    <send-in-place class="vehicle__inquiry" id="inquiry">
      {children}
    </send-in-place>
  );
}
