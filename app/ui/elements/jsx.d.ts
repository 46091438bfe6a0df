import type { DetailedHTMLProps, HTMLAttributes } from "react";

type CustomElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
  // React 18 renders `className` on a custom element as an attribute of that name.
  class?: string;
};

declare global {
  namespace JSX {
    interface IntrinsicElements {
      "back-to-list": CustomElement;
      "check-in-place": CustomElement;
      "flash-toast": CustomElement;
      "list-in-place": CustomElement;
      "map-frame": CustomElement;
      "open-now": CustomElement;
      "print-page": CustomElement;
      "send-in-place": CustomElement;
      "share-link": CustomElement;
      "show-later": CustomElement;
      "shrink-photos": CustomElement;
      "toast-region": CustomElement;
      "vehicle-gallery": CustomElement;
      "vin-camera": CustomElement;
    }
  }
}
