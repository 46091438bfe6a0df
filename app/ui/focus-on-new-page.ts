import { useEffect, useRef } from "react";

/** After a step to another page, who reads with a keyboard or a screen reader goes on at the list's head. */
export function useFocusOnNewPage(page: number, focus: () => void) {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) focus();
    shown.current = page;
  });
}
