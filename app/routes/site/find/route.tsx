import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type PageHandle, STATIC } from "~/http/page-handle";
import { FIND_PAGE, FIND_PARAMS, MAX_ECHO } from "~/parts/find";
import { Hero } from "~/ui/layout/hero";
import { Notice } from "~/ui/layout/notice";
import { publicPage } from "~/ui/layout/public-page";
import { FindForm } from "~/ui/parts/find-form";
import { truncate } from "~/values/format";
import { AlertOffer } from "../parts/alert-offer";
import { AskUs } from "./ask-us";
import { type FindData, loadFind } from "./loader.server";
import { FoundCars, FoundParts, NearParts } from "./results";

export const handle: PageHandle = { ...STATIC, searchParams: FIND_PARAMS };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const title = data ? titleOf(data) : "Find a Part";
  return publicPage(matches, ({ business: { address } }) => ({
    path: FIND_PAGE,
    title,
    description: `Search the used auto parts on our shelf in ${address.city}, ${address.state} by part and car, with price, grade and miles.`,
  }));
};

/** What is in stock of a part for a car. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return loadFind(request, context.clientIp);
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function FindParts() {
  const found = useLoaderData<typeof loader>();
  const isAsked = found.part !== undefined || found.hasCar;
  return (
    <>
      <Hero title={titleOf(found)} kind="list">
        <FindForm input={found.input} withCar />
      </Hero>
      <div className="page grid gap-6 results">
        <div className="stack found">
          {found.problem ? <Notice tone="error" title={found.problem} role="alert" /> : null}
          {isAsked ? <Results found={found} /> : <HowToSearch found={found} />}
          {found.hasCar && !found.isUnknownCar ? <AlertOffer query={found.car} /> : null}
        </div>
        <AskUs found={found} />
      </div>
    </>
  );
}

/** `2010 Honda Accord Alternator`; a guessed part is not said as a fact. */
function titleOf({ carName, part }: Pick<FindData, "carName" | "part">): string {
  return [carName, part?.isGuess ? undefined : part?.name].filter(Boolean).join(" ") || "Find a Part";
}

function Results({ found }: { found: FindData }) {
  return (
    <>
      <FoundParts found={found} />
      <NearParts found={found} />
      <FoundCars found={found} />
    </>
  );
}

function HowToSearch({ found: { input, unknown } }: { found: FindData }) {
  return (
    <section aria-labelledby="how-to">
      <h2 id="how-to">{input.q ? "We don't know that part or car" : "Type the part and the car"}</h2>
      <p>
        {unknown.length > 0 ? `We couldn't make sense of “${truncate(unknown.join(" "), MAX_ECHO)}”. ` : null}
        In any order: the part, with its side, and the year, make and model.
      </p>
      <ul className="grid gap-2 tap-links found__examples">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <a href={`${FIND_PAGE}?${new URLSearchParams({ q: example })}`}>{example}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const EXAMPLES = ["2010 Accord alternator", "left mirror F-150 2014", "passenger headlight 2012 Camry"];
