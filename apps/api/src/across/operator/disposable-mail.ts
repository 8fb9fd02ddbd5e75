/** `disposable list|add|except|remove|check` (spec/sign-in#disposable-mail). */
import { asciiEmail } from "@turnpike/rules/credentials.ts";
import { FieldRefused } from "../../platform/act-refused.ts";
import { isDisposable } from "../../identity/disposable-mail/judge.ts";
import { type OwnDomains, ownDomainsSetting } from "../../identity/disposable-mail/setting.ts";
import { type MailDomainRule, setMailDomain } from "./acts/disposable-mail.ts";
import { type Command, performFromCli } from "./command.ts";

const rowsOf = ({ added, excepted }: OwnDomains) => [
  ...added.map((domain) => ({ domain, rule: "refuse" })),
  ...excepted.map((domain) => ({ domain, rule: "allow" })),
];
const shown = (own: OwnDomains) => {
  const json = rowsOf(own);
  const text = json.map(({ domain, rule }) => `${rule.padEnd(7)} ${domain}`).join("\n");
  return { ok: true, text: text || "No domains of your own: the list decides.", json };
};

const list: Command = {
  name: "disposable list",
  args: "",
  help: "Show your own domains of disposable mail, and exceptions from the list",
  run: async ({ services }) => shown(services.settings.get(ownDomainsSetting)),
};

const ruling = (word: string, rule: MailDomainRule, help: string): Command => ({
  name: `disposable ${word}`,
  args: "DOMAIN",
  help,
  run: async ({ services, args: [domain = ""] }) =>
    shown(await performFromCli(services, setMailDomain, { domain, rule })),
});

const check: Command = {
  name: "disposable check",
  args: "EMAIL",
  help: "Say whether an address counts as disposable",
  run: async ({ services, args: [typed = ""] }) => {
    const email = asciiEmail(typed);
    if (email === null)
      throw new FieldRefused({ field: "email", column: null, fault: "is not an address" });
    const disposable = isDisposable(services, email);
    const text = disposable ? `${email} is disposable.` : `${email} is not disposable.`;
    return { ok: true, text, json: { email, disposable } };
  },
};

export const disposableMailCommands: Command[] = [
  list,
  ruling("add", "refuse", "Count a domain and its subdomains as disposable"),
  ruling("except", "allow", "Do not count a domain and its subdomains as disposable"),
  ruling("remove", "none", "Leave a domain to the list again"),
  check,
];
