import { IMAGE_TYPES } from "~/pictures/upload";
import {
  FEED_LABELS,
  pictureFileField,
  removePictureField,
  type SettingField,
  takesSvg,
} from "~/settings/sections";
import { CopyAddress } from "~/staff/copy-address";
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

const FEED_CHOICES: readonly Choice[] = Object.entries(FEED_LABELS).map(([value, label]) => ({
  value,
  label,
}));

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
  /** The environment variable that has its place. */
  lockedBy?: string | undefined;
  /** Where the feed that it turns on is. */
  address?: string | undefined;
}

/** One setting: its label, what it does, and what fits its value. */
export function SettingInput({ setting, field, lockedBy, address }: SettingInputProps) {
  const { label, input = "text", type = "text", optional = false } = setting;
  const hint = lockedBy
    ? `Set on this machine by the environment variable ${lockedBy}, which takes precedence.`
    : setting.hint;
  const shared = { field, label, hint, optional, disabled: lockedBy !== undefined };
  switch (input) {
    case "long":
      return <TextArea {...shared} rows={3} />;
    case "lines":
      return <TextArea {...shared} rows={5} />;
    case "number":
      return <TextField {...shared} inputMode="decimal" autoComplete="off" />;
    case "secret":
      return (
        <TextField
          {...shared}
          hint={lockedBy ? hint : `${hint} It's never shown again; leave it empty to keep the stored one.`}
          type="password"
          autoComplete="new-password"
        />
      );
    case "picture":
      return <PictureInput setting={setting} field={field} />;
    case "kept":
      return field.initialValue ? (
        <>
          <input type="hidden" name={field.name} value={String(field.initialValue)} />
          <p className="muted">From the file {String(field.initialValue)}, next to the business file.</p>
        </>
      ) : null;
    case "feed":
      return (
        <>
          <SelectField {...shared} choices={FEED_CHOICES} />
          {address ? <CopyAddress title={label} url={address} /> : null}
        </>
      );
    case "choice":
      return (
        <SelectField
          {...shared}
          choices={choicesOf(setting, field)}
          {...(optional ? { placeholder: "Not set" } : {})}
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
            disabled={shared.disabled}
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

/** The picture that is there, a file to take its place, and a box that takes it away. */
function PictureInput({ setting, field }: SettingInputProps) {
  const { label, hint, optional } = setting;
  const url = String(field.initialValue ?? "");
  const described = [`${field.id}-hint`, ...(field.errors ? [field.errorId] : [])].join(" ");
  return (
    <div className={`field ${field.errors ? "field--invalid" : ""}`.trim()}>
      <label className="field__label" htmlFor={field.id}>
        {label}
        {optional ? <span className="field__optional"> (optional)</span> : null}
      </label>
      <p className="field__hint" id={`${field.id}-hint`}>
        {hint}
      </p>
      {url ? (
        <p className="settings__picture">
          <img src={url} alt={`${label} now`} />
        </p>
      ) : null}
      <input type="hidden" name={field.name} value={url} />
      <input
        className="input"
        type="file"
        id={field.id}
        name={pictureFileField(field.name)}
        accept={`${IMAGE_TYPES.join(",")}${takesSvg(setting) ? ",image/svg+xml" : ""}`}
        aria-describedby={described}
        aria-invalid={field.errors ? true : undefined}
      />
      {url && optional ? (
        <Checkbox
          label={`Remove the ${label.toLowerCase()}`}
          name={removePictureField(field.name)}
          value="yes"
        />
      ) : null}
      <FieldErrors field={field} />
    </div>
  );
}

/** The choices, and a value that a file may have besides them. */
function choicesOf({ choices = [], choiceLabels = {} }: SettingField, { initialValue }: FormField): Choice[] {
  const own = typeof initialValue === "string" && initialValue && !choices.includes(initialValue);
  return [...choices, ...(own ? [initialValue] : [])].map((value) => ({
    value,
    label: choiceLabels[value] ?? value.replaceAll("_", " "),
  }));
}
