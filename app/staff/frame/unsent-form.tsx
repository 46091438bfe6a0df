import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { SAVED_PARAM, UNSENT_PARAM } from "~/accounts/saved-form";
import { Facts } from "~/ui/layout/facts";
import { Notice } from "~/ui/layout/notice";

/** A form as it was sent, and what was typed or chosen in it. */
interface UnsentFormProps {
  id: string;
  /** The page it was sent to. */
  path: string;
  fields: [name: string, value: string][];
  typed: (readonly [label: string, value: string])[];
}

/** A form that was sent after its session had ended, above its page: what was typed, and a button that sends it again. */
export function UnsentForm({ id, path, fields, typed }: UnsentFormProps) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  // The frame's data stays as it is from page to page.
  if (pathname !== path || params.get(UNSENT_PARAM) !== id) return null;
  const again = new URLSearchParams(params);
  again.set(SAVED_PARAM, id);
  return (
    <Notice tone="info" title="Your session had ended when you sent this" className="page screen-only">
      <p>It isn't saved yet. Check it, then send it again.</p>
      <Facts facts={typed} />
      <Form id="unsent-form" method="post" action={`${pathname}?${again}`} aria-label="Not saved yet">
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and none is ever moved
          <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="button">
          Send It Again
        </button>
      </Form>
    </Notice>
  );
}
