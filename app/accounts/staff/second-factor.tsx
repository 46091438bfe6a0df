import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useRevalidator } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { findAdministratorById } from "~/accounts/administrator.server";
import { isFactorMissing, readSecondFactor } from "~/accounts/factor-state.server";
import { arePasskeysOn } from "~/accounts/passkeys.server";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { MAX_PASSKEYS, PASSKEYS_PATH, RECOVERY_CODES } from "~/accounts/second-factor";
import { business } from "~/business/business.server";
import { retryAfterHeader } from "~/http/form.server";
import { CopyArea } from "~/staff/copy-area";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { YourPassword } from "~/staff/forms/your-password";
import { BackTo } from "~/staff/records/head";
import { useAnswerKey } from "~/ui/forms/answer-key";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { TextField } from "~/ui/forms/fields";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatDateTime } from "~/values/format";
import { ACCOUNT_PAGE } from "~/values/return-path";
import { cancelledText, postJson } from "./passkey-script";
import { changeSecondFactor, type FactorReply } from "./second-factor.server";
import { INTENTS, type Intent } from "./second-factor-intents";

export const meta: MetaFunction = ({ matches }) => pageTitle("Second Factor", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(async ({ session }) => {
  const [account, factor] = await Promise.all([
    findAdministratorById(session.user._id),
    readSecondFactor(session.user._id),
  ]);
  if (!account) throw new Response(null, { status: 404 });
  const { timeZone } = business;
  return {
    ...factor,
    passkeys: factor.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name },
      createdAt: formatDateTime(createdAt, timeZone),
      lastUsedAt: lastUsedAt && formatDateTime(lastUsedAt, timeZone),
    })),
    username: account.username,
    isNeeded: isFactorMissing(session),
    hasPasskeys: arePasskeysOn(),
    // Only an owner can do something about it.
    saysWhyNot: session.role === "owner" && !arePasskeysOn(),
  };
});

export const action = staffAction(async (args) => {
  const { reply, init } = await changeSecondFactor(args);
  return data(reply, init);
});

export const clientAction = keepTyped;

/** What an account is asked for after its password: an app, passkeys, and recovery codes for when both are lost. */
export default function SecondFactorPage() {
  const { hasTotp, passkeys, recoveryCodes, username, isNeeded, hasPasskeys, saysWhyNot } =
    useLoaderData<typeof loader>();
  const reply = useLastAnswer<FactorReply>();
  const [codes, showCodes] = useNewCodes(reply);
  const hasAny = hasTotp || passkeys.length > 0;
  // Remount after each response, so that fields come back empty.
  const key = useAnswerKey(reply);
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1} key={key}>
      <BackTo to={ACCOUNT_PAGE} title="Your Account" />
      <header>
        <h1>Second Factor</h1>
        <p className="lead">
          Someone who learns your password still can't sign in: they'd need your phone
          {hasPasskeys ? " or your passkey" : ""} too.
        </p>
      </header>
      {isNeeded ? (
        <Notice tone="info" title="Everyone needs a second factor here">
          <p>Set up {hasPasskeys ? "one of these" : "the app"}, and you can go on.</p>
        </Notice>
      ) : null}
      {reply?.problem ? (
        <AnswerNotice tone="error" answer={reply}>
          <p>{reply.problem}</p>
        </AnswerNotice>
      ) : null}
      {reply?.done ? (
        <AnswerNotice tone="success" answer={reply}>
          <p>{reply.done}</p>
        </AnswerNotice>
      ) : null}
      {hasAny && codes.length > 0 ? <Codes codes={codes} /> : null}
      <AppCard {...{ hasTotp, username, reply }} />
      {hasPasskeys ? <PasskeyCard {...{ passkeys, username, reply }} onAdded={showCodes} /> : null}
      {saysWhyNot ? (
        <p className="note">
          Passkeys, such as a fingerprint, belong to the site's public address: they can be set up here once{" "}
          <code>PUBLIC_URL</code> is set to an address with https (see README).
        </p>
      ) : null}
      {hasAny ? (
        <Card id="codes" title="Recovery Codes">
          <p>
            {recoveryCodes} of {RECOVERY_CODES} {recoveryCodes === 1 ? "is" : "are"} left. Each signs you in
            once if your phone is lost.
          </p>
          <PasswordForm intent={INTENTS.codes} label="Make New Codes" {...{ username, reply }}>
            <p className="note">New codes replace the old ones.</p>
          </PasswordForm>
        </Card>
      ) : null}
    </main>
  );
}

