/** `staff …`: the people who may use the console (spec/console#staff). */
import { asciiEmail } from "@turnpike/rules/credentials.ts";
import { asStaffRole, staffRoles } from "@turnpike/rules/staff.ts";
import { presentStaff } from "../../identity/staff/present.ts";
import { allStaff } from "../../identity/staff/store/staff.ts";
import * as acts from "./acts/staff.ts";
import {
  performFromCli,
  type Command,
  type CommandInput,
  type CommandResult,
  UsageError,
} from "./command.ts";
import { table } from "./table.ts";

const columns = [
  "email",
  "role",
  "hasPassword",
  "mfaBound",
  "lastSignInAt",
  "disabledAt",
  "id",
] as const;

const list: Command = {
  name: "staff list",
  args: "",
  help: "List the people who may use the console",
  run: async ({ services }) => {
    const json = (await allStaff(services.db)).map(presentStaff);
    return { ok: true, text: table(json, { none: "Nobody yet.", columns: [...columns] }), json };
  },
};

/** @throws UsageError */
function roleOf({ role }: CommandInput["options"]) {
  const found = asStaffRole(role);
  if (found === null) throw new UsageError(`--role must be one of ${staffRoles.join(", ")}`);
  return found;
}

function invitationOutput(json: acts.StaffInvitation): CommandResult {
  const { staff, link, expiresAt } = json;
  const text = `${staff.email} (${staff.role}) sets a password at this link, once, until ${expiresAt}:\n${link}`;
  return { ok: true, text, json };
}

const add: Command = {
  name: "staff add",
  args: "EMAIL --role ROLE",
  help: `Add a person and print the one-time link that sets the password; ROLE is ${staffRoles.join(", ")}`,
  run: async ({ services, args: [given = ""], options }) => {
    const email = asciiEmail(given.trim());
    if (email === null) throw new UsageError("EMAIL must be an e-mail address");
    return invitationOutput(
      await performFromCli(services, acts.add, { email, role: roleOf(options) }),
    );
  },
};

const reasonOf = ({ reason }: CommandInput["options"]) =>
  typeof reason === "string" ? reason : null;

const link: Command = {
  name: "staff link",
  args: "EMAIL [--reason TEXT]",
  help: "Print a new link for a person who lost password or second factor; both are removed",
  run: async ({ services, args: [who = ""], options }) =>
    invitationOutput(await performFromCli(services, acts.renewLink, { who }, reasonOf(options))),
};

const giveRole: Command = {
  name: "staff role",
  args: "EMAIL --role ROLE [--reason TEXT]",
  help: "Give a person another role",
  run: async ({ services, args: [who = ""], options }) => {
    const input = { who, role: roleOf(options) };
    const { staff } = await performFromCli(services, acts.giveRole, input, reasonOf(options));
    return { ok: true, text: `${staff.email} is ${staff.role}.`, json: staff };
  },
};

const switchCommand = (word: "disable" | "enable"): Command => ({
  name: `staff ${word}`,
  args: "EMAIL [--reason TEXT]",
  help:
    word === "disable"
      ? "End a person's sessions and refuse their sign-in"
      : "Let a disabled person sign in again",
  run: async ({ services, args: [who = ""], options }) => {
    const one = word === "disable" ? acts.disable : acts.enable;
    const { staff } = await performFromCli(services, one, { who }, reasonOf(options));
    return { ok: true, text: `${staff.email} is ${word}d.`, json: staff };
  },
});

export const staffCommands: Command[] = [
  list,
  add,
  link,
  giveRole,
  switchCommand("disable"),
  switchCommand("enable"),
];
