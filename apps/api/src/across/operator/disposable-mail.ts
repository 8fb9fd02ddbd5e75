/** `disposable list|add|except|remove|check` (spec/sign-in#disposable-mail). */
import type { ConsoleCalls, ConsoleRequest } from "@turnpike/contract/console/calls.ts";
import { asciiEmail } from "@turnpike/rules/credentials.ts";
import { FieldRefused } from "../../platform/act-refused.ts";
import { isDisposable } from "../../identity/disposable-mail/judge.ts";
import { callCommand } from "./call-command.ts";
import type { Command } from "./command.ts";

type Rule = ConsoleRequest<ConsoleCalls["disposableMailSet"]>["rule"];

const shown = ({ added, excepted }: { added: string[]; excepted: string[] }) => {
  const json = [
    ...added.map((domain) => ({ domain, rule: "refuse" })),
    ...excepted.map((domain) => ({ domain, rule: "allow" })),
  ];
  const text = json.map(({ domain, rule }) => `${rule.padEnd(7)} ${domain}`).join("\n");
  return { text: text || "No domains of your own: the list decides.", json };
};

const list = callCommand({
  call: "disposableMailList",
  name: "disposable list",
  args: "",
  help: "Show your own domains of disposable mail, and exceptions from the list",
  show: shown,
});

const ruling = (word: string, rule: Rule, help: string) =>
  callCommand({
    call: "disposableMailSet",
    name: `disposable ${word}`,
    args: "DOMAIN",
    help,
    words: ["domain"],
    fields: () => ({ rule }),
    show: shown,
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
