import type { FormResult } from "~/http/public-form";
import { ContactLines } from "~/site/layout/contact-lines";
import { SidePanel } from "~/site/layout/side-panel";
import { useBusiness } from "~/ui/layout/use-business";
import { CallbackForm } from "./callback-form";

interface CallbackProps {
  result: FormResult | undefined;
  idempotencyKey: string;
}

/** The callback form, and how to call instead. */
export function Callback({ result, idempotencyKey }: CallbackProps) {
  const business = useBusiness();
  return (
    <section className="section" id="callback" aria-labelledby="callback-title">
      <div className="page grid gap-8 start callback__columns">
        <div className="panel stack callback__main">
          <h2 id="callback-title">Request a Callback</h2>
          <p className="lead">Leave your name and how to reach you. We'll take it from there.</p>
          <CallbackForm result={result} idempotencyKey={idempotencyKey} />
        </div>
        <SidePanel id="call-us" title="Want to talk now?">
          <ContactLines business={business} lines={["phone", "hours"]} />
        </SidePanel>
      </div>
    </section>
  );
}
