/** One message to the visitor (specification, section 3). */
export interface Toast {
  id: string;
  title: string;
  description?: string;
  variant: "default" | "destructive";
}

/** How long a toast stays, in milliseconds (specification, section 9). */
export const TOAST_DURATION_MS = 5000;
