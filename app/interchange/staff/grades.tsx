import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { FITMENTS } from "~/interchange/fitments";
import { OFFER_GRADES } from "~/interchange/offers";
import { countOffers, type GradeCount } from "~/interchange/offers.server";
import { entryName } from "~/parts/catalog";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount } from "~/values/format";

export const meta: MetaFunction = ({ matches }) => pageTitle("How Fits Have Done", matches, "For staff.");

export const loader = staffLoader(async () => {
  const counts = await countOffers();
  return {
    grades: OFFER_GRADES.map((grade) => sumOf(grade, counts)).filter(({ offered }) => offered > 0),
    entries: counts.map(({ entryId, grade, ...numbers }) => ({
      name: `${entryName(entryId)}, ${grade}`,
      ...numbers,
    })),
  };
});

export const action = noStaffAction;

/** How parts that were offered for requests have done, by how sure it was that they fit, and by part. */
export default function GradesPage() {
  const { grades, entries } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <h1>How Fits Have Done</h1>
      <p>
        Counted from parts that were quoted on requests, and those that came back because they did not fit.{" "}
        <Link to={FITMENTS.path}>What we know fits</Link>
      </p>
      {grades.length === 0 ? (
        <p className="muted">
          Nothing yet. It counts each time someone presses Answer with this part on a request.
        </p>
      ) : (
        <>
          <Counts title="By how sure it was" heading="Grade" rows={grades} />
          <Counts title="By part" heading="Part and grade" rows={entries} />
        </>
      )}
    </main>
  );
}

interface CountsProps {
  title: string;
  heading: string;
  rows: ({ name: string } & Pick<GradeCount, "offered" | "sold" | "returned">)[];
}

function Counts({ title, heading, rows }: CountsProps) {
  const id = heading.toLowerCase().replace(/ /g, "-");
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table className="wide table">
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col" className="figure">
              Offered
            </th>
            <th scope="col" className="figure">
              Sold
            </th>
            <th scope="col" className="figure">
              Came back: does not fit
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, offered, sold, returned }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="figure">{formatCount(offered)}</td>
              <td className="figure">{formatCount(sold)}</td>
              <td className="figure">{formatCount(returned)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function sumOf(grade: GradeCount["grade"], counts: readonly GradeCount[]) {
  const own = counts.filter((count) => count.grade === grade);
  const sum = (of: "offered" | "sold" | "returned") => own.reduce((total, count) => total + count[of], 0);
  return { name: grade, offered: sum("offered"), sold: sum("sold"), returned: sum("returned") };
}
