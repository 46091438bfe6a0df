/** A toast message (specification, section 3). */
export interface Toast {
  id: string;
  title: string;
  description?: string;
  variant: "default" | "destructive";
}

/** How long a toast is displayed, in milliseconds (specification, section 9). */
export const TOAST_DURATION_MS = 5000;
