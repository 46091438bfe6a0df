import { Form, Link } from "@remix-run/react";
import { MIN_PASSWORD_LENGTH } from "~/accounts/administrator";
import { SignInCard } from "~/staff/sign-in-card";
import { TextField } from "~/ui/forms/fields";
import { Notice } from "~/ui/layout/notice";

type Name = "username" | "newPassword" | "repeatedPassword";

/** What was wrong, by field; `form` for the whole of it. */
export interface ChosenReply {
  username?: string;
  errors: Partial<Record<Name | "form", string>>;
}

/** The message for a link that opens nothing. @param isFirst whether it is the first start's: there may be no owner to ask yet */
export function linkGone(isFirst: boolean): string {
  const next = isFirst
    ? "Sign in with the password that you chose with it, or that the first start printed. If you have neither, on the machine: npm run staff -- reset <name>"
    : "Ask an owner of the site for a new one.";
  return `This link has been used, or is too old. ${next}`;
}

interface ChoosePasswordPageProps {
  title: string;
  /** Whose password it is; undefined where the link opens nothing. */
  username: string | undefined;
  reply: ChosenReply | undefined;
  /** Whether the account is named here too. */
  isNamed?: boolean;
}

/** The page that a set-password link opens. */
export function ChoosePasswordPage({ title, username, reply, isNamed = false }: ChoosePasswordPageProps) {
  const errors = reply?.errors ?? {};
  const field = (key: Name, typed?: string) => ({
    id: key,
    name: key,
    formId: "choose-password",
    errorId: `${key}-error`,
    errors: errors[key] ? [errors[key]] : undefined,
    initialValue: typed,
  });
  return (
    <SignInCard title={title}>
      {username === undefined || errors.form ? (
        <Notice tone="error" role="alert">
          <p>{errors.form ?? linkGone(isNamed)}</p>
        </Notice>
      ) : null}
      {username === undefined ? (
        <p>
          Already have a password? <Link to="/login">Sign in</Link>
        </p>
      ) : (
        <Form method="post" className="form" id="choose-password" noValidate>
          {isNamed ? (
            <TextField
              field={field("username", reply?.username ?? username)}
              label="Your Name"
              hint="You sign in with it, and History shows it next to what you change."
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          ) : (
            <>
              <p>
                You sign in as <strong>{username}</strong>.
              </p>
              <input type="hidden" name="username" autoComplete="username" value={username} />
            </>
          )}
          <TextField
            field={field("newPassword")}
            label="Password"
            hint={`At least ${MIN_PASSWORD_LENGTH} characters. Three or four words that you make up are easy to remember and hard to guess.`}
            type="password"
            autoComplete="new-password"
          />
          <TextField
            field={field("repeatedPassword")}
            label="Password Again"
            type="password"
            autoComplete="new-password"
          />
          <div className="cluster form__actions">
            <button type="submit" className="button button--wide">
              Save and Sign In
            </button>
          </div>
        </Form>
      )}
    </SignInCard>
  );
}
