/** `exits import --list`, `exits lists|sync|until`: lists bought from wholesalers (spec/supply#lists). */
import { fetchList, type ListImport, prepareList } from "../../inventory/exit/list-import.ts";
import { prepareSync } from "../../inventory/exit/list-sync.ts";
import type { Services } from "../../platform/services.ts";
import { importList, syncList } from "./acts/lists.ts";
import { callCommand } from "./call-command.ts";
import {
  type Command,
  type CommandInput,
  type CommandResult,
  performFromCli,
  readText,
  UsageError,
} from "./command.ts";
import { isDay } from "./read/days.ts";
import { isListName, listNameFor } from "./read/exit-lists.ts";
import { table } from "./table.ts";

const products = ["static", "short", "pool"] as const;
const protocols = ["http", "socks5"] as const;
const NAMED = 10;

function oneOf<const T extends readonly string[]>(values: T, text: unknown, what: string) {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new UsageError(`${what} is one of ${values.join(", ")}`);
  return found as T[number];
}

/** The day until which a list is paid. @throws UsageError */
function dayOf(text: unknown): string | null {
  if (text === undefined || text === "none") return null;
  if (typeof text !== "string" || !isDay(text))
    throw new UsageError("a day is written YYYY-MM-DD, or none");
  return text;
}

/** The options of a list. @throws UsageError */
function readHead(options: CommandInput["options"]): Omit<ListImport, "text"> {
  const text = (name: string) => {
    const value = options[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const product = oneOf(products, options["product"], "--product");
  const how = oneOf(protocols, options["how"], "--how");
  const country = text("country").toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw new UsageError("--country must be a code of two letters");
  const provenance = text("provenance");
  if (provenance === "") throw new UsageError("--provenance is missing: where the list comes from");
  const asn = text("asn").replace(/^AS/i, "");
  if (!/^\d{0,10}$/.test(asn) || Number(asn) > 4_294_967_295)
    throw new UsageError("--asn must be a number");
  const name = text("name") || listNameFor({ product, country, provenance });
  if (!isListName(name)) throw new UsageError("--name is up to 40 of a-z, 0-9 and -");
  const place = { country, state: text("state"), city: text("city"), isp: text("isp") };
  const url = text("url") || null;
  const endsOn = dayOf(options["until"]);
  const node = text("node").toLowerCase();
  return { name, product, how, ...place, asn: Number(asn), provenance, node, url, endsOn };
}

/** `exits import [FILE] --list …`. */
export async function importBought(
  services: Services,
  { args: [file], options }: Pick<CommandInput, "args" | "options">,
): Promise<CommandResult> {
  const head = readHead(options);
  if ((file === undefined) === (head.url === null))
    throw new UsageError("name either a FILE or --url URL");
  const text =
    head.url === null ? await readText(file ?? "-") : await fetchList(services, head.url);
  const prepared = await prepareList(services, head, { text, whole: false });
  const json = await performFromCli(services, importList, { list: { ...head, text }, prepared });
  return { ok: true, text: resultText(json), json };
}

function resultText(done: Awaited<ReturnType<typeof importList.run>>["result"]): string {
  const { name, added, changed, failed, elsewhere, retired, leaving } = done;
  const lines = [`${name}: added ${added} exits, changed ${changed}.`];
  if (retired + leaving > 0)
    lines.push(`Retired ${retired}; ${leaving} go when their customer's time ends.`);
  if (elsewhere > 0) lines.push(`${elsewhere} addresses are registered in another country.`);
  if (failed.length > 0) lines.push(`${failed.length} lines were not taken:`);
  for (const { line, text } of failed.slice(0, NAMED)) lines.push(`  line ${line}: ${text}`);
  if (failed.length > NAMED) lines.push(`  … and ${failed.length - NAMED} more`);
  return lines.join("\n");
}

const sync: Command = {
  name: "exits sync",
  args: "NAME",
  help: "Read a list again from its URL: new lines come, missing ones go after their sold term",
  run: async ({ services, args: [name = ""] }) => {
    const json = await performFromCli(services, syncList, await prepareSync(services, name));
    return { ok: true, text: resultText(json), json };
  },
};

const lists = callCommand({
  call: "exitLists",
  name: "exits lists",
  args: "",
  help: "List the lists bought from wholesalers: what is sold, free and dead, and days left",
  show: ({ items }) => {
    const text = table(items, {
      none: "There are no lists.",
      columns: [
        "name",
        "product",
        "country",
        "lines",
        "sold",
        "free",
        "unreachable",
        "leaving",
        "endsOn",
        "daysLeft",
        "provenance",
        "trouble",
      ],
    });
    return { text, json: items };
  },
});

const until = callCommand({
  call: "exitListEnd",
  name: "exits until",
  args: "NAME DAY",
  help: "Set the last day (YYYY-MM-DD) that a list is paid for, or none; later it is not sold",
  words: ["name"],
  fields: ({ args: [, day] }) => ({ until: dayOf(day) }),
  show: (json) => ({
    text:
      json.until === null
        ? `${json.name} has no end.`
        : `${json.name} is paid until ${json.until}.`,
    json,
  }),
});

export const exitListCommands: Command[] = [lists, sync, until];
