import { HONEYPOT_NAME } from "~/http/honeypot";

/** A field that people cannot see or reach by keyboard, to catch robots. */
export function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Leave this field empty
        <input type="text" name={HONEYPOT_NAME} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
