import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ALERT_PAGE, ALERTS_PAGE, MAX_ALERTS, wishName } from "~/alerts/alert";
import { areAlertsOn, confirmAlert, endAlert, expiryOf, findAlert } from "~/alerts/alert.server";
import { readAlertKey } from "~/alerts/link.server";
import { business } from "~/business/business.server";
import { readForm } from "~/http/form.server";
import type { PageHandle } from "~/http/page-handle";
import { Notice } from "~/ui/layout/notice";
import { unlistedPage } from "~/ui/layout/page-title";
import { formatDayInTimeZone } from "~/values/format";
import { getParam } from "~/values/query-params";

/** What a mail program's Unsubscribe button posts (RFC 8058). */
const ONE_CLICK = ["List-Unsubscribe", "One-Click"] as const;

export const handle: PageHandle = { static: true };

export const meta: MetaFunction = ({ matches }) => unlistedPage("Your Alert", matches);

/** Opening a link changes nothing, because mail scanners open every link. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  if (!areAlertsOn()) throw new Response(null, { status: 404 });
  const id = readAlertKey(getParam(searchParams, "key"));
  const alert = id && (await findAlert(id, new Date()));
  if (alert) {
    const endsOn = formatDayInTimeZone(expiryOf(alert), business.timeZone);
    return data({
      alert: { wish: wishName(alert), isConfirmed: alert.confirmedAt !== null, endsOn },
      isEnded: false,
    });
  }
  const isEnded = searchParams.has("ended");
  return data({ alert: undefined, isEnded }, isEnded ? 200 : 404);
}

/** The link's key is what allows it: no cookie is needed. */
export async function action({ request }: ActionFunctionArgs) {
  if (!areAlertsOn()) throw new Response(null, { status: 404 });
  const form = await readForm(request, ["intent", ONE_CLICK[0]]);
  const key = getParam(new URL(request.url).searchParams, "key");
  const id = readAlertKey(key);
  if (!id) return data({ problem: undefined, isEnded: false }, 404);
  if (form.get(ONE_CLICK[0]) === ONE_CLICK[1]) {
    await endAlert(id, new Date());
    // No redirect, which RFC 8058 forbids.
    return data({ problem: undefined, isEnded: true }, 200);
  }
  if (form.get("intent") === "end") {
    await endAlert(id, new Date());
    return redirect(`${ALERT_PAGE}?ended=1`, 303);
  }
  if (form.get("intent") !== "confirm") throw new Response(null, { status: 400 });
  if ((await confirmAlert(id, new Date())) === "too-many") {
    const problem = `Your address already has ${MAX_ALERTS} alerts, the most it can have. End one of them with the link in its email, then press “Yes, tell me” again.`;
    return data({ problem, isEnded: false }, 409);
  }
  return redirect(`${ALERT_PAGE}?${new URLSearchParams({ key })}`, 303);
}

/** One alert, for anyone with its link: to confirm it, to renew it for a year, and to end it. Plain forms, without React. */
export default function YourAlert() {
  const { alert, isEnded } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="page page--narrow section stack">
      {result?.problem ? (
        <Notice tone="error" role="alert">
          <p>{result.problem}</p>
        </Notice>
      ) : null}
      {alert ? <Alert alert={alert} /> : <Ended isDeleted={isEnded || result?.isEnded === true} />}
    </div>
  );
}

function Alert({ alert }: { alert: { wish: string; isConfirmed: boolean; endsOn: string } }) {
  const { wish, isConfirmed, endsOn } = alert;
  if (isConfirmed) {
    return (
      <>
        <h1>Your alert is on</h1>
        <p className="lead">
          We'll email you when this arrives: <strong>{wish}</strong>.
        </p>
        <p>
          It ends on {endsOn}. Still looking? Renew it for a year from today. Found one, or changed your mind?
          End it now.
        </p>
        <form method="post" className="cluster">
          <button type="submit" className="button" name="intent" value="confirm">
            {" "}
            Renew for a year{" "}
          </button>{" "}
          <button type="submit" className="button button--secondary" name="intent" value="end">
            End this alert
          </button>
        </form>
      </>
    );
  }
  return (
    <>
      <h1>Confirm your alert</h1>
      <p className="lead">
        Should we email you when one of these comes in? <strong>{wish}</strong>
      </p>
      <form method="post" className="cluster">
        <button type="submit" className="button" name="intent" value="confirm">
          Yes, tell me
        </button>{" "}
        <button type="submit" className="button button--secondary" name="intent" value="end">
          No, delete my address
        </button>
      </form>
    </>
  );
}

function Ended({ isDeleted }: { isDeleted: boolean }) {
  return (
    <>
      <h1>{isDeleted ? "Your alert has ended" : "There's no alert here"}</h1>
      <p className="lead">
        {isDeleted
          ? "We've deleted it with your email address, and won't send anything more about it."
          : "It has ended, or the link is incomplete. Try the whole link from the message, or ask again."}
      </p>
      <p className="cluster">
        <a className="button" href="/parts">
          See our vehicles
        </a>{" "}
        <a className="button button--secondary" href={ALERTS_PAGE}>
          Tell me when one arrives
        </a>
      </p>
    </>
  );
}
