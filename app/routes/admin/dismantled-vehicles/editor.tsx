import { useActionData, useLoaderData } from "@remix-run/react";
import { DISMANTLED_FORM } from "~/models/dismantled-vehicle-form";
import { SelectField } from "~/ui/form";
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

const { labels, choices } = DISMANTLED_FORM;
const BASICS = "Basic Information";
const DETAILS = "Vehicle Details";

/** The form of a dismantled vehicle, new or stored (specification, sections 2 and 5). */
export function DismantledEditor() {
  const page = useLoaderData<EditorPage>();
  const answer = useActionData<EditorAnswer>();
  return (
    <VehicleEditor vehicleForm={DISMANTLED_FORM} page={page} answer={answer} parts={[BASICS, DETAILS, NOTES]}>
      {({ form, fields }) => (
        <>
          <EditorSection title={BASICS}>
            <NameField field={fields.stockNumber} label={labels.stockNumber} />
            <VinDecodeField
              kind="dismantled"
              field={fields.vin}
              form={form}
              problem={answer?.decode?.problem}
            />
            <div className="form__row editor__pairs">
              <FigureField field={fields.year} label={labels.year} />
              <NameField field={fields.make} label={labels.make} />
              <NameField field={fields.model} label={labels.model} />
              <NameField field={fields.trim} label={labels.trim} optional />
              <FigureField field={fields.mileage} label={labels.mileage} unit="miles" />
              <DayField field={fields.dateAcquired} label={labels.dateAcquired} today={page.today} />
            </div>
            <SelectField field={fields.status} label={labels.status} choices={choices.status} required />
          </EditorSection>
          <EditorSection title={DETAILS}>
            <div className="form__row editor__pairs">
              <NameField field={fields.exteriorColor} label={labels.exteriorColor} optional />
              <NameField field={fields.interiorColor} label={labels.interiorColor} optional />
            </div>
            <div className="form__row">
              <SelectField
                field={fields.transmission}
                label={labels.transmission}
                choices={choices.transmission}
                placeholder="Not known"
                optional
              />
              <NameField field={fields.engineType} label={labels.engineType} optional />
              <SelectField
                field={fields.driveType}
                label={labels.driveType}
                choices={choices.driveType}
                placeholder="Not known"
                optional
              />
            </div>
          </EditorSection>
          <NotesSection field={fields.notes} />
        </>
      )}
    </VehicleEditor>
  );
}
