import { useForm } from "@conform-to/react";
import { Checkbox, ErrorSummaryCard, RadioGroup, SelectField, TextArea, TextField } from "~/ui/form";
import { PictureField, UploadProgress } from "~/ui/picture-field";
import { useScripted } from "~/ui/scripted";
import { VinDecodeField } from "~/ui/vin-decode-field";
import { Section, State, States } from "./section";
import { StillSession } from "./still-session";

const CHOICES = [
  { value: "phone", label: "Call me" },
  { value: "email", label: "Email me" },
];
const SENTENCE = "Please say a little more";

/** A field's control without its words; the states that a form can give it. */
interface Look {
  name: string;
  typed?: string;
  errors?: string[];
  rest?: Record<string, unknown>;
  hint?: string;
}

const LOOKS: readonly Look[] = [
  { name: "empty" },
  { name: "hint", hint: "Such as headlight or driver mirror." },
  { name: "filled", typed: "phone" },
  { name: "hover", rest: { "data-look": "hover" } },
  { name: "focus", rest: { "data-look": "focus-visible" } },
  { name: "autofilled", typed: "phone", rest: { "data-look": "autofill" } },
  { name: "error", errors: [SENTENCE] },
  { name: "disabled", typed: "phone", rest: { disabled: true } },
];

/** Each kind of field in every state, and what stands on top of a form. */
export function FieldsSection({ imageUrl }: { imageUrl: string | undefined }) {
  return (
    <Section id="fields" title="Fields">
      <States>
        {LOOKS.map((look) => (
          <OneLook key={look.name} {...look} />
        ))}
      </States>
      <WholeForm />
      <StaffFields imageUrl={imageUrl} />
    </Section>
  );
}

function OneLook({ name, typed = "", errors, rest, hint }: Look) {
  const [, fields] = useForm({
    id: `fields-${name}`,
    defaultValue: {
      line: typed,
      search: typed,
      text: typed,
      choice: typed,
      vin: typed && "1HGCM82633A004352",
    },
    lastResult: errors && {
      status: "error",
      initialValue: { line: typed, search: typed, text: typed, choice: typed, vin: typed },
      error: { line: errors, search: errors, text: errors, choice: errors, vin: errors },
    },
  });
  return (
    <State name={name}>
      <TextField field={fields.line} label="Line" hint={hint} {...rest} />
      <TextField field={fields.search} label="Search" type="search" {...rest} />
      <TextField field={fields.vin} label="VIN" className="field--vin" {...rest} />
      <SelectField
        field={fields.choice}
        label="Select"
        placeholder="Select a way"
        choices={CHOICES}
        {...rest}
      />
      <TextArea field={fields.text} label="Text" hint={hint} optional {...rest} />
    </State>
  );
}

function WholeForm() {
  const [form, fields] = useForm({
    id: "fields-whole",
    lastResult: {
      status: "error",
      initialValue: { way: "email" },
      error: {
        "": ["The request could not be sent."],
        way: ["Please choose a way"],
        name: ["Please enter your name"],
      },
    },
  });
  const [, rest] = useForm<{ reach: string }>({ id: "fields-radios", defaultValue: { reach: "phone" } });
  return (
    <States>
      <State name="error summary">
        {/* By script alone: the server puts "Error: " before the title of a page that it draws one in. */}
        {useScripted() ? (
          <ErrorSummaryCard
            form={form}
            fields={[fields.name, fields.way].filter((field) => field !== undefined)}
          />
        ) : null}
      </State>
      <State name="radios">
        <RadioGroup field={rest.reach} legend="How should we contact you?" choices={CHOICES} />
      </State>
      <State name="radios, error">
        {fields.way ? (
          <RadioGroup field={fields.way} legend="How should we contact you?" choices={CHOICES} />
        ) : null}
      </State>
      <State name="checkboxes">
        <Checkbox label="Remove this picture" />
        <Checkbox label="Ticked" defaultChecked />
        <Checkbox label="Focus" data-look="focus-visible" />
        <Checkbox label="Disabled" disabled />
      </State>
    </States>
  );
}

function StaffFields({ imageUrl }: { imageUrl: string | undefined }) {
  const [form, fields] = useForm<{
    vin: string;
    broken: string;
    none: string;
    picture: string;
    refused: string;
  }>({
    id: "fields-staff",
    defaultValue: { broken: "1HGCM82633A004352", picture: imageUrl },
  });
  return (
    <StillSession view={{ phase: "open" }}>
      <States>
        <State name="staff: VIN with its lookup" wide>
          <VinDecodeField kind="retail" field={fields.vin} form={form} />
        </State>
        <State name="staff: VIN whose lookup failed" wide>
          <VinDecodeField
            kind="retail"
            field={fields.broken}
            form={form}
            problem={{ sentence: "All VIN decode methods failed", retry: true }}
          />
        </State>
        <State name="staff: picture" wide>
          <PictureField field={fields.none} />
        </State>
        <State name="staff: picture, chosen" wide>
          <PictureField field={fields.picture} />
        </State>
        <State name="staff: picture, refused" wide>
          <PictureField field={fields.refused} problem="File size must be less than 5MB" />
        </State>
        {[0.4, 1].map((sent) => (
          <State key={sent} name={`staff: picture, ${sent * 100} percent sent`}>
            <UploadProgress upload={{ sent, isAwaited: false, cancel }} />
          </State>
        ))}
      </States>
    </StillSession>
  );
}

const cancel = () => {};
