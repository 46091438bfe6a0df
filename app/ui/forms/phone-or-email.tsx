import { type FormField, TextField } from "./fields";

interface PhoneOrEmailProps {
  phone: FormField;
  email: FormField;
}

/** How a visitor wants to be answered. Either is enough: the schema says so, because a form without script can't. */
export function PhoneOrEmail({ phone, email }: PhoneOrEmailProps) {
  return (
    <div className="grid halves gap-5">
      <TextField
        field={phone}
        label="Phone"
        hint="Phone or email: one is enough."
        required={false}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <TextField
        field={email}
        label="Email"
        hint="Phone or email: one is enough."
        required={false}
        type="email"
        autoComplete="email"
      />
    </div>
  );
}
