import { signerFor } from "~/http/signed-text.server";
import { isValidId } from "~/values/id";
import { ALERT_PAGE } from "./alert";

const links = signerFor("arrival alert");

/** The path of the private page of one alert. The link works for as long as the alert is stored. */
export function alertPath(id: string): string {
  return `${ALERT_PAGE}?key=${id}.${links.sign(id)}`;
}

/** The id of the alert that a link's key opens; undefined if it was not made here. */
export function readAlertKey(key: string): string | undefined {
  const [id, signature, ...rest] = key.split(".");
  if (!isValidId(id) || !signature || rest.length > 0) return undefined;
  return links.isSigned(id, signature) ? id : undefined;
}
