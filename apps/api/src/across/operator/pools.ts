/** `pools …`: what traffic plans draw from, and who serves it (spec/supply#pools). */
import { langs } from "@turnpike/contract/refusals.ts";
import type { ProductTexts } from "@turnpike/rules/product.ts";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { poolNames, poolTitle } from "../../platform/traffic-pools/pools.ts";
import { addPool } from "./acts/pools.ts";
import { callCommand } from "./call-command.ts";
import { type Command, type CommandInput, performFromCli, UsageError } from "./command.ts";
import { poolMembers } from "./read/pools.ts";
import { table } from "./table.ts";

/** The titles that options name: `--title`, `--title-de` … */
function titlesOf(options: CommandInput["options"]): ProductTexts {
  const { title: en } = options;
  if (typeof en !== "string") throw new UsageError("name --title T, what customers read");
  const others = langs.flatMap((lang) => {
    const text = options[lang === "zh" && options["title-zh-tw"] ? "title-zh-tw" : `title-${lang}`];
    return typeof text === "string" ? [[lang, text] as const] : [];
  });
  return { ...Object.fromEntries(others), en };
}

const add: Command = {
  name: "pools add",
  args: "NAME --title T [--title-de T] [--title-fr T] [--title-ru T] [--title-vi T] [--title-zh-tw T]",
  help: "Add a pool of traffic, without members; its name stays for good",
  run: async ({ services, args: [name = ""], options }) => {
    const json = await performFromCli(services, addPool, { name, title: titlesOf(options) });
    const text = `There is a pool ${name}. Add members with pools set, products with its name.`;
    return { ok: true, text, json };
  },
};

const show: Command = {
  name: "pools show",
  args: "",
  help: "Show the members of all pools: priority 1 goes before 2, weights share a priority",
  run: async ({ services }) => {
    const json = await poolMembers(services);
    const columns = ["pool", "member", "priority", "weight", "state"] as const;
    const empty = poolNames(services)
      .filter((pool) => !json.some((row) => row.pool === pool))
      .map((pool) => `${pool} (${poolTitle(services, pool, "en")}) has no members.`);
    const text = [table(json, { none: "", columns: [...columns] }), ...empty].join("\n");
    return { ok: true, text, json };
  },
};

const set = callCommand({
  call: "poolSet",
  name: "pools set",
  args: "[NAME] MEMBER [--priority N] [--weight N]",
  help: "Set a member's priority and weight in a pool, or make it one; own: own exits",
  fields: ({ args, options: { priority, weight } }) => {
    if (priority === undefined && weight === undefined)
      throw new UsageError("name --priority N, --weight N or both");
    const [pool = "", member = ""] = args.length === 1 ? [firstPool, ...args] : args;
    return { pool, member };
  },
  show: (json) => ({
    text: `${json.member} in ${json.pool}: priority ${json.priority}, weight ${json.weight}.`,
    json,
  }),
});

const remove = callCommand({
  call: "poolRemove",
  name: "pools remove",
  args: "NAME MEMBER",
  help: "Take a member out of a pool: it serves no new connection of it",
  words: ["pool", "member"],
  show: (json, { pool, member }) => ({
    text: `${member} is no member of ${pool} any more.`,
    json,
  }),
});

export const poolCommands: Command[] = [add, show, set, remove];
