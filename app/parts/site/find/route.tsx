import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type PageHandle, STATIC } from "~/http/page-handle";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { type FoundStock, findStock } from "~/parts/find-stock.server";
import { FIND_PAGE, FIND_PARAMS, type FindInput, readFindInput } from "~/parts/finder";
import { findVin } from "~/parts/finder.server";
import type { ModelLink } from "~/parts/models";
import { listTopModels } from "~/parts/models.server";
import type { Shelf } from "~/parts/shelf";
import { findShelf } from "~/parts/shelf.server";
import { findNumberedPage } from "~/parts/stock-number-search.server";
import { Hero } from "~/site/layout/hero";
import { inTown, publicPage } from "~/site/layout/public-page";
import { AlertOffer } from "~/site/parts/alert-offer";
import { FindForm } from "~/site/parts/find-form";
import { ModelLinks } from "~/site/parts/model-links";
import { SystemLinks } from "~/site/parts/shelf-sections";
import { Notice } from "~/ui/layout/notice";
import { lookUpVin } from "~/vin/lookup.server";
import { isValidVin, stripVin, VIN_LENGTH } from "~/vin/validate";
import { AskUs } from "./ask-us";
import { FoundCars, FoundParts, HowToSearch, NearParts } from "./results";

export const handle: PageHandle = { ...STATIC, searchParams: FIND_PARAMS };

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => {
  const searched = found && searchedFor(found);
  return publicPage(matches, ({ business: { address } }) => ({
    path: FIND_PAGE,
    title: searched
      ? [searched, " | Used Parts", inTown({ address })]
      : [`Find a Used Part${inTown({ address })}`],
    description: `Search the used auto parts on our shelf in ${address.city}, ${address.state} by part and car, with price, grade and miles.`,
  }));
};

/** What is in stock of a part for a car. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const now = new Date();
  const input = readFindInput(new URL(request.url).searchParams);
  const numbered = await findNumberedPage(input.q ?? "", now);
  if (numbered) throw redirect(numbered);
  const typedVin = await findVin(input, now);
  const vin = typedVin && stripVin(typedVin);
  const { examples, systems } = await findShelf();
  const shown = { examples, systems, models: await listTopModels() };
  if (vin === undefined)
    return data({ ...(await findStock(input, now)), input, ...shown, problem: undefined });
  const slip = describeVinSlip(vin);
  const { car, problem = undefined } = slip ? { problem: slip } : await decodeCar(vin, context.clientIp);
  // Until the VIN is right, nobody knows which car is meant. The fields for the car stay as they were typed: another VIN is another car's.
  const found = await findStock(car ? { ...input, ...car, vin } : {}, now);
  // A VIN names one customer's car, so its page stays out of caches and search engines.
  const headers = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
  return data({ ...found, input: { ...input, vin }, ...shown, problem }, { headers });
}

/** What is wrong with a VIN; undefined if it may be one. */
function describeVinSlip(vin: string): string | undefined {
  if (isValidVin(vin)) return undefined;
  if (vin.length < VIN_LENGTH) return "That VIN isn't complete: it has 17 letters and numbers.";
  if (vin.length > VIN_LENGTH)
    return `That VIN is too long: you typed ${vin.length} letters and numbers, and a VIN has 17.`;
  return `That VIN has the letter ${/[IOQ]/.exec(vin)?.[0]}, and no VIN has an I, O, or Q: try a 1 or a 0 there.`;
}

/** The car of a VIN, or why it can't be determined. */
async function decodeCar(vin: string, clientIp: string): Promise<{ car: FindInput; problem?: string }> {
  const limit = await consumeRateLimit("vinDecode", clientIp);
  const result = limit.ok ? (await lookUpVin(vin)).result : undefined;
  if (!result || !("vehicleInfo" in result) || !result.vehicleInfo.make)
    return { car: {}, problem: "We couldn't read that VIN. Please type year, make and model instead." };
  const { year, make, model } = result.vehicleInfo;
  return { car: { year, make, model } };
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function FindParts() {
  const found = useLoaderData<typeof loader>();
  const isAsked = found.part !== undefined || found.hasCar;
  return (
    <>
      <Hero title={titleOf(found)} kind="list">
        <FindForm input={found.input} withCar example={found.examples[0]} />
      </Hero>
      <div className="page grid gap-6 start results">
        <div className="stack gap-8">
          {found.problem ? <Notice tone="error" title={found.problem} role="alert" /> : null}
          {isAsked ? (
            <Results found={found} />
          ) : found.problem ? null : (
            <HowToSearch found={found} q={found.input.q} examples={found.examples} />
          )}
          {isAsked && found.total > 0 ? null : <WholeShelf {...found} />}
        </div>
        {/* If nothing was found, that comes first. */}
        {found.total > 0 || !(isAsked || found.input.q) ? <AskUs found={found} /> : null}
      </div>
    </>
  );
}

/** If nothing was found, or nothing asked for yet: all there is, by system and by car. */
function WholeShelf({ systems, models }: { systems: Shelf["systems"]; models: ModelLink[] }) {
  if (systems.length === 0) return null;
  return (
    <>
      <nav className="stack gap-3" aria-labelledby="by-system">
        <h2 id="by-system">Parts by System</h2>
        <SystemLinks systems={systems} />
      </nav>
      <ModelLinks title="Parts by Car" links={models} />
    </>
  );
}

function titleOf(found: Pick<FoundStock, "carName" | "part">): string {
  return searchedFor(found) || "Find a Part";
}

/** `2010 Honda Accord Alternator`, or nothing; a guessed part is not said as a fact. */
function searchedFor({ carName, part }: Pick<FoundStock, "carName" | "part">): string {
  return [carName, part?.isGuess ? undefined : part?.name].filter(Boolean).join(" ");
}

function Results({ found }: { found: FoundStock }) {
  return (
    <>
      <FoundParts found={found} />
      {found.total === 0 && found.hasCar && !found.isUnknownCar ? <AlertOffer query={found.car} /> : null}
      <NearParts found={found} />
      <FoundCars found={found} />
    </>
  );
}
