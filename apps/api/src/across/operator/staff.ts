/** `staff …`: the people who may use the console (spec/console#staff). */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { asciiEmail } from "@turnpike/rules/credentials.ts";
import { staffRoles } from "@turnpike/rules/staff.ts";
import { callCommand } from "./call-command.ts";
import { type Command, UsageError } from "./command.ts";
import { table } from "./table.ts";

const list = callCommand({
  call: "staffList",
  name: "staff list",
  args: "",
  help: "List the people who may use the console",
  show: ({ items }) => ({
    text: table(items, {
      none: "Nobody yet.",
      columns: ["email", "role", "hasPassword", "mfaBound", "lastSignInAt", "disabledAt", "id"],
    }),
    json: items,
  }),
});

function showInvitation(json: ConsoleResponse<ConsoleCalls["staffAdd"]>) {
  const { staff, link, expiresAt } = json;
  const text = `${staff.email} (${staff.role}) sets a password at this link, once, until ${expiresAt}:\n${link}`;
  return { text, json };
}

const add = callCommand({
  call: "staffAdd",
  name: "staff add",
  args: "EMAIL --role ROLE",
  help: `Add a person and print the one-time link that sets the password; ROLE is ${staffRoles.join(", ")}`,
  fields: ({ args: [given = ""] }) => {
    const email = asciiEmail(given.trim());
    if (email === null) throw new UsageError("EMAIL must be an e-mail address");
    return { email };
  },
  show: showInvitation,
});

const link = callCommand({
  call: "staffLink",
  name: "staff link",
  args: "EMAIL [--reason TEXT]",
  help: "Print a new link for a person who lost password or second factor; both are removed",
  words: ["id"],
  show: showInvitation,
});

const giveRole = callCommand({
  call: "staffRole",
  name: "staff role",
  args: "EMAIL --role ROLE [--reason TEXT]",
  help: "Give a person another role",
  words: ["id"],
  show: ({ staff }) => ({ text: `${staff.email} is ${staff.role}.`, json: staff }),
});

const switchCommand = (word: "disable" | "enable", help: string) =>
  callCommand({
    call: word === "disable" ? "staffDisable" : "staffEnable",
    name: `staff ${word}`,
    args: "EMAIL [--reason TEXT]",
    help,
    words: ["id"],
    show: ({ staff }) => ({ text: `${staff.email} is ${word}d.`, json: staff }),
  });

export const staffCommands: Command[] = [
  list,
  add,
  link,
  giveRole,
  switchCommand("disable", "End a person's sessions and refuse their sign-in"),
  switchCommand("enable", "Let a disabled person sign in again"),
];
