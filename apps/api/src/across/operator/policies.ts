/** `policy …`: lists of domains that are refused (spec/operator#target-policy). */
import { createReadStream } from "node:fs";
import { policySetting } from "../target-policy/policies.ts";
import { examples, readList } from "../target-policy/read-list.ts";
import {
  importPolicy,
  type ListedPolicy,
  listedPolicy,
  removePolicy,
  setPolicy,
} from "./acts/policies.ts";
import { type Command, type CommandInput, performFromCli, UsageError } from "./command.ts";
import { table } from "./table.ts";

/** Where a list counts, and whom it spares, in a sentence. */
function scopeOf({ pools, except }: ListedPolicy): string {
  const whom = except === null ? "everybody" : "accounts without an approved identity";
  if (pools === "all") return `refused to ${whom}, everywhere`;
  return pools.length === 0
    ? "refused nowhere: say where with policy set NAME --pools A,B"
    : `refused to ${whom} in ${pools.join(", ")}`;
}

const importList: Command = {
  name: "policy import",
  args: "NAME FILE",
  help: "Import a list of domains (plain names, a hosts file, ||domain^ lines; - for standard input) in place of an earlier one of that name; a new list is refused nowhere until policy set",
  run: async ({ services, args: [name = "", file = ""] }) => {
    const list = await readList(file === "-" ? process.stdin : createReadStream(file));
    const json = await performFromCli(services, importPolicy, { name, list });
    const text = `${name}: ${json.names} names, ${scopeOf(json)}${examples(list)}`;
    return { ok: true, text, json };
  },
};

/** Reads `--pools` and `--except`. @throws UsageError */
function readScope({ pools, except }: CommandInput["options"]) {
  if (typeof except === "string" && except !== "approved" && except !== "nobody")
    throw new UsageError("--except is approved or nobody");
  const words = typeof pools === "string" ? pools.split(",").map((word) => word.trim()) : undefined;
  const [only] = words?.length === 1 ? words : [];
  const where = only === "all" ? null : only === "none" ? [] : words?.filter((word) => word !== "");
  return { pools: where, exceptApproved: except === undefined ? undefined : except === "approved" };
}

const set: Command = {
  name: "policy set",
  args: "NAME [--pools A,B|all|none] [--except approved|nobody]",
  help: "Set in which pools (or products: ip, static, short, port, bandwidth) a list is refused, and whether accounts with an approved identity may go there",
  run: async ({ services, args: [name = ""], options }) => {
    const scope = readScope(options);
    if (scope.pools === undefined && scope.exceptApproved === undefined)
      throw new UsageError("name --pools or --except");
    const json = await performFromCli(services, setPolicy, { name, ...scope });
    return { ok: true, text: `${name} is ${scopeOf(json)}.`, json };
  },
};

const list: Command = {
  name: "policy list",
  args: "",
  help: "List the lists of domains that are refused",
  run: async ({ services }) => {
    const json = services.settings.get(policySetting).map(listedPolicy);
    const rows = json.map((row) => ({ ...row, pools: [row.pools].flat().join(",") || "none" }));
    const columns = ["name", "names", "pools", "except", "leftOut", "importedAt"] as const;
    const text = table(rows, { none: "There are no lists.", columns: [...columns] });
    return { ok: true, text, json };
  },
};

const remove: Command = {
  name: "policy remove",
  args: "NAME",
  help: "Remove a list: its names are reachable again",
  run: async ({ services, args: [name = ""] }) => {
    const json = await performFromCli(services, removePolicy, { name });
    return { ok: true, text: `${name} is removed; its names are reachable again.`, json };
  },
};

export const policyCommands: Command[] = [importList, set, list, remove];
