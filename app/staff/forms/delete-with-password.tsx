import { Link } from "@remix-run/react";
import { YourPassword } from "./your-password";

interface DeleteWithPasswordProps {
  label: string;
  /** Where Cancel leads. */
  cancelTo: string;
  /** What is wrong with the password. */
  problem: string | undefined;
}

/** The form that asks for one's own password before what can't be undone. */
export function DeleteWithPassword({ label, cancelTo, problem }: DeleteWithPasswordProps) {
  return (
    <form id="delete" className="form" method="post" noValidate>
      <YourPassword
        field={{
          ...{ id: "password", name: "password", formId: "delete", errorId: "password-error" },
          errors: problem ? [problem] : undefined,
        }}
      />
      <div className="cluster gap-2 gap-x-4">
        <button type="submit" className="button button--danger">
          {label}
        </button>
        <Link className="button button--secondary" to={cancelTo}>
          Cancel
        </Link>
      </div>
    </form>
  );
}
