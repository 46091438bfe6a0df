import { useEffect, useState } from "react";
import { SERVICE_SUCCESS_VIEW_MS } from "~/requests/repair";

/**
 * True for the five seconds in which a form that was just sent shows its confirmation alone. After
 * them the form is back, below the confirmation; a page that comes with a confirmation, as without script, has both at once.
 * @param sent what was sent, such as its reference; undefined for nothing
 */
export function useSuccessView(sent: string | undefined): boolean {
  const [shown, setShown] = useState(sent);
  const isAlone = sent !== undefined && sent !== shown;
  useEffect(() => {
    if (!isAlone) return;
    const timer = setTimeout(() => setShown(sent), SERVICE_SUCCESS_VIEW_MS);
    return () => clearTimeout(timer);
  }, [isAlone, sent]);
  return isAlone;
}
