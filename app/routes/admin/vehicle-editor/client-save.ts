import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import type { VehicleForm } from "~/models/vehicle-form";
import { failedAnswer } from "./answer";
import { forgetKeptWords } from "./kept-words";

/**
 * The client action of both editors: the words stay in the form where the network fails or something odd answers in
 * our place.
 */
export function savingInBrowser(vehicleForm: VehicleForm) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const typed = await request.clone().formData();
    try {
      return (await serverAction()) ?? failedInBrowser(typed, vehicleForm, "site");
    } catch (problem) {
      if (problem instanceof Response) {
        if (!leadsToSignIn(problem)) forgetKeptWords(new URL(request.url).pathname);
        throw problem;
      }
      return failedInBrowser(typed, vehicleForm, isRouteErrorResponse(problem) ? "site" : "network");
    }
  };
}

// As a Response of an error's status, so that nothing else is loaded anew over the same broken line.
function failedInBrowser(
  typed: FormData,
  vehicleForm: VehicleForm,
  why: Parameters<typeof failedAnswer>[2],
): Response {
  return Response.json(failedAnswer(typed, vehicleForm, why), { status: 503 });
}

function leadsToSignIn(answer: Response): boolean {
  return answer.headers.get("Location")?.startsWith("/login") ?? false;
}
