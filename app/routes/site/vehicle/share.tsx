import { type ReactNode, useState } from "react";
import { Icon, type IconName } from "~/ui/icon";
import { useScripted } from "~/ui/scripted";
import { useToaster } from "~/ui/toast";

interface ShareVehicleProps {
  /** `2014 BMW X5` */
  name: string;
  /** Path of the vehicle's page. */
  path: string;
  /** Its address from outside, where it is known. */
  address: string | undefined;
}

/** Takes the vehicle along: on paper, to somebody else, by email. Without script, email alone. */
export function ShareVehicle({ name, path, address }: ShareVehicleProps) {
  const scripted = useScripted();
  const toaster = useToaster();
  const [toCopy, setToCopy] = useState<string>();

  const share = async () => {
    const url = address ?? location.origin + path;
    try {
      if (canShare()) return await navigator.share({ title: name, url });
    } catch (error) {
      // Whoever closes the sheet has changed their mind; any other failure leaves copying.
      if ((error as Error).name === "AbortError") return;
    }
    try {
      await navigator.clipboard.writeText(url);
      toaster.show({ title: "Link copied" });
    } catch {
      // On plain http there is no clipboard, and a browser may forbid it: the visitor copies by hand.
      setToCopy(url);
    }
  };

  return (
    <div className="vehicle__share">
      <ScriptButton icon="printer" ready={scripted} onClick={() => window.print()}>
        Print window sticker
      </ScriptButton>
      {address ? (
        <a className="button button--quiet button--small" href={emailAbout(name, address)}>
          <Icon name="mail" size={20} /> Send by email
        </a>
      ) : null}
      <ScriptButton icon="external" ready={scripted} onClick={share}>
        {scripted && canShare() ? "Share" : "Copy link"}
      </ScriptButton>
      {toCopy ? (
        <label className="vehicle__link">
          Copy this link
          <input className="input" readOnly value={toCopy} ref={takeSelected} />
        </label>
      ) : null}
    </div>
  );
}

interface ScriptButtonProps {
  icon: IconName;
  ready: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button whose place is kept until script has come; where none comes, there is no button (styles/pages/vehicle.css). */
function ScriptButton({ icon, ready, onClick, children }: ScriptButtonProps) {
  return (
    <button
      type="button"
      className={`button button--quiet button--small ${ready ? "" : "vehicle__soon"}`}
      onClick={onClick}
    >
      <Icon name={icon} size={20} /> {children}
    </button>
  );
}

// Not in every browser, and nowhere on plain http.
function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** `mailto:` without a receiver. Percent-encoded: mail programs show a form's "+" as a plus sign. */
function emailAbout(name: string, address: string): string {
  return `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(`${name}\r\n${address}`)}`;
}

function takeSelected(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
