/** `targets …`: targets blocked for all accounts or for one. */
import { readBlockedTarget } from "@turnpike/rules/blocked-target.ts";
import { targetForms } from "./acts/targets.ts";
import { callCommand } from "./call-command.ts";
import { type Command, type CommandInput, UsageError } from "./command.ts";
import { table } from "./table.ts";

/** Parses the pattern. @throws UsageError */
function patternOf({ args: [pattern = ""] }: CommandInput) {
  if (readBlockedTarget(pattern) === null) throw new UsageError(`PATTERN is one of ${targetForms}`);
  return { pattern };
}

const block = callCommand({
  call: "targetBlock",
  name: "targets block",
  args: "PATTERN [--account EMAIL]",
  help: `Refuse a target to every account or to one, and end open connections: ${targetForms}`,
  fields: patternOf,
  show: (json) => {
    const { pattern, account, added } = json;
    const scope = account ?? "every account";
    return { text: `${pattern} is ${added ? "" : "already "}blocked for ${scope}.`, json };
  },
});

const unblock = callCommand({
  call: "targetUnblock",
  name: "targets unblock",
  args: "PATTERN [--account EMAIL]",
  help: "Allow a blocked target again",
  fields: patternOf,
  show: (json) => ({
    text: `${json.pattern} is allowed again for ${json.account ?? "every account"}.`,
    json,
  }),
});

const list = callCommand({
  call: "targetList",
  name: "targets list",
  args: "[--account EMAIL]",
  help: "List blocked targets",
  show: ({ items }) => {
    const json = items.map(({ pattern, accountId, email, createdAt }) => ({
      pattern,
      account: accountId && (email ?? `closed: ${accountId}`),
      createdAt,
    }));
    const text = table(json, {
      none: "No target is blocked.",
      columns: ["pattern", "account", "createdAt"],
    });
    return { text, json };
  },
});

export const targetCommands: Command[] = [block, unblock, list];
