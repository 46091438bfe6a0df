import { getFormProps, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { phoneHref } from "~/business/links";
import type { FormResult } from "~/http/public-form";
import { INQUIRY_ABOUTS, type InquiryAbout } from "~/requests/inquiry";
import { callDirectlyMessage } from "~/requests/repair";
import type { VehicleInquiryFields } from "~/requests/vehicle-inquiries";
import { NotSent } from "~/site/layout/not-sent";
import { SendButton } from "~/site/layout/send-button";
import { ErrorSummary, RadioGroup, TextArea, TextField } from "~/ui/forms/fields";
import { Honeypot } from "~/ui/forms/honeypot";
import { PhoneOrEmail } from "~/ui/forms/phone-or-email";
import { useReply } from "~/ui/forms/public-form";
import { useBusiness } from "~/ui/layout/use-business";
import { vehiclePath } from "~/vehicles/inventory";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";

const ABOUT_CHOICES: Record<InquiryAbout, string> = {
  question: "I have a question",
  "test-drive": "I'd like a test drive",
};

interface VehicleInquiryProps {
  vehicle: PublicRetailVehicle;
  /** What is chosen at first. */
  about: InquiryAbout;
}

/**
 * The inquiry form. A sold vehicle has no form, but says who to call. The page ships no React, so the form is a plain one, and
 * `<send-in-place>` sends it without a reload.
 */
export function VehicleInquiry({ vehicle, about }: VehicleInquiryProps) {
  const result = useActionData<FormResult>();
  if (vehicle.status !== "sold") return <InquiryForm vehicle={vehicle} about={about} result={result} />;
  return result ? <InquiryNotSent result={result} /> : <SoldLine />;
}

function InquiryForm({ vehicle, about, result }: VehicleInquiryProps & { result: FormResult | undefined }) {
  const { phone } = useBusiness();
  const [form, fields] = useForm<Pick<VehicleInquiryFields, "customerInfo" | "inquiry">, unknown, string[]>({
    id: "inquiry-form",
    lastResult: useReply(result, callDirectlyMessage(phone)),
    defaultValue: { inquiry: { about } },
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
          <PhoneOrEmail phone={customer.phone} email={customer.email} />
          <TextArea
            field={inquiry.message}
            label="Message"
            hint="Required for a question. For a test drive, tell us which day suits you."
            required={false}
          />
          <SendButton className="button button--secondary">Send Inquiry</SendButton>
        </form>
      </div>
    </InquirySection>
  );
}

/** An inquiry about a vehicle that was sold or removed while it was typed. */
export function InquiryNotSent({ result }: { result: FormResult }) {
  return (
    <InquirySection>
      <NotSent title="Your inquiry wasn't sent" result={result} message={["inquiry", "message"]} />
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
