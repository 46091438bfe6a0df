import { useState } from "react";
import { PART_REQUEST_SENTENCES } from "~/models/part-request";
import { useCheckedForm } from "~/ui/checked-form";
import { ErrorSummary, SelectField } from "~/ui/form";
import { useToaster } from "~/ui/toast";
import { WIZARD_FORM_ID } from "./address";
import { useAutosave } from "./autosave";
import { useFailureToast, type WizardAnswer } from "./failure";
import { PartSearch } from "./part-search";
import { StepActions, StepForm } from "./step-form";
import { useCatalogue } from "./use-catalogue";
import type { PartChoices, WizardView } from "./view.server";

/** Category, subcategory and part as chosen so far; empty text is nothing chosen. */
export interface Selection {
  categoryId: string;
  subcategoryId: string;
  partId: string;
}

interface PartStepProps {
  view: WizardView & { part: PartChoices };
  answer: WizardAnswer | undefined;
}

/**
 * Step 2: three selects, each depending on the one before, and a search that fills all three (specification,
 * sections 4 and 5). Without script, and until the catalogue has come, a button shows what a choice opens.
 */
export function PartStep({ view, answer }: PartStepProps) {
  // Where a post could not be kept, its words are in the answer alone.
  const posted = answer?.reply?.initialValue as Partial<Selection> | undefined;
  const { categoryId = "", subcategoryId = "", partId = "" } = { ...view.typed, ...posted };
  const [selection, setSelection] = useState<Selection>({ categoryId, subcategoryId, partId });
  const catalogue = useCatalogue();
  const [form, fields] = useCheckedForm({
    id: WIZARD_FORM_ID,
    load: bringCheck,
    lastResult: answer?.reply,
    defaultValue: view.typed,
    shouldRevalidate: "onInput",
    validate: (checkStep, sent) => checkStep(sent),
  });
  const changed = useAutosave(2);
  const { show } = useToaster();
  useFailureToast(answer, PART_REQUEST_SENTENCES.notSent);

  const pick = (picked: Selection) => {
    setSelection(picked);
    changed();
    // The pressed result is gone; from here the choice can be read and changed, and no keyboard pops up.
    document.getElementById(fields.categoryId.id)?.focus();
    show({ title: PART_REQUEST_SENTENCES.picked });
  };
  const { categories } = view.part;
  const subcategories = catalogue
    ? (catalogue.findCategory(selection.categoryId)?.subcategories ?? [])
    : selection.categoryId === categoryId
      ? view.part.subcategories
      : [];
  const parts = catalogue
    ? (catalogue.findSubcategory(selection.categoryId, selection.subcategoryId)?.parts ?? [])
    : selection.subcategoryId === subcategoryId
      ? view.part.parts
      : [];

  return (
    <StepForm step={2} form={form}>
      <ErrorSummary form={form} fields={[fields.categoryId, fields.subcategoryId, fields.partId]} />
      <PartSearch search={view.part.search} catalogue={catalogue} onPick={pick} />
      <SelectField
        field={fields.categoryId}
        label="Category"
        placeholder="Select a category"
        choices={choicesOf(categories)}
        defaultValue={undefined}
        value={selection.categoryId}
        onChange={({ currentTarget: { value } }) =>
          setSelection({ categoryId: value, subcategoryId: "", partId: "" })
        }
        required
      />
      {catalogue ? null : <ChooseButton>Show subcategories</ChooseButton>}
      {subcategories.length > 0 ? (
        <SelectField
          field={fields.subcategoryId}
          label="Subcategory"
          placeholder="Select a subcategory"
          choices={choicesOf(subcategories)}
          defaultValue={undefined}
          value={selection.subcategoryId}
          onChange={({ currentTarget: { value } }) =>
            setSelection({ ...selection, subcategoryId: value, partId: "" })
          }
          required
        />
      ) : null}
      {!catalogue && subcategories.length > 0 ? <ChooseButton>Show parts</ChooseButton> : null}
      {parts.length > 0 ? (
        <SelectField
          field={fields.partId}
          label="Part"
          placeholder="Select a part"
          choices={choicesOf(parts)}
          defaultValue={undefined}
          value={selection.partId}
          onChange={({ currentTarget: { value } }) => setSelection({ ...selection, partId: value })}
          required
        />
      ) : null}
      <StepActions step={2} />
    </StepForm>
  );
}

async function bringCheck() {
  const [{ checkPartStep }, { checkSelection }] = await Promise.all([
    import("./checks"),
    import("~/models/part-catalogue"),
  ]);
  return (sent: Parameters<typeof checkPartStep>[0]) => checkPartStep(sent, checkSelection);
}

function ChooseButton({ children }: { children: string }) {
  return (
    <div className="form__actions">
      <button type="submit" className="button button--secondary button--small" name="intent" value="choose">
        {children}
      </button>
    </div>
  );
}

function choicesOf(named: readonly { id: string; name: string }[]) {
  return named.map(({ id, name }) => ({ value: id, label: name }));
}
