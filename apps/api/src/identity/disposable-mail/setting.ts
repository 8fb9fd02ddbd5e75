/** The operator's additions to the list of disposable mail, and exceptions from it. */
import { z } from "zod";
import { setting } from "../../platform/setting/setting.ts";

/** Of each; the list itself has all that is well known. */
export const maxOwnDomains = 5_000;

export interface OwnDomains {
  added: readonly string[];
  excepted: readonly string[];
}
const domains = z.array(z.string().max(253)).max(maxOwnDomains);

export const ownDomainsSetting = setting<OwnDomains>({
  name: "disposableMail",
  schema: z.object({ added: domains, excepted: domains }),
  initial: { added: [], excepted: [] },
});
