import type { ReactNode } from "react";
import { Icon } from "~/ui/layout/icon";

interface ShareLinksProps {
  /** `2014 BMW X5` */
  name: string;
  /** The page's public URL, if it is known. */
  url: string | undefined;
  /** The print button. */
  children: ReactNode;
}

/** Print, email and share buttons; without script, email only. */
export function ShareLinks({ name, url, children }: ShareLinksProps) {
  return (
    <div className="cluster gap-0 gap-x-2 vehicle__share">
      {children}
      {url ? (
        <a className={BUTTON_CLASS} href={mailtoUrl(name, url)}>
          <Icon name="mail" size={20} /> Send by email
        </a>
      ) : null}
      <share-link class="script-only" data-title={name} data-url={url}>
        <button type="button" className={BUTTON_CLASS}>
          <Icon name="external" size={20} /> <span>Copy Link</span>
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
