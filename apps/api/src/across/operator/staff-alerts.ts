/** `notify add|list|remove|test` (spec/operator#alerts). */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { alertTopics } from "@turnpike/rules/staff-alert.ts";
import { callCommand } from "./call-command.ts";
import type { Command } from "./command.ts";

type Place = ConsoleResponse<ConsoleCalls["notifyAdd"]>["item"];

const textOf = ({ id, kind, to, on, lastAt, lastError }: Place) => {
  const last = lastAt === null ? "" : `; ${lastError || "arrived"} ${lastAt}`;
  return `${id}  ${kind}:${to}  ${on.join(",")}${last}`;
};

const add = callCommand({
  call: "notifyAdd",
  name: "notify add",
  args: "PLACE [--on TOPICS]",
  help: `Tell staff at mail:EMAIL, webhook:URL or telegram:TOKEN@CHAT of ${alertTopics.join(", ")}; all without --on`,
  words: ["place"],
  fields: ({ options }) => (options.on === undefined ? { on: [] } : {}),
  show: ({ item }) => ({ text: textOf(item), json: item }),
});

const list = callCommand({
  call: "notifyList",
  name: "notify list",
  args: "",
  help: "Show where staff are told, of what, and how the last message went",
  show: ({ items }) => ({
    text: items.map(textOf).join("\n") || "Nobody is told of anything.",
    json: items,
  }),
});

const remove = callCommand({
  call: "notifyRemove",
  name: "notify remove",
  args: "ID",
  help: "Tell staff at this place no more",
  words: ["id"],
  show: ({ item }) => ({ text: `Removed ${item.kind}:${item.to}.`, json: item }),
});

const test = callCommand({
  call: "notifyTest",
  name: "notify test",
  args: "ID",
  help: "Send a test to this place now",
  words: ["id"],
  show: (json) => ({ ok: json.delivered, text: json.delivered ? "Sent." : json.error, json }),
});

export const staffAlertCommands: Command[] = [add, list, remove, test];
