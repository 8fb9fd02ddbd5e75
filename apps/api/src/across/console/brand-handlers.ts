/** Handlers for the installation's brand (spec/brand). */
import { FieldRefused } from "../../platform/act-refused.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import {
  checkedBrand,
  type LoadImage,
  resetBrand,
  setBrand,
  shownBrand,
} from "../operator/acts/brand.ts";
import { parseFile } from "../operator/read/parse-file.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names = "brandShow" | "brandSet" | "brandReset";

/** Files of the server's are for the command line. */
const refusePath: LoadImage = async (field) => {
  const fault = "is a path, which only the command line reads: send a data: URL";
  throw new FieldRefused({ field, column: null, fault });
};

export function brandHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    brandShow: async () => shownBrand(services),

    async brandSet({ file, reason }, { actor }) {
      const input = await checkedBrand(parseFile(file), refusePath);
      return perform(services, setBrand, { actor, input, reason });
    },

    brandReset: ({ reason }, { actor }) =>
      perform(services, resetBrand, { actor, input: {}, reason }),
  };
}
