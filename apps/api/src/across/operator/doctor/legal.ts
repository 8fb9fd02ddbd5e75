/** Legal documents of the provider's own (spec/law#drafts). */
import { agreedKinds } from "@turnpike/rules/legal.ts";
import type { Services } from "../../../platform/services.ts";
import { draftsInUse } from "../../legal/document.ts";
import { type Check, ok, warning } from "./check.ts";

export async function legalCheck(services: Pick<Services, "db">): Promise<Check> {
  const drafts = await draftsInUse(services);
  if (drafts.length === 0) return ok("legal", "own texts are published");
  const which = drafts.length === agreedKinds.length ? "" : `: ${drafts.join(", ")}`;
  return warning("legal", `drafts in use${which}`, "operator legal publish KIND FILE.md --lang L");
}
