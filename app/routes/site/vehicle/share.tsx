import { Icon } from "~/ui/layout/icon";
import { PrintButton } from "~/ui/layout/print-button";

interface ShareVehicleProps {
  /** `2014 BMW X5` */
  name: string;
  /** The page's public URL, if it is known. */
  url: string | undefined;
}

/** Print, email and share buttons; without script, email only. */
export function ShareVehicle({ name, url }: ShareVehicleProps) {
  return (
    <div className="vehicle__share">
      <PrintButton className={BUTTON_CLASS}>Print window sticker</PrintButton>
      {url ? (
        <a className={BUTTON_CLASS} href={mailtoUrl(name, url)}>
          <Icon name="mail" size={20} /> Send by email
        </a>
      ) : null}
      <share-link class="script-only" data-title={name} data-url={url}>
        <button type="button" className={BUTTON_CLASS}>
          <Icon name="external" size={20} /> <span>Copy link</span>
        </button>
      </share-link>
    </div>
  );
}

const BUTTON_CLASS = "button button--quiet button--small";

/** A `mailto:` URL without a recipient, percent-encoded because mail programs would show "+" as a plus sign. */
function mailtoUrl(name: string, url: string): string {
  return `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(`${name}\r\n${url}`)}`;
}