/** The last recovery codes made on this page, by a form's answer or with a passkey: they can't be shown again. */
function useNewCodes(reply: FactorReply | undefined) {
  const [last, setLast] = useState({ reply, codes: reply?.codes ?? [] });
  if (last.reply !== reply) setLast({ reply, codes: reply?.codes ?? last.codes });
  // Only the first passkey comes with codes.
  const show = (codes: string[]) => {
    if (codes.length > 0) setLast({ reply, codes });
  };
  return [last.codes, show] as const;
}

function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card stack gap-3" aria-labelledby={`${id}-title`}>
      <h2 className="card__title" id={`${id}-title`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <AnswerNotice tone="success" title="Print or write down your recovery codes now" answer={codes}>
      <p>They aren't shown again. Each signs you in once, in place of your phone or passkey.</p>
      <CopyArea
        id="recovery-codes"
        label="Recovery codes"
        button="Copy Codes"
        text={codes.join("\n")}
        rows={codes.length}
      />
    </AnswerNotice>
  );
}

interface CardProps {
  username: string;
  reply: FactorReply | undefined;
}

function AppCard({ hasTotp, username, reply }: CardProps & { hasTotp: boolean }) {
  const setUp = reply?.setUp;
  return (
    <Card id="app" title="Authenticator App">
      {setUp ? (
        <Form method="post" className="form" id="app-form" noValidate>
          <ol className="prose">
            <li>
              Open an authenticator app on your phone: the Passwords app of an iPhone, Google Authenticator,
              or any other.
            </li>
            <li>
              Scan this code with it, or open <a href={setUp.uri}>this link</a> on the phone itself.
            </li>
            <li>Type the six digits that it shows.</li>
          </ol>
          <svg
            viewBox={`0 0 ${setUp.qrCode.size} ${setUp.qrCode.size}`}
            width="220"
            height="220"
            role="img"
            aria-label="QR code for your authenticator app"
            shapeRendering="crispEdges"
          >
            <rect width="100%" height="100%" fill="#fff" />
            <path d={setUp.qrCode.path} stroke="#000" />
          </svg>
          <p className="breaks">
            Can't scan it? Type this key into the app: <code>{inGroups(setUp.secret)}</code>
          </p>
          <input type="hidden" name="sealed" value={setUp.sealed} />
          <TextField
            field={fieldOf("app-code", "code", "app-form", setUp.problem)}
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
          <div className="cluster form__actions">
            <button type="submit" className="button" name="intent" value={INTENTS.confirmApp}>
              Turn On
            </button>
          </div>
        </Form>
      ) : (
        <>
          <p>
            {hasTotp
              ? "On. After your password, you're asked for a code from your app."
              : "An app on your phone shows six digits that change every half minute."}
          </p>
          {hasTotp ? (
            <PasswordForm intent={INTENTS.appOff} label="Turn It Off" isDangerous {...{ username, reply }} />
          ) : (
            <PasswordForm intent={INTENTS.app} label="Set Up an App" {...{ username, reply }} />
          )}
        </>
      )}
    </Card>
  );
}

interface PasskeyCardProps extends CardProps {
  passkeys: { id: string; name: string; createdAt: string; lastUsedAt: string | null }[];
  onAdded: (codes: string[]) => void;
}

