import { useEffect } from "react";
import { markErrorTitle, stripErrorMark } from "./error-title";

/** Marks the page's title while it shows errors. */
export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    document.title = markErrorTitle(document.title);
    return () => {
      document.title = stripErrorMark(document.title);
    };
  }, [hasErrors]);
}
