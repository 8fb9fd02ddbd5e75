/** `groups …` and `account group`: customers with prices of their own. */
import { addGroup, setCustomerGroup } from "./acts/groups.ts";
import { type Command, performFromCli } from "./command.ts";
import { type ListedGroup, listGroups } from "./read/groups.ts";
import { table } from "./table.ts";

const groupsTable = (groups: ListedGroup[]) =>
  table(
    groups.map((group) => ({ ...group, prices: group.prices.length })),
    { none: "There are no groups.", columns: ["name", "customers", "prices", "createdAt"] },
  );

const add: Command = {
  name: "groups add",
  args: "NAME",
  help: "Add a group of customers, for prices of their own (prices set … --group NAME)",
  run: async ({ services, args: [name = ""] }) => {
    const json = await performFromCli(services, addGroup, { name });
    return { ok: true, text: groupsTable([json]), json };
  },
};

const list: Command = {
  name: "groups list",
  args: "",
  help: "List groups of customers and their own prices",
  run: async ({ services }) => {
    const json = await listGroups(services.db, { now: services.world.now() });
    return { ok: true, text: groupsTable(json), json };
  },
};

const assign: Command = {
  name: "account group",
  args: "EMAIL NAME",
  help: "Put a customer into a group, or with none out of his; it counts from the next order on",
  run: async ({ services, args: [email = "", name = ""] }) => {
    const input = { account: email, group: name === "none" ? null : name };
    const json = { email, ...(await performFromCli(services, setCustomerGroup, input)) };
    const text = json.group === null ? `${email} is in no group.` : `${email} is in ${json.group}.`;
    return { ok: true, text, json };
  },
};

export const groupCommands: Command[] = [add, list, assign];
