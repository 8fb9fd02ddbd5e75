/** The act on rates and country rules (spec/money#rates). */
import { type RateName, type Rates, readRate } from "@turnpike/rules/rates.ts";
import { FieldRefused } from "../../../platform/act-refused.ts";
import { ratesSetting } from "../../../platform/rates/rates.ts";
import { changeSetting } from "../../../platform/setting/setting.ts";
import { defineAct } from "./act.ts";

/** Sets one rate, as it is typed; what was earned before stays. @throws FieldRefused */
export const setRate = defineAct<{ name: string; value: string }, Rates>({
  action: "rates.set",
  run: async ({ settings }, tx, { name, value }) => {
    const read = readRate(name, value);
    if ("fault" in read) throw new FieldRefused({ field: name, column: null, fault: read.fault });
    const change = (before: Rates): Rates => ({ ...before, ...read.change });
    const { before, after } = await changeSetting(tx, ratesSetting, change);
    const only = (rates: Rates) => ({ [name]: rates[name as RateName] });
    return {
      result: after,
      subject: name,
      before: only(before),
      after: only(after),
      // This process has it before it says so.
      afterCommit: async () => {
        await settings.refresh();
        return after;
      },
    };
  },
});
