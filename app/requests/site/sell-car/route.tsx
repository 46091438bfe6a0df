import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { retryAfterHeader } from "~/http/form.server";
import type { PageHandle } from "~/http/page-handle";
import type { FormResult } from "~/http/public-form";
import { vehicleName } from "~/requests/fields";
import { OFFERED_CAR_MESSAGES, SELL_CAR_PAGE, whatToBring } from "~/requests/offered-car";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { responsePromise, SENT } from "~/requests/part";
import { findSent } from "~/requests/sent.server";
import { ContactLines } from "~/site/layout/contact-lines";
import { Hero } from "~/site/layout/hero";
import { inTown, publicPage } from "~/site/layout/public-page";
import { SentScreen } from "~/site/layout/sent-screen";
import { SidePanel } from "~/site/layout/side-panel";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import drawing from "~/ui/illustrations/sell-car.svg?raw";
import { useBusiness } from "~/ui/layout/use-business";
import { sendOfferedCar } from "./action.server";
import { SellCarForm } from "./sell-car-form";

/** Not cacheable: the form has a unique key. */
export const handle: PageHandle = { static: true };

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, ({ business: { name, address } }) => ({
    path: SELL_CAR_PAGE,
    title: ["Sell Us Your Car", inTown({ address })],
    description: `${name} in ${address.city}, ${address.state} buys cars, running or not, with or without a title. Tell us about yours and get an offer.`,
  }));

/** `sent` is the car that was just offered: the URL has the key of its customer's link. */
export async function loader({ request }: LoaderFunctionArgs) {
  const key = new URL(request.url).searchParams.get(SENT) ?? "";
  const found = await findSent(OFFERED_CARS, key, new Date());
  const car = found && (vehicleName(found.request.vehicleInfo) || "Your car");
  const bring = whatToBring(found?.request.carInfo.title);
  return data(
    { idempotencyKey: randomUUID(), sent: found && { ...found.sent, car, bring } },
    { headers: found ? { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" } : {} },
  );
}

export const headers: HeadersFunction = (responses) => ({
  ...Object.fromEntries(responses.loaderHeaders),
  ...retryAfterHeader(responses),
});

export const action = (args: ActionFunctionArgs) => sendOfferedCar(args);

/** Visitors offer us a car, and get an offer on their private page. */
export default function SellCar() {
  const { idempotencyKey, sent } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const business = useBusiness();
  if (sent) {
    return (
      <SentScreen
        title={OFFERED_CAR_MESSAGES.sent}
        lead={`We'll look at what you sent us and make you an offer, ${responsePromise(business)}.`}
        noun="Car offer"
        own={sent}
        facts={[["You offered us", <strong key="car">{sent.car}</strong>]]}
        steps={[
          <>
            <strong>We call you{sent.due ? ` by ${sent.due}` : ""}</strong>, or put an offer on your private
            page.
          </>,
          "Take it or leave it. The offer is free.",
          `We set a time and place. ${sent.bring} We pay you and take the car.`,
        ]}
      />
    );
  }
  return (
    <>
      <Hero title="Sell Us Your Car" kind="list" illustration={<HeroIllustration svg={drawing} />}>
        <p>
          Running or not, whole or wrecked: tell us what you have, and we'll make you an offer{" "}
          {responsePromise(business)}.
        </p>
      </Hero>
      <div className="page">
        <div className="grid gap-6 start results">
          <div className="card">
            <SellCarForm result={result} idempotencyKey={idempotencyKey} />
          </div>
          <SidePanel id="how-it-works" title="How It Works">
            <div className="prose">
              <ol>
                <li>You tell us about the car. Photos from your phone help us offer more.</li>
                <li>We call you or put our offer on your private page. It's free.</li>
                <li>Take it or leave it. If you take it, we pay you and take the car.</li>
              </ol>
            </div>
            <h2 className="card__title">Prefer to call?</h2>
            <p>Have the VIN or the year, make and model ready.</p>
            <ContactLines business={business} lines={["phone", "hours", "address"]} />
          </SidePanel>
        </div>
      </div>
    </>
  );
}
