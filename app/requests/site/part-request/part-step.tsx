import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { PART_REQUEST_MESSAGES } from "~/requests/part";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { ErrorSummary, SelectField } from "~/ui/forms/fields";
import { useToaster } from "~/ui/layout/toast";
import { useAutosave } from "./autosave";
import { type StepResult, useFailureToast } from "./failure";
import { PartSearch } from "./part-search";
import { StepActions, StepForm } from "./step-form";
import { type Selection, useCatalog } from "./use-catalog";
import type { PartChoices, WizardView } from "./view.server";
import { WIZARD_FORM_ID } from "./wizard";

interface PartStepProps {
  view: WizardView & { part: PartChoices };
  result: StepResult | undefined;
}

/**
 * Step 2: three selects, each depending on the one before, and a search that fills in all three.
 * Until the catalog is loaded, and without script, a button loads the next select's options.
 */
export function PartStep({ view, result }: PartStepProps) {
  // If a post could not be saved, its values are in the result only.
  const posted = result?.reply?.initialValue as Partial<Selection> | undefined;
  const { categoryId = "", subcategoryId = "", partId = "" } = { ...view.typed, ...posted };
  const [selection, setSelection] = useState<Selection>({ categoryId, subcategoryId, partId });
  const catalog = useCatalog();
  const [form, fields] = useCheckedForm({
    id: WIZARD_FORM_ID,
    load: loadCheck,
    lastResult: result?.reply,
    defaultValue: view.typed,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    validate: (check, form) => check(form),
  });
  useAutosave(2);
  useEffect(() => setSelection((server) => chosenInForm(server)), []);
  const { show } = useToaster();
  useFailureToast(result, PART_REQUEST_MESSAGES.notSent);

  const pick = (picked: Selection) => {
    // Now, so that what follows finds the choice in the form.
    flushSync(() => setSelection(picked));
    // The search's list is gone. A select shows the choice, and opens no on-screen keyboard.
    const category = document.getElementById(fields.categoryId.id);
    category?.focus({ preventScroll: true });
    // As if it had been chosen by hand: it is checked and saved.
    category?.dispatchEvent(new Event("input", { bubbles: true }));
    // At the top, so that the toast at the bottom covers none of the three.
    category?.closest(".field")?.scrollIntoView();
    show({ title: PART_REQUEST_MESSAGES.picked });
  };
  const { categories } = view.part;
  const subcategories = catalog
    ? (catalog.findCategory(selection.categoryId)?.subcategories ?? [])
    : selection.categoryId === categoryId
      ? view.part.subcategories
      : [];
  const parts = catalog
    ? (catalog.findSubcategory(selection.categoryId, selection.subcategoryId)?.parts ?? [])
    : selection.subcategoryId === subcategoryId
      ? view.part.parts
      : [];

  return (
    <StepForm step={2} isChange={view.isChange} form={form}>
      <ErrorSummary form={form} fields={[fields.categoryId, fields.subcategoryId, fields.partId]} />
      <PartSearch search={view.part.search} catalog={catalog} onPick={pick} />
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
      {catalog ? null : <ChooseButton>Show Subcategories</ChooseButton>}
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
      {!catalog && subcategories.length > 0 ? <ChooseButton>Show Parts</ChooseButton> : null}
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

async function loadCheck() {
  const [{ checkPartStep }, { checkSelection }] = await Promise.all([
    import("./checks"),
    import("~/parts/catalog"),
  ]);
  return (form: Parameters<typeof checkPartStep>[0]) => checkPartStep(form, checkSelection);
}

/** What was chosen before the page was hydrated. */
function chosenInForm(server: Selection): Selection {
  const form = document.getElementById(WIZARD_FORM_ID);
  if (!(form instanceof HTMLFormElement)) return server;
  const values = new FormData(form);
  const chosen = (name: keyof Selection) => String(values.get(name) ?? "");
  const categoryId = chosen("categoryId");
  if (categoryId !== server.categoryId) return { categoryId, subcategoryId: "", partId: "" };
  const subcategoryId = chosen("subcategoryId");
  if (subcategoryId !== server.subcategoryId) return { categoryId, subcategoryId, partId: "" };
  return { categoryId, subcategoryId, partId: chosen("partId") };
}

function ChooseButton({ children }: { children: string }) {
  return (
    <div className="cluster form__actions">
      <button type="submit" className="button button--secondary button--small" name="intent" value="choose">
        {children}
      </button>
    </div>
  );
}

function choicesOf(named: readonly { id: string; name: string }[]) {
  return named.map(({ id, name }) => ({ value: id, label: name }));
}
