/** Handlers for rates and country rules (spec/money#rates). */
import type { Rates } from "@turnpike/rules/rates.ts";
import { ratesOf } from "../../platform/rates/rates.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { setRate } from "../operator/acts/rates.ts";
import type { ConsoleHandlers } from "./caller.ts";

const present = ({ whitelistRefusedCountries, signUpRefusedCountries, ...numbers }: Rates) => ({
  ...numbers,
  whitelistRefusedCountries: [...whitelistRefusedCountries],
  signUpRefusedCountries: [...signUpRefusedCountries],
});

export function rateHandlers(services: Services): Pick<ConsoleHandlers, "rateList" | "rateSet"> {
  return {
    rateList: async () => present(ratesOf(services)),

    async rateSet({ reason, ...input }, { actor }) {
      return present(await perform(services, setRate, { actor, input, reason }));
    },
  };
}
