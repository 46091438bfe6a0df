import { TextField } from "~/ui/forms/fields";

/** What is asked for before something that lasts, so that nobody does it on a page that was left open (docs/decisions/sign-in.md). */
export function YourPassword(
  props: Pick<Parameters<typeof TextField>[0], "field" | "hint" | "optional" | "required">,
) {
  return (
    <TextField
      hint="To make sure it's you."
      {...props}
      label="Your Current Password"
      type="password"
      autoComplete="current-password"
    />
  );
}
