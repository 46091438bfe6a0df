import { ALERTS_PAGE, type Wish, wishName } from "~/alerts/alert";
import { Honeypot } from "~/ui/forms/honeypot";
import { useHasAlerts } from "~/ui/layout/use-mail";

/**
 * What a search without a match leads to: an email when such a vehicle comes in. A plain form, which posts to the page that checks it
 * and shows it again with what is wrong: the fields of the other forms would add a tenth to this page's script.
 */
export function AlertOffer({ query: { make, model, yearFrom, yearTo } }: { query: Partial<Wish> }) {
  const known = Object.entries({ make, model, yearFrom, yearTo }).flatMap(([name, value]) =>
    value ? [[name, String(value)] as [string, string]] : [],
  );
  if (!useHasAlerts()) return null;
  if (!make || !model)
    return (
      <p>
        <a href={`${ALERTS_PAGE}?${new URLSearchParams(known)}`}>Email me when one comes in</a>
      </p>
    );
  return (
    <section className="card" aria-labelledby="alert-offer">
      <h3 id="alert-offer">Email me when one comes in</h3>
      <p>
        {wishName({ make, model, yearFrom, yearTo })}. We'll send a link to confirm first. Unsubscribe
        anytime.
      </p>
      <form method="post" action={ALERTS_PAGE} className="form" noValidate>
        {known.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="field">
          <label className="field__label" htmlFor="alert-email">
            Email
          </label>
          <input className="input" id="alert-email" name="email" type="email" autoComplete="email" required />
        </div>
        <Honeypot />
        <div className="cluster form__actions">
          <button type="submit" className="button button--secondary">
            Email Me
          </button>
        </div>
      </form>
    </section>
  );
}
