import { Form } from "@remix-run/react";
import { VERDICTS } from "~/interchange/verdicts";
import { Icon } from "~/ui/layout/icon";
import type { PartReply } from "./detail.server";
import type { Fits } from "./fits.server";

interface WhatItFitsProps {
  fits: Fits;
  /** The answer to a word that was not kept. */
  reply: PartReply | undefined;
  mayChange: boolean;
}

/** What a part fits: our own word, what was said of other years of its car, what the interchange knows, and a form to say it. */
export function WhatItFits({ fits: { known, said, likely }, reply, mayChange }: WhatItFitsProps) {
  return (
    <section className="stack gap-3" aria-labelledby="what-it-fits">
      <h2 id="what-it-fits">What it fits</h2>
      {known.length === 0 && likely.length === 0 ? (
        <p className="muted">Only its own car and year are known.</p>
      ) : null}
      <ul className="stack gap-2">
        {known.map(({ name, verdict, source }) => (
          <li key={name}>
            <strong>{verdict === "fits" ? "Confirmed here" : "Does not fit"}:</strong> {name}{" "}
            <span className="note">({source})</span>
          </li>
        ))}
        {likely.map(({ name, reason }) => (
          <li key={name + reason}>
            {name} <span className="note">{reason}</span>
          </li>
        ))}
      </ul>
      {mayChange && said.length > 0 ? (
        <>
          <h3>Noted for other years of this car</h3>
          <ul className="stack gap-2">
            {said.map(({ from, name, car, verdict, source }) => (
              <li className="cluster gap-2 gap-x-4" key={from + name}>
                <span>
                  From a {from}: {verdict === "fits" ? "fits" : "does not fit"} a {name}{" "}
                  <span className="note">({source})</span>
                </span>
                <Form method="post">
                  {Object.entries(car).map(([field, value]) => (
                    <input type="hidden" name={field} value={value} key={field} />
                  ))}
                  <button
                    type="submit"
                    name="intent"
                    value={verdict}
                    className="button button--secondary button--small"
                  >
                    Add it for this one too
                    <span className="visually-hidden">: {name}</span>
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {mayChange ? <SayIt reply={reply} /> : null}
    </section>
  );
}

const FIELDS = [
  ["year", "Year", { inputMode: "numeric" }],
  ["make", "Make", { autoCapitalize: "words" }],
  ["model", "Model", { autoCapitalize: "words" }],
] as const;

function SayIt({ reply }: Pick<WhatItFitsProps, "reply">) {
  const { values = {}, errors = {} } = reply ?? {};
  return (
    <details className="part-action" open={reply !== undefined}>
      <summary className="row">
        <Icon name="car" size={24} /> Add what it fits
      </summary>
      <Form method="post" className="form wide part-action__form" aria-label="Add what it fits">
        {FIELDS.map(([name, label, input]) => (
          <div className={errors[name] ? "field field--invalid" : "field"} key={name}>
            <label className="field__label" htmlFor={`fits-${name}`}>
              {label}
            </label>
            <input
              className="input"
              id={`fits-${name}`}
              name={name}
              defaultValue={values[name]}
              autoComplete="off"
              aria-invalid={errors[name] ? true : undefined}
              aria-describedby={errors[name] ? `fits-${name}-error` : undefined}
              {...input}
            />
            {errors[name] ? (
              <p className="field__error" id={`fits-${name}-error`}>
                <Icon name="alert" size={18} /> {errors[name]}
              </p>
            ) : null}
          </div>
        ))}
        <div className="cluster">
          {Object.entries(VERDICTS).map(([verdict, label]) => (
            <button
              type="submit"
              name="intent"
              value={verdict}
              className={verdict === "fits" ? "button" : "button button--secondary"}
              key={verdict}
            >
              {label}
            </button>
          ))}
        </div>
      </Form>
    </details>
  );
}
