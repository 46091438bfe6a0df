import { data, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import {
  checkEbayFile,
  findEbayTemplate,
  removeEbayTemplate,
  saveEbayTemplate,
  seller,
  TEMPLATE_TOO_LARGE,
} from "~/ebay/ebay.server";
import { type ColumnSource, describeColumns } from "~/ebay/listing";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { Facts } from "~/ui/layout/facts";
import { Icon } from "~/ui/layout/icon";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatCount, formatDateTime } from "~/values/format";

const PAGE = "/admin/parts/ebay";
/** How many parts that are left out are listed at once. */
const MAX_LISTED = 200;

export const meta: MetaFunction = ({ matches }) => pageTitle("Parts for eBay", matches, "For staff.");

export const loader = staffLoader(async ({ request }) => {
  const { searchParams } = new URL(request.url);
  const [template, { listed, leftOut }] = await Promise.all([
    findEbayTemplate(),
    checkEbayFile(searchParams),
  ]);
  return {
    template: template && {
      fileName: template.fileName,
      uploaded: `${formatDateTime(template.uploadedAt, business.timeZone)}, by ${template.uploadedBy}`,
      columns: describeColumns(template),
    },
    hasPublicUrl: seller().publicUrl !== undefined,
    listed,
    leftOut: leftOut.length,
    named: leftOut.slice(0, MAX_LISTED),
  };
});

export const action = staffAction(async ({ request, context, session, now }) => {
  const form = await readForm(request, ["intent"]);
  const fail = (problem: string) => data({ problem }, 400);
  if (form.get("intent") === "remove") {
    await removeEbayTemplate();
    return redirectWithToast(PAGE, { title: "The template is removed" });
  }
  const { importFile: file } = context;
  if (!file) return fail("Please choose a file");
  if (file.tooLarge) return fail(TEMPLATE_TOO_LARGE);
  const saved = await saveEbayTemplate(file, { now, by: session.user.username });
  if (!saved.ok) return fail(saved.message);
  return redirectWithToast(PAGE, { title: "The template is stored", description: file.fileName });
});

export const clientAction = keepTyped;

/** The file of parts that eBay takes: its template, then what goes into the file and what doesn't. */
export default function PartsForEbay() {
  const { template, hasPublicUrl, listed, leftOut, named } = useLoaderData<typeof loader>();
  const problem = useLastAnswer<{ problem?: string }>()?.problem;
  const { search } = useLocation();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 documents" tabIndex={-1}>
      <header>
        <h1>Parts for eBay</h1>
        <p className="lead">The parts on your shelf as a file that eBay Motors takes</p>
      </header>
      {hasPublicUrl ? null : (
        <Notice tone="error" title="eBay can't fetch your pictures">
          <p>
            The site doesn't know its own address. Set <code>PUBLIC_URL</code>, then download the file.
          </p>
        </Notice>
      )}
      {template ? <Download search={search} listed={listed} /> : null}
      {template && leftOut > 0 ? (
        <Notice
          tone="info"
          title={`${formatCount(leftOut)} available ${leftOut === 1 ? "part is" : "parts are"} left out`}
        >
          <details>
            <summary>Which, and why</summary>
            <ul className="lines-ruled documents__problems">
              {named.map(({ id, name, reason }) => (
                <li key={id}>
                  <Link to={`/admin/parts/${id}/edit`}>{name}</Link>: {reason}
                </li>
              ))}
            </ul>
            {leftOut > named.length ? <p>And {formatCount(leftOut - named.length)} more.</p> : null}
          </details>
        </Notice>
      ) : null}
      {template ? <Columns {...template} /> : null}
      <Upload problem={problem} isReplacing={template !== undefined} />
    </main>
  );
}

function Download({ search, listed }: { search: string; listed: number }) {
  if (listed === 0) return <p>No available part has a price and a picture, so there is no file yet.</p>;
  return (
    <p>
      <a className="button" href={`${PAGE}.csv${search}`} download>
        Download CSV, {listed === 1 ? "1 part" : `${formatCount(listed)} parts`}
      </a>
    </p>
  );
}

const SOURCES: Record<ColumnSource, string> = {
  part: "From the part",
  same: "The same for every part",
  template: "As in your template",
  empty: "Empty",
};

function Columns({ fileName, uploaded, columns }: TemplateView) {
  const missing = columns.filter(({ isMissing }) => isMissing);
  return (
    <section className="card" aria-labelledby="template-title">
      <h2 className="card__title" id="template-title">
        Your Template
      </h2>
      <p>
        {fileName}, {uploaded}
      </p>
      {missing.length > 0 ? (
        <Notice tone="error" title="eBay requires more than we know">
          <p>
            {missing.map(({ heading }) => heading.replace(/\(.*/, "")).join(", ")}. Enter what you want in the
            row below the headings, and upload the template again.
          </p>
        </Notice>
      ) : null}
      <Facts facts={columns.map(({ heading, source }) => [heading.replace(/\(.*/, ""), SOURCES[source]])} />
      <Form method="post" action={PAGE}>
        <button type="submit" name="intent" value="remove" className="button button--secondary">
          Remove This Template
        </button>
      </Form>
    </section>
  );
}

type TemplateView = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["template"]>;

/** A plain form: the browser sends the file. */
function Upload({ problem, isReplacing }: { problem: string | undefined; isReplacing: boolean }) {
  return (
    <form className="card form" method="post" action={PAGE} encType="multipart/form-data">
      <h2 className="card__title">{isReplacing ? "Another Template" : "Upload eBay's Template"}</h2>
      <p>
        In eBay's Seller Hub, under Reports and Uploads, download the template for new listings in your
        category, and save it as CSV. Its headings decide which columns the file has. What you enter in the
        row below them, such as your category, shipping and returns, goes into every listing.
      </p>
      <div className={problem ? "field field--invalid" : "field"}>
        <label className="field__label" htmlFor="file">
          CSV file
        </label>
        <input
          className="input"
          id="file"
          type="file"
          name="file"
          accept=".csv,.txt,text/csv,text/plain"
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "file-error" : undefined}
        />
        {problem ? (
          <p className="field__error" id="file-error" role="alert">
            <Icon name="alert" size={18} /> {problem}
          </p>
        ) : null}
      </div>
      <div className="cluster form__actions">
        <button type="submit" className="button">
          Upload Template
        </button>
      </div>
    </form>
  );
}
