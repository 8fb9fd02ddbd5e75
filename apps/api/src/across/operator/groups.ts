/** `groups …` and `account group`: customers with prices of their own. */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { callCommand } from "./call-command.ts";
import type { Command } from "./command.ts";
import { table } from "./table.ts";

const groupsTable = (groups: ConsoleResponse<ConsoleCalls["groupList"]>["items"]) =>
  table(
    groups.map((group) => ({ ...group, prices: group.prices.length })),
    { none: "There are no groups.", columns: ["name", "customers", "prices", "createdAt"] },
  );

const add = callCommand({
  call: "groupAdd",
  name: "groups add",
  args: "NAME",
  help: "Add a group of customers, for prices of their own (prices set … --group NAME)",
  words: ["name"],
  show: ({ group }) => ({ text: groupsTable([group]), json: group }),
});

const list = callCommand({
  call: "groupList",
  name: "groups list",
  args: "",
  help: "List groups of customers and their own prices",
  show: ({ items }) => ({ text: groupsTable(items), json: items }),
});

const assign = callCommand({
  call: "customerGroup",
  name: "account group",
  args: "EMAIL NAME",
  help: "Put a customer into a group, or with none out of his; it counts from the next order on",
  words: ["account"],
  fields: ({ args: [, name] }) => ({ group: name === "none" ? undefined : name }),
  show: ({ id, group }, { account: email }) => ({
    text: group === null ? `${email} is in no group.` : `${email} is in ${group}.`,
    json: { email, id, group },
  }),
});

export const groupCommands: Command[] = [add, list, assign];
