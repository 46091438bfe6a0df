import { useEffect, useState } from "react";
import { PASSKEY_SIGN_IN_PATH } from "~/accounts/second-factor";
import { Notice } from "~/ui/layout/notice";
import { cancelledText, postJson } from "./passkey-script";

/** The button that signs in with a passkey. Only a script can ask for one, so it comes with the script. */
export function PasskeySignIn({ redirectTo }: { redirectTo: string }) {
  const [isReady, setReady] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => setReady("PublicKeyCredential" in window), []);
  if (!isReady) return null;
  async function signIn() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const { options } = await postJson(PASSKEY_SIGN_IN_PATH, {});
      const response = await startAuthentication({ optionsJSON: options as never });
      const { to } = await postJson(PASSKEY_SIGN_IN_PATH, { response, redirectTo });
      window.location.assign(String(to));
    } catch (error) {
      setProblem(cancelledText(error, "used"));
      setBusy(false);
    }
  }
  return (
    <div className="stack gap-3">
      {problem ? (
        <Notice tone="error" role="alert">
          <p>{problem}</p>
        </Notice>
      ) : null}
      <button
        type="button"
        className="button button--secondary button--wide"
        disabled={isBusy}
        onClick={signIn}
      >
        Sign In with a Passkey
      </button>
    </div>
  );
}
