import { useRouteLoaderData } from "@remix-run/react";

interface RootData {
  hasMail: boolean;
  publicUrl: string | undefined;
}

/** Whether the site can send mail, from the root's data. */
export function useHasMail(): boolean {
  return useRouteLoaderData<RootData>("root")?.hasMail ?? false;
}

/** Whether visitors can be notified of arrivals: mail is set up, and its links can name this site. */
export function useHasAlerts(): boolean {
  const root = useRouteLoaderData<RootData>("root");
  return Boolean(root?.hasMail && root.publicUrl);
}
