import { useActionData, useLoaderData } from "@remix-run/react";
import { RETAIL_FORM } from "~/models/retail-vehicle-form";
import { SelectField, TextArea } from "~/ui/form";
import { VinDecodeField } from "~/ui/vin-decode-field";
import type { EditorAnswer, EditorPage } from "../vehicle-editor/answer";
import { VehicleEditor } from "../vehicle-editor/editor";
import {
  DayField,
  EditorSection,
  FigureField,
  NameField,
  NOTES,
  NotesSection,
} from "../vehicle-editor/sections";

const { labels, choices } = RETAIL_FORM;
const BASICS = "Basic Information";
const PRICE = "Price and Condition";
const DETAILS = "Vehicle Details";
const WORDS = "Features and Description";

/** The form of a vehicle for sale, new or stored (specification, sections 2 and 5). */
export function RetailEditor() {
  const page = useLoaderData<EditorPage>();
  const answer = useActionData<EditorAnswer>();
  const select = (name: keyof typeof choices) => ({ label: labels[name], choices: choices[name] });
  return (
    <VehicleEditor
      vehicleForm={RETAIL_FORM}
      page={page}
      answer={answer}
      parts={[BASICS, PRICE, DETAILS, WORDS, NOTES]}
    >
      {({ form, fields }) => (
        <>
          <EditorSection title={BASICS}>
            <NameField field={fields.stockNumber} label={labels.stockNumber} />
            <VinDecodeField kind="retail" field={fields.vin} form={form} problem={answer?.decode?.problem} />
            <div className="form__row editor__pairs">
              <FigureField field={fields.year} label={labels.year} optional />
              <NameField field={fields.make} label={labels.make} optional />
              <NameField field={fields.model} label={labels.model} optional />
              <NameField field={fields.trim} label={labels.trim} optional />
              <FigureField field={fields.mileage} label={labels.mileage} optional unit="miles" />
              <DayField field={fields.dateAcquired} label={labels.dateAcquired} today={page.today} optional />
            </div>
          </EditorSection>
          <EditorSection title={PRICE}>
            <div className="form__row editor__pairs">
              <FigureField field={fields.price} label={labels.price} optional decimal unit="dollars" />
              <SelectField
                field={fields.condition}
                {...select("condition")}
                placeholder="Not said"
                optional
              />
            </div>
            <SelectField field={fields.status} {...select("status")} required />
          </EditorSection>
          <EditorSection title={DETAILS}>
            <div className="form__row editor__pairs">
              <NameField field={fields.exteriorColor} label={labels.exteriorColor} optional />
              <NameField field={fields.interiorColor} label={labels.interiorColor} optional />
            </div>
            <div className="form__row">
              <SelectField
                field={fields.transmission}
                {...select("transmission")}
                placeholder="Not known"
                optional
              />
              <NameField field={fields.engineType} label={labels.engineType} optional />
              <SelectField
                field={fields.driveType}
                {...select("driveType")}
                placeholder="Not known"
                optional
              />
              <SelectField field={fields.fuelType} {...select("fuelType")} placeholder="Not known" optional />
            </div>
          </EditorSection>
          <EditorSection title={WORDS}>
            <TextArea field={fields.features} label={labels.features} hint="One per line." optional />
            <TextArea
              field={fields.description}
              label={labels.description}
              hint="What a buyer reads on the vehicle's page."
              optional
            />
          </EditorSection>
          <NotesSection field={fields.notes} />
        </>
      )}
    </VehicleEditor>
  );
}
