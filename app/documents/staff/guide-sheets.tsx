import type { ReactNode } from "react";
import { type BuyersGuide, coverageIn, type GuideLanguage, markedBoxes } from "~/documents/buyers-guide";
import { GUIDE_TEXTS, type GuideLine, type GuideText } from "~/documents/buyers-guide-text";

/** Who sells, as the back of the form says it. */
export interface GuideDealer {
  name: string;
  address: string;
  phone: string;
  email: string;
  complaints: string;
  asIsAllowed: boolean;
  signatureLine: boolean;
}

interface GuideVehicle {
  make: string;
  model: string;
  year: number;
  vin: string;
}

interface GuideProps {
  guide: BuyersGuide;
  vehicle: GuideVehicle;
  dealer: GuideDealer;
  language: GuideLanguage;
}

/** The Buyers Guide of one vehicle in one language: its front and its back, each a page. */
export function GuideSheets(props: GuideProps) {
  const text = GUIDE_TEXTS[props.language];
  return (
    <>
      <GuideFront {...props} text={text} />
      <GuideBack dealer={props.dealer} text={text} />
    </>
  );
}

function GuideFront({ guide, vehicle, dealer, language, text }: GuideProps & { text: GuideText }) {
  const { figure, first, dealer: hasWarranty, full, limited } = markedBoxes(guide, dealer.asIsAllowed);
  const { systems, duration } = coverageIn(guide, language);
  const heading = figure === "as-is" ? text.asIs : text.implied;
  return (
    <article className="guide" lang={text.code}>
      <h2 className="guide__title">{text.title}</h2>
      <Line line={text.important} className="guide__important" />
      <dl className="guide__vehicle">
        <Field label={text.make} value={vehicle.make} />
        <Field label={text.model} value={vehicle.model} />
        <Field label={text.year} value={vehicle.year} />
        <Field label={text.vin} value={vehicle.vin} />
      </dl>
      <h3 className="guide__heading">{text.warranties}</h3>
      <Option marked={first} large>
        <p className="guide__choice">{heading.title}</p>
        <p className={figure === "as-is" ? "guide__as-is" : undefined}>{heading.text}</p>
      </Option>
      <Option marked={hasWarranty} large>
        <p className="guide__choice">{text.dealer}</p>
      </Option>
      <div className="guide__kinds">
        <Option marked={full}>
          <p>
            <b>{text.full}</b>
          </p>
        </Option>
        <Option marked={limited}>
          <p>
            <b>{text.limited.title}</b> {text.limited.before} <Blank>{guide.laborPercent}</Blank>
            {text.limited.between} <Blank>{guide.partsPercent}</Blank>
            {text.limited.after} <i>{text.limited.implied}</i> {text.limited.end}
          </p>
        </Option>
      </div>
      <div className="guide__coverage">
        <div>
          <h4>{text.systems}</h4>
          <p>{systems}</p>
        </div>
        <div>
          <h4>{text.duration}</h4>
          <p>{duration}</p>
        </div>
      </div>
      <h3 className="guide__heading">{text.nonDealer}</h3>
      <div className="guide__boxes">
        {(["manufacturerWarranty", "manufacturerUsedWarranty", "otherUsedWarranty"] as const).map((name) => (
          <Option key={name} marked={guide[name]}>
            <Line line={text.boxes[name]} />
          </Option>
        ))}
        <p>{text.askForCopy}</p>
        <Option marked={guide.serviceContract}>
          <p>
            <b>{text.boxes.serviceContract.strong}</b> {text.boxes.serviceContract.rest}{" "}
            <i>{text.boxes.serviceContract.implied}</i> {text.boxes.serviceContract.end}
          </p>
        </Option>
      </div>
      <div className="guide__advice">
        <p>
          <b>{text.inspect}</b>
        </p>
        <Line line={text.history} />
        <Line line={text.otherSide} />
        {text.spanishNotice ? (
          <p lang="es">
            <b>{text.spanishNotice}</b>
          </p>
        ) : null}
      </div>
    </article>
  );
}

function GuideBack({ dealer, text }: { dealer: GuideDealer; text: GuideText }) {
  return (
    <article className="guide" lang={text.code}>
      <h3 className="guide__intro">{text.defects}</h3>
      <div className="guide__defects">
        {text.defectColumns.map((column) => (
          <div key={column[0]?.[0]}>
            {column.map(([system, ...defects]) => (
              <section key={system}>
                <h4>{system}</h4>
                {defects.length > 0 ? (
                  <ul>
                    {defects.map((defect) => (
                      <li key={defect}>{defect}</li>
                    ))}
                  </ul>
                ) : null}
              </section>
            ))}
          </div>
        ))}
      </div>
      <dl className="guide__dealer">
        <Field label={text.dealerName} value={dealer.name} />
        <Field label={text.address} value={dealer.address} />
        <Field label={text.telephone} value={dealer.phone} />
        <Field label={text.email} value={dealer.email} />
        <Field label={text.complaints} value={dealer.complaints} />
      </dl>
      {dealer.signatureLine ? (
        <div className="guide__signature">
          <p>{text.acknowledgement}</p>
          <p className="guide__line">{text.signature}</p>
          <p className="guide__line">{text.date}</p>
        </div>
      ) : null}
      <Line line={text.contract} className="guide__contract" />
    </article>
  );
}

function Line({ line, className }: { line: GuideLine; className?: string }) {
  return (
    <p className={className}>
      <b>{line.strong}</b> {line.rest}
    </p>
  );
}

function Field({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Option({ marked, large, children }: { marked: boolean; large?: boolean; children: ReactNode }) {
  return (
    <div className={large ? "guide__option guide__option--large" : "guide__option"}>
      <span className="guide__box" role="img" aria-label={marked ? "Marked" : "Not marked"}>
        {marked ? "X" : ""}
      </span>
      <div>{children}</div>
    </div>
  );
}

/** A blank in a sentence, with what is filled in. */
function Blank({ children }: { children: ReactNode }) {
  return <span className="guide__blank">{children}</span>;
}