function PasskeyCard({ passkeys, username, reply, onAdded }: PasskeyCardProps) {
  return (
    <Card id="passkeys" title="Passkeys">
      <p>
        Your phone or computer signs you in with your fingerprint, your face or its PIN, without a password.
      </p>
      {passkeys.length > 0 ? (
        <ul className="rows gap-4">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id} className="stack gap-2">
              <p>
                <strong>{name}</strong>
                <br />
                <span className="muted">
                  Added {createdAt}. {lastUsedAt ? `Last used ${lastUsedAt}.` : "Never used."}
                </span>
              </p>
              <details className="disclosure">
                <summary className="tap">
                  Remove<span className="visually-hidden"> {name}</span>
                </summary>
                <PasswordForm
                  intent={INTENTS.passkeyOff}
                  label="Remove Passkey"
                  isDangerous
                  about={id}
                  {...{ username, reply }}
                />
              </details>
            </li>
          ))}
        </ul>
      ) : null}
      {passkeys.length < MAX_PASSKEYS ? <AddPasskey username={username} onAdded={onAdded} /> : null}
    </Card>
  );
}

/** Only a script can ask a device for a passkey, so the form comes with the script. */
function AddPasskey({ username, onAdded }: { username: string; onAdded: (codes: string[]) => void }) {
  const [isReady, setReady] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { revalidate } = useRevalidator();
  useEffect(() => setReady("PublicKeyCredential" in window), []);
  if (!isReady)
    return <p className="note">Adding one needs JavaScript and a browser that supports passkeys.</p>;
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { name, password } = Object.fromEntries(new FormData(form));
    setBusy(true);
    setProblem(undefined);
    try {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const { options } = await postJson(PASSKEYS_PATH, { password });
      const response = await startRegistration({ optionsJSON: options as never });
      const { codes } = await postJson(PASSKEYS_PATH, { name, response });
      form.reset();
      onAdded(codes as string[]);
      revalidate();
    } catch (error) {
      setProblem(cancelledText(error, "added"));
    }
    setBusy(false);
  }
  return (
    <form className="form" id="passkey-form" onSubmit={add}>
      <TextField
        field={fieldOf("passkey-name", "name", "passkey-form")}
        label="Name of a New Passkey"
        hint="For example, My phone."
        required
        maxLength={60}
        autoComplete="off"
      />
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <YourPassword field={fieldOf("passkey-password", "password", "passkey-form", problem)} required />
      <div className="cluster form__actions">
        <button type="submit" className="button button--secondary" disabled={isBusy}>
          {isBusy ? "Waiting for your device..." : "Add a Passkey"}
        </button>
      </div>
    </form>
  );
}

/** A key in a form that is easier to type. */
function inGroups(key: string): string {
  return key.match(/.{1,4}/g)?.join(" ") ?? key;
}

interface PasswordFormProps extends CardProps {
  intent: Intent;
  label: string;
  /** The passkey that it is about. */
  about?: string;
  isDangerous?: boolean;
  children?: ReactNode;
}

/** A change that asks for the password first. */
function PasswordForm({ intent, label, about, isDangerous, username, reply, children }: PasswordFormProps) {
  const id = [intent, about].filter(Boolean).join("-");
  const problem = reply?.intent === intent && reply.about === about ? reply.passwordProblem : undefined;
  return (
    <Form method="post" className="form" id={`${id}-form`} noValidate>
      {children}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      {about ? <input type="hidden" name="passkey" value={about} /> : null}
      <YourPassword field={fieldOf(`${id}-password`, "password", `${id}-form`, problem)} />
      <div className="cluster form__actions">
        <button
          type="submit"
          className={isDangerous ? "button button--danger" : "button button--secondary"}
          name="intent"
          value={intent}
        >
          {label}
        </button>
      </div>
    </Form>
  );
}

function fieldOf(id: string, name: string, formId: string, problem?: string) {
  return { id, name, formId, errorId: `${id}-error`, errors: problem ? [problem] : undefined };
}
