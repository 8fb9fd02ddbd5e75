/** `notify add|list|remove|test` (spec/operator#alerts). */
import { alertTopics } from "@turnpike/rules/staff-alert.ts";
import { type AlertTarget, alertTargets } from "../staff-alert/store/targets.ts";
import { addAlertTarget, removeAlertTarget, testAlertTarget } from "./acts/staff-alerts.ts";
import { type Command, performFromCli, wholeNumber } from "./command.ts";

const jsonOf = ({ id, kind, shown, topics, createdAt, lastAt, lastError }: AlertTarget) => {
  return { id, kind, to: shown, on: topics, createdAt, lastAt, lastError };
};
const textOf = ({ id, kind, shown, topics, lastAt, lastError }: AlertTarget) => {
  const last = lastAt === null ? "" : `; ${lastError || "arrived"} ${lastAt.toISOString()}`;
  return `${id}  ${kind}:${shown}  ${topics.join(",")}${last}`;
};

const add: Command = {
  name: "notify add",
  args: "PLACE [--on TOPICS]",
  help: `Tell staff at mail:EMAIL, webhook:URL or telegram:TOKEN@CHAT of ${alertTopics.join(", ")}; all without --on`,
  run: async ({ services, args: [place = ""], options }) => {
    const on = typeof options.on === "string" ? options.on : "";
    const target = await performFromCli(services, addAlertTarget, { place, on });
    return { ok: true, text: textOf(target), json: jsonOf(target) };
  },
};

const list: Command = {
  name: "notify list",
  args: "",
  help: "Show where staff are told, of what, and how the last message went",
  run: async ({ services }) => {
    const targets = await alertTargets(services.db);
    const text = targets.map(textOf).join("\n") || "Nobody is told of anything.";
    return { ok: true, text, json: targets.map(jsonOf) };
  },
};

const remove: Command = {
  name: "notify remove",
  args: "ID",
  help: "Tell staff at this place no more",
  run: async ({ services, args: [id] }) => {
    const target = await performFromCli(services, removeAlertTarget, { id: wholeNumber(id, "ID") });
    return { ok: true, text: `Removed ${target.kind}:${target.shown}.`, json: jsonOf(target) };
  },
};

const test: Command = {
  name: "notify test",
  args: "ID",
  help: "Send a test to this place now",
  run: async ({ services, args: [id] }) => {
    const json = await performFromCli(services, testAlertTarget, { id: wholeNumber(id, "ID") });
    return { ok: json.delivered, text: json.delivered ? "Sent." : json.error, json };
  },
};

export const staffAlertCommands: Command[] = [add, list, remove, test];
