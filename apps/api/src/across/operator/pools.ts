/** `pools …`: what traffic plans draw from, and who serves it (spec/supply#pools). */
import { langs } from "@turnpike/contract/refusals.ts";
import type { ProductTexts } from "@turnpike/rules/product.ts";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { poolNames, poolTitle } from "../../platform/traffic-pools/pools.ts";
import { addPool, removeMember, setMember } from "./acts/pools.ts";
import {
  type Command,
  type CommandInput,
  performFromCli,
  UsageError,
  wholeNumber,
} from "./command.ts";
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

const set: Command = {
  name: "pools set",
  args: "[NAME] MEMBER [--priority N] [--weight N]",
  help: "Set a member's priority and weight in a pool, or make it one; own: own exits",
  run: async ({ services, args, options }) => {
    const [pool = "", member = ""] = args.length === 1 ? [firstPool, ...args] : args;
    const given = (name: "priority" | "weight", min: number) =>
      options[name] === undefined ? null : wholeNumber(options[name], `--${name}`, min);
    const share = { priority: given("priority", 1), weight: given("weight", 0) };
    if (share.priority === null && share.weight === null)
      throw new UsageError("name --priority N, --weight N or both");
    const json = await performFromCli(services, setMember, { pool, member, ...share });
    const text = `${member} in ${pool}: priority ${json.priority}, weight ${json.weight}.`;
    return { ok: true, text, json };
  },
};

const remove: Command = {
  name: "pools remove",
  args: "NAME MEMBER",
  help: "Take a member out of a pool: it serves no new connection of it",
  run: async ({ services, args: [pool = "", member = ""] }) => {
    const json = await performFromCli(services, removeMember, { pool, member });
    return { ok: true, text: `${member} is no member of ${pool} any more.`, json };
  },
};

export const poolCommands: Command[] = [add, show, set, remove];
