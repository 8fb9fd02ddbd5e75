/** Handlers for domains of disposable mail (spec/sign-in#disposable-mail). */
import { type OwnDomains, ownDomainsSetting } from "../../identity/disposable-mail/setting.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { setMailDomain } from "../operator/acts/disposable-mail.ts";
import type { ConsoleHandlers } from "./caller.ts";

export function disposableMailHandlers(
  services: Services,
): Pick<ConsoleHandlers, "disposableMailList" | "disposableMailSet"> {
  const present = ({ added, excepted }: OwnDomains) => ({
    mode: services.env.DISPOSABLE_MAIL,
    added: [...added],
    excepted: [...excepted],
  });
  return {
    disposableMailList: async () => present(services.settings.get(ownDomainsSetting)),

    async disposableMailSet({ reason, ...input }, { actor }) {
      return present(await perform(services, setMailDomain, { actor, input, reason }));
    },
  };
}
