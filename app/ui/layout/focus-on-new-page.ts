import { useEffect, useRef } from "react";

/** Calls `focus` when another page of a list is shown, so that keyboard and screen reader users start at its top. */
export function useFocusOnNewPage(page: number, focus: () => void) {
  const lastPage = useRef(page);
  useEffect(() => {
    if (lastPage.current !== page) focus();
    lastPage.current = page;
  });
}
