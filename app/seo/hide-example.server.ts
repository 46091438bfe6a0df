import type { NextFunction, Request, Response } from "express";
import { isExampleBusiness } from "~/business/example.server";

/** Keeps a site with the example's details out of search engines. */
export function hideExample(_request: Request, response: Response, next: NextFunction): void {
  if (isExampleBusiness()) response.setHeader("X-Robots-Tag", "noindex");
  next();
}
