/** Handlers for imports from another program. */
import type { Services } from "../../platform/services.ts";
import { prepareImport } from "../moving-in/import.ts";
import { perform } from "../operator/acts/act.ts";
import { alone, importFile, previewOf, tryImport } from "../operator/acts/import.ts";
import type { ConsoleHandlers } from "./caller.ts";

export function importHandlers(
  services: Services,
): Pick<ConsoleHandlers, "importPreview" | "importApply"> {
  return {
    importPreview: ({ kind, csv }) =>
      alone(services, async () => previewOf(await tryImport(services, kind, csv))),
    importApply: ({ kind, csv, reason }, { actor }) =>
      alone(services, async () => {
        const prepared = await prepareImport(services, kind, csv);
        const input = { prepared, file: `console: ${kind}` };
        return perform(services, importFile, { actor, input, reason });
      }),
  };
}
