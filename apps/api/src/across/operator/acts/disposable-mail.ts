/** The act on domains of disposable mail (spec/sign-in#disposable-mail). */
import { mailDomain } from "@turnpike/rules/mail-domain.ts";
import { FieldRefused } from "../../../platform/act-refused.ts";
import { changeSetting } from "../../../platform/setting/setting.ts";
import {
  maxOwnDomains,
  type OwnDomains,
  ownDomainsSetting,
} from "../../../identity/disposable-mail/setting.ts";
import { defineAct } from "./act.ts";

/** `refuse` adds it to the list, `allow` excepts it, `none` leaves it to the list again. */
export type MailDomainRule = "refuse" | "allow" | "none";

const fault = (text: string) => new FieldRefused({ field: "domain", column: null, fault: text });

/** Sets the operator's rule for one domain and its subdomains. @throws FieldRefused */
export const setMailDomain = defineAct<{ domain: string; rule: MailDomainRule }, OwnDomains>({
  action: "disposableMail.set",
  run: async ({ settings }, tx, { domain: typed, rule }) => {
    const domain = mailDomain(typed);
    if (domain === null) throw fault("is not a domain of mail, such as example.com");
    const { before, after } = await changeSetting(tx, ownDomainsSetting, (all) => {
      const added = all.added.filter((one) => one !== domain);
      const excepted = all.excepted.filter((one) => one !== domain);
      if (rule === "refuse") added.push(domain);
      if (rule === "allow") excepted.push(domain);
      if (Math.max(added.length, excepted.length) > maxOwnDomains)
        throw fault(`${maxOwnDomains} domains at most`);
      return { added: added.toSorted(), excepted: excepted.toSorted() };
    });
    const ruleOf = ({ added, excepted }: OwnDomains): MailDomainRule =>
      added.includes(domain) ? "refuse" : excepted.includes(domain) ? "allow" : "none";
    return {
      result: after,
      subject: domain,
      before: ruleOf(before),
      after: ruleOf(after),
      // This process has it before it says so.
      afterCommit: async () => {
        await settings.refresh();
        return after;
      },
    };
  },
});
