import { phoneHref } from "~/business/links";
import type { FormResult } from "~/http/public-form";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";

interface NotSentProps {
  title: string;
  result: FormResult;
  /** The group and the name of the field with the visitor's message. */
  message: readonly [group: string, name: string];
}

/** A form about a vehicle or part that was sold or removed while it was typed: why it wasn't sent, and what was typed. */
export function NotSent({ title, result: { reply }, message }: NotSentProps) {
  const business = useBusiness();
  const typed = (group: string, name: string) => {
    const text = (reply.initialValue?.[group] as Record<string, unknown> | undefined)?.[name];
    return typeof text === "string" ? text : "";
  };
  const contact = ["name", "phone", "email"].map((name) => typed("customerInfo", name)).filter(Boolean);
  return (
    <Notice tone="error" title={<h2 tabIndex={-1}>{title}</h2>}>
      <p>{reply.error?.[""]?.join(" ")}</p>
      <p>
        Here's what you wrote. Call <a href={phoneHref(business)}>{business.phone}</a> or email{" "}
        <a href={`mailto:${business.email}`}>{business.email}</a>, and we'll find you one like it.
      </p>
      <textarea
        className="input input--area"
        aria-label="What you wrote"
        readOnly
        defaultValue={[contact.join(", "), typed(...message)].filter(Boolean).join("\n\n")}
      />
    </Notice>
  );
}
