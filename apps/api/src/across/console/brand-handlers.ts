/** Handlers for the installation's brand (spec/brand). */
import { FieldRefused } from "../../platform/act-refused.ts";
import { brandSetting } from "../../platform/brand/brand.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { lockedSetting } from "../../platform/setting/setting.ts";
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
import { refuseStale, versionOf } from "./stale.ts";

type Names = "brandShow" | "brandSet" | "brandReset";

/** Files of the server's are for the command line. */
const refusePath: LoadImage = async (field) => {
  const fault = "is a path, which only the command line reads: send a data: URL";
  throw new FieldRefused({ field, column: null, fault });
};

export function brandHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    brandShow: async () => {
      const version = versionOf(services.settings.get(brandSetting));
      return { ...shownBrand(services), version };
    },

    async brandSet({ file, seen, reason }, { actor }) {
      const input = await checkedBrand(parseFile(file), refusePath);
      const check = async (tx: Tx) => refuseStale(seen, await lockedSetting(tx, brandSetting));
      return perform(services, setBrand, { actor, input, reason, check });
    },

    brandReset: ({ reason }, { actor }) =>
      perform(services, resetBrand, { actor, input: {}, reason }),
  };
}
