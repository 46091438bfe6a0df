import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { type Administrator, findAdministratorById, findLastChange } from "~/accounts/administrator.server";
import { removePasskey } from "~/accounts/passkeys.server";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { CODE_MESSAGES } from "~/accounts/second-factor";
import {
  type NewTotp,
  newTotp,
  replaceRecoveryCodes,
  type TotpSetUp,
  totpFrom,
  turnOffTotp,
  turnOnTotp,
} from "~/accounts/second-factor.server";
import { confirmPassword } from "~/accounts/sign-in.server";
import { accountTooManyRequestsMessage, readForm, rejectedInit } from "~/http/form.server";
import { logSecurity } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { openSealed, seal } from "~/http/sealed.server";
import { type QrCode, renderQrCode } from "~/seo/qr-code.server";
import type { Intent } from "./second-factor-intents";
import { INTENTS } from "./second-factor-intents";

/** The answer to a form of the page. */
export interface FactorReply {
  intent: string;
  /** The passkey that it was about. */
  about?: string | undefined;
  problem?: string | undefined;
  passwordProblem?: string | undefined;
  done?: string | undefined;
  /** Shown this once. */
  codes?: string[] | undefined;
  /** An app that is being set up; nothing of it is stored yet. */
  setUp?: { secret: string; uri: string; qrCode: QrCode; sealed: string; problem?: string } | undefined;
}

type Answer = { reply: FactorReply; init?: ResponseInit };

/** Carries out a form of the Second Factor page. Each needs the password, and a code needs what the password has opened. */
export async function changeSecondFactor({
  request,
  context,
  session,
  now,
}: StaffRequestArgs<ActionFunctionArgs>): Promise<Answer> {
  const form = await readForm(request, ["intent", "username", "password", "passkey", "sealed", "code"]);
  const text = (name: string) => form.get(name)?.toString() ?? "";
  const intent = text("intent") as Intent;
  const account = await findAdministratorById(session.user._id);
  if (!account || !Object.values(INTENTS).includes(intent)) throw new Response(null, { status: 400 });
  const about = text("passkey") || undefined;
  const answer = (reply: Omit<FactorReply, "intent" | "about">, init?: ResponseInit): Answer => ({
    reply: { intent, about, ...reply },
    ...(init ? { init } : {}),
  });
  if (intent === INTENTS.confirmApp) {
    const confirmed = await confirmApp(
      account,
      { sealed: text("sealed"), code: text("code") },
      { session, now },
    );
    if (!("codes" in confirmed)) return answer(confirmed.reply, rejectedInit(confirmed));
    logSecurity("second-factor-changed", { requestId: context.requestId, administratorId: account.id });
    return answer({
      codes: confirmed.codes,
      done: "Your authenticator app is on. You're signed out everywhere else.",
    });
  }
  const confirmed = await confirmPassword(session, text("password"), context);
  if (!confirmed.ok) return answer({ passwordProblem: confirmed.message }, rejectedInit(confirmed));
  if (intent === INTENTS.app) {
    const totp = newTotp(account.username);
    return answer({ setUp: toSetUp(totp, await sealSetUp(account, totp, { session, now })) });
  }
  const tooMany = await countChange(account);
  if (tooMany) return answer(tooMany.reply, rejectedInit(tooMany));
  logSecurity("second-factor-changed", { requestId: context.requestId, administratorId: account.id });
  if (intent === INTENTS.appOff) {
    await turnOffTotp(account);
    return answer({ done: "The app is off." });
  }
  if (intent === INTENTS.passkeyOff) {
    const isRemoved = await removePasskey(account, about ?? "");
    return answer({ done: isRemoved ? "The passkey is removed." : "This passkey is already gone." });
  }
  return answer({ codes: await replaceRecoveryCodes(account) });
}

interface Rejection {
  reply: Pick<FactorReply, "problem" | "setUp">;
  status: number;
  /** In seconds. */
  retryAfter?: number;
}

/**
 * Counts a change against the account's limit, since each is mailed to an address that may be anyone's. It comes after the password:
 * otherwise a page that was left open could use up the limit.
 */
async function countChange({ id }: Administrator): Promise<Rejection | undefined> {
  const limit = await consumeRateLimit("secondFactorChange", { id });
  if (limit.ok) return undefined;
  const { retryAfter } = limit;
  return { reply: { problem: accountTooManyRequestsMessage(retryAfter) }, status: 429, retryAfter };
}

const NEW_APP = "authenticator app that is being set up";
/** How long the page may stay open before its code is typed. */
const SET_UP_MINUTES = 30;
/** The password was typed in this session, so the secret is for it alone. */
const setUpSchema = z.object({
  ...{ sessionId: z.string(), secret: z.string() },
  ...{ lastChange: z.number(), until: z.number() },
}) satisfies z.ZodType<TotpSetUp>;
type Opened = Pick<StaffRequestArgs<ActionFunctionArgs>, "session" | "now">;

async function sealSetUp(
  { id }: Administrator,
  { secret }: NewTotp,
  { session, now }: Opened,
): Promise<string> {
  const setUp = { sessionId: session.id, secret, lastChange: await findLastChange(id) };
  return seal(NEW_APP, JSON.stringify({ ...setUp, until: now.getTime() + SET_UP_MINUTES * 60_000 }));
}

function toSetUp({ secret, uri }: NewTotp, sealed: string) {
  return { secret, uri, qrCode: renderQrCode(uri), sealed };
}

async function confirmApp(
  account: Administrator,
  { sealed, code }: { sealed: string; code: string },
  { session, now }: Opened,
): Promise<{ codes: string[] } | Rejection> {
  const opened = openSealed(NEW_APP, sealed);
  const setUp = opened === undefined ? undefined : setUpSchema.safeParse(JSON.parse(opened)).data;
  if (!setUp || setUp.sessionId !== session.id || setUp.until < now.getTime())
    return { reply: { problem: "That took too long. Please set up the app again." }, status: 400 };
  const tooMany = await countChange(account);
  if (tooMany) return tooMany;
  const codes = await turnOnTotp(account, { ...setUp, code });
  if (codes === "over")
    return {
      reply: {
        problem: "Your account has changed since you started. If the app is off, please set it up again.",
      },
      status: 409,
    };
  if (codes !== "wrong") return { codes };
  const again = totpFrom(setUp.secret, account.username);
  const problem =
    code.trim() === ""
      ? CODE_MESSAGES.missing
      : "That isn't the code that the app shows now. Is the phone's time right?";
  return { reply: { setUp: { ...toSetUp(again, sealed), problem } }, status: 400 };
}
