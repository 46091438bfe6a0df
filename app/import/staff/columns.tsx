import { Form, useNavigation } from "@remix-run/react";
import type { ImportView } from "~/import/view.server";
import { Icon } from "~/ui/layout/icon";
import { DiscardForm } from "./forms";

/** The columns as they were posted, and what is wrong with them. */
export interface PostedColumns {
  problem: string;
  columns: Record<string, number>;
  kept: number[];
  changesVins: boolean;
}

/** The box that lets a known stock number have another VIN. */
export const CHANGES_VINS = "changesVins";

/** The box that keeps a column in the notes. */
export function keepField(column: number): string {
  return `keep-${column}`;
}

interface MatchColumnsProps {
  view: Pick<ImportView, "matchNote" | "hasVins" | "key">;
  columns: NonNullable<ImportView["columns"]>;
  posted: PostedColumns | undefined;
}

/** Which column of the file holds which of our fields. */
export function MatchColumns({ view, columns, posted }: MatchColumnsProps) {
  const { fields, headings, unmatched, further } = columns;
  const { kept, changesVins } = posted ?? columns;
  const isBusy = useNavigation().formData?.get("intent") === "columns";
  return (
    <section aria-labelledby="columns-title">
      <h2 id="columns-title">Match the Columns</h2>
      <p>Choose the column of your file for each of our fields. {view.matchNote}</p>
      <Form method="post" className="grid halves import__columns">
        {fields.map(({ name, label, hint, column, unfit }) => {
          const chosen = posted ? posted.columns[name] : column;
          const error = name === view.key ? posted?.problem : undefined;
          const samples = chosen === undefined ? [] : (headings[chosen]?.samples ?? []);
          return (
            <div className={error ? "field field--invalid" : "field"} key={name}>
              <label className="field__label" htmlFor={`column-${name}`}>
                {label}
              </label>
              <select
                className="input input--select"
                id={`column-${name}`}
                name={name}
                defaultValue={chosen === undefined ? "" : String(chosen)}
                aria-describedby={error ? `error-${name}` : undefined}
                aria-invalid={error ? true : undefined}
              >
                <option value="">Not in this file</option>
                {headings.map((heading, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns keep their places
                  <option key={index} value={index}>
                    {heading.name}
                    {heading.samples[0] ? `: ${heading.samples[0].slice(0, 30)}` : ""}
                  </option>
                ))}
              </select>
              {error ? (
                <p className="field__error" id={`error-${name}`} role="alert">
                  <Icon name="alert" size={18} /> {error}
                </p>
              ) : null}
              {samples.length > 0 ? <p className="note breaks">{samples.join(" · ")}</p> : null}
              {hint ? <p className="note breaks">{hint}</p> : null}
              {chosen === undefined && unfit !== undefined ? <Unfit heading={headings[unfit]} /> : null}
            </div>
          );
        })}
        {unmatched.length > 0 ? (
          <fieldset className="all-columns wide breaks">
            <legend className="field__label">Columns that match no field</legend>
            <p className="field__hint">
              Check the ones to keep in the notes, which only staff see: one line each, such as Cost: 450.
            </p>
            {unmatched.map((column) => (
              <label className="checkbox" key={column}>
                <input
                  type="checkbox"
                  name={keepField(column)}
                  value="yes"
                  defaultChecked={kept.includes(column)}
                />{" "}
                <span>
                  Keep in notes: {headings[column]?.name}
                  {headings[column]?.samples[0] ? (
                    <span className="note breaks"> {headings[column].samples[0].slice(0, 30)}</span>
                  ) : null}
                </span>
              </label>
            ))}
            {further.length > 0 ? <p>And these, which are skipped: {further.join(", ")}</p> : null}
          </fieldset>
        ) : null}
        {!view.hasVins ? null : (
          <fieldset className="all-columns wide breaks">
            <legend className="field__label">Another VIN for a stock number we have</legend>
            <p className="field__hint">
              A row like that is rejected, because it looks like a different car. A row without a VIN isn't.
            </p>
            <label className="checkbox">
              <input type="checkbox" name={CHANGES_VINS} value="yes" defaultChecked={changesVins} />{" "}
              <span>Take the VIN from the file</span>
            </label>
          </fieldset>
        )}
        <div className="cluster form__actions all-columns wide breaks">
          <button type="submit" className="button" name="intent" value="columns" disabled={isBusy}>
            Check the File
          </button>
        </div>
      </Form>
      <DiscardForm label="Discard This Import" />
    </section>
  );
}

/** A column that is named like the field, with values we do not know. */
function Unfit({ heading }: { heading: { name: string; samples: string[] } | undefined }) {
  if (!heading) return null;
  return (
    <p className="note breaks">
      Your column “{heading.name}” has values we don't know: {heading.samples.join(" · ")}. Choose it to say
      what they mean.
    </p>
  );
}
