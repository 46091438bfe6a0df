import type { SettingField } from "~/settings/sections";
import {
  Checkbox,
  type Choice,
  FieldErrors,
  type FormField,
  SelectField,
  TextArea,
  TextField,
} from "~/ui/forms/fields";

/** The form of every section. */
export const FORM_ID = "settings-form";

const FEED_CHOICES: readonly Choice[] = [
  { value: "off", label: "Off" },
  { value: "on", label: "On" },
  { value: "key", label: "On, at a private address" },
];

/** What the form's components need of a setting, by its name in the form. */
export function toFormField(
  name: string,
  text: string | undefined,
  errors: Record<string, string[]> | undefined,
): FormField {
  const id = `${FORM_ID}-${name.replaceAll(".", "-")}`;
  return { id, name, formId: FORM_ID, errors: errors?.[name], errorId: `${id}-error`, initialValue: text };
}

interface SettingInputProps {
  setting: SettingField;
  field: FormField;
}

/** One setting: its label, what it does, and what fits its value. */
export function SettingInput({ setting, field }: SettingInputProps) {
  const { label, hint, input = "text", type = "text", optional = false } = setting;
  const shared = { field, label, hint, optional };
  switch (input) {
    case "long":
      return <TextArea {...shared} rows={3} />;
    case "lines":
      return <TextArea {...shared} rows={5} />;
    case "number":
      return <TextField {...shared} inputMode="decimal" autoComplete="off" />;
    case "feed":
      return <SelectField {...shared} choices={FEED_CHOICES} />;
    case "choice":
      return (
        <SelectField
          {...shared}
          choices={choicesOf(setting, field)}
          {...(optional ? { placeholder: "Nothing" } : {})}
        />
      );
    case "yes-no":
      return (
        <div className={`field ${field.errors ? "field--invalid" : ""}`.trim()}>
          <Checkbox
            label={label}
            id={field.id}
            name={field.name}
            form={field.formId}
            value="yes"
            defaultChecked={field.initialValue === "yes"}
            aria-describedby={`${field.id}-hint`}
          />
          <p className="field__hint" id={`${field.id}-hint`}>
            {hint}
          </p>
          <FieldErrors field={field} />
        </div>
      );
    default:
      return <TextField {...shared} type={type} autoComplete="off" />;
  }
}

/** The choices, and the value that a file may have beside them. */
function choicesOf({ choices = [] }: SettingField, { initialValue }: FormField): Choice[] {
  const own = typeof initialValue === "string" && initialValue && !choices.includes(initialValue);
  return [...choices, ...(own ? [initialValue] : [])].map((value) => ({
    value,
    label: value.replaceAll("_", " "),
  }));
}
