import { ALERT_LABELS, ALERTS_PAGE, type AlertDefaults, type AlertField, type Wish } from "~/alerts/alert";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { useHasAlerts } from "~/ui/layout/use-mail";

/**
 * What a search without a match leads to: an email when such a vehicle arrives. A plain form, which posts to the page that checks it
 * and shows it again with what is wrong: the fields of the other forms would add a tenth to this page's script.
 */
export function AlertOffer({ query: { make, model, yearFrom, yearTo } }: { query: Partial<Wish> }) {
  if (!useHasAlerts()) return null;
  const defaults = { make, model, yearFrom: yearFrom?.toString(), yearTo: yearTo?.toString() };
  return (
    <section className="card" aria-labelledby="alert-offer">
      <h3 id="alert-offer">Tell me when one arrives</h3>
      <p>
        Tell us the vehicle, and we'll email you when one like it comes into our yard. We'll send a link to
        confirm first, and every message has one to end it.
      </p>
      {/* With another search, the form begins anew with its filters. */}
      <AlertForm key={JSON.stringify(defaults)} defaults={defaults} />
    </section>
  );
}

function AlertForm({ defaults }: { defaults: AlertDefaults }) {
  const field = (name: AlertField, type = "text") => (
    <div className="field">
      <label className="field__label" htmlFor={`alert-${name}`}>
        {ALERT_LABELS[name]}
        {name.startsWith("year") ? <span className="field__optional"> (optional)</span> : null}
      </label>
      <input
        className="input"
        id={`alert-${name}`}
        name={name}
        type={type}
        inputMode={name.startsWith("year") ? "numeric" : undefined}
        autoComplete={name === "email" ? "email" : "off"}
        required={!name.startsWith("year")}
        defaultValue={defaults[name]}
      />
    </div>
  );
  return (
    <form method="post" action={ALERTS_PAGE} className="form" noValidate>
      <div className="grid halves gap-5">
        {field("make")}
        {field("model")}
      </div>
      <div className="grid halves gap-5">
        {field("yearFrom")}
        {field("yearTo")}
      </div>
      {field("email", "email")}
      <div className="honeypot" aria-hidden="true">
        <label>
          Leave this field empty
          <input type="text" name={HONEYPOT_NAME} tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
      <div className="cluster form__actions">
        <button type="submit" className="button button--secondary">
          Email me when one arrives
        </button>
      </div>
    </form>
  );
}
