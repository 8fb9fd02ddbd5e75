/** `exits …`: the addresses that traffic leaves from (spec/operator#exits-import). */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { canonicalNetwork } from "@turnpike/rules/network.ts";
import { listExits } from "../../inventory/exit/store/operator-stock.ts";
import { unownedExits } from "../../inventory/exit/store/owners.ts";
import type { Services } from "../../platform/services.ts";
import { callCommand } from "./call-command.ts";
import { importCsv, retire as retireAct } from "./acts/exits.ts";
import {
  performFromCli,
  readText,
  type Command,
  type CommandInput,
  UsageError,
} from "./command.ts";
import { claimCommands } from "./exit-claims.ts";
import { exitListCommands, importBought } from "./exit-lists.ts";
import { exitModemCommands, modemToRetire } from "./exit-modems.ts";
import { table } from "./table.ts";

const LIST_LIMIT = 10_000;
const NAMED = 10;

const imports: Command = {
  name: "exits import",
  args: "[FILE] [--list --product static|short|pool --country CC --how http|socks5 --provenance TEXT [--url URL] [--name NAME] [--state S] [--city C] [--isp I] [--asn N] [--node NODE] [--until DAY]]",
  help: "Import exits from a CSV file, all or none; with --list, the proxies of a bought list",
  run: async ({ services, args, options }) => {
    if (options["list"] === true) return importBought(services, { args, options });
    const [file] = args;
    if (file === undefined) throw new UsageError("usage: exits import FILE");
    const csv = await readText(file);
    const { added, changed } = await performFromCli(services, importCsv, { csv, file });
    const text = `Added ${added} exits, changed ${changed}. Gateways use them at once.`;
    return { ok: true, text, json: { file, added, changed } };
  },
};

const list: Command = {
  name: "exits list",
  args: "[--country CC]",
  help: "List the exits with their origin and holder",
  run: async ({ services, options: { country } }) => {
    const countryCode = typeof country === "string" ? country.toUpperCase() : null;
    if (countryCode !== null && !/^[A-Z]{2}$/.test(countryCode))
      throw new UsageError("--country must be an ISO 3166 code of two letters");
    const now = new Date(services.world.now());
    const { exits, total } = await listExits(services.db, {
      country: countryCode,
      limit: LIST_LIMIT,
      now,
    });
    const columns = [
      "ip",
      "kind",
      "product",
      "state",
      "node",
      "country",
      "city",
      "isp",
      "asn",
      "provenance",
    ] as const;
    const text = table(exits, { none: "There are no exits.", columns: [...columns] });
    const more = total > exits.length ? `\n… and ${total - exits.length} more` : "";
    return { ok: true, text: text + more + (await unownedText(services)), json: exits };
  },
};

/** A warning about exits that are not offered because no node has their address. */
async function unownedText({ db }: Services): Promise<string> {
  const exits = await unownedExits(db, LIST_LIMIT);
  if (exits.length === 0) return "";
  const some = exits.slice(0, NAMED).map(({ host }) => host);
  const more = exits.length > some.length ? " …" : "";
  return `\n${exits.length} exits belong to no node and are not offered: ${some.join(", ")}${more}`;
}

const retire: Command = {
  name: "exits retire",
  args: "IP",
  help: "Take an exit out of service permanently; its row remains for the statistics",
  run: async ({ services, args: [given = ""] }) => {
    const modem = await modemToRetire(services.db, given);
    const ip = modem === null ? canonicalNetwork(given) : given;
    if (ip === null) throw new UsageError(`${given} is not an IP address or a prefix`);
    const named = modem === null ? { ips: [ip] } : { ids: [modem] };
    const { retired, taken } = await performFromCli(services, retireAct, named);
    const holderNote =
      taken > 0
        ? " A customer holds it; it is shown as unreachable to them and can be replaced."
        : "";
    return { ok: true, text: `Retired ${ip}.${holderNote}`, json: { ip, retired, taken } };
  },
};

type Provenance = ConsoleResponse<ConsoleCalls["exitProvenance"]>;

const whoOf = ({ account, holder }: Provenance["holders" | "users"][number]) => ({
  account: account.email ?? `closed: ${account.id}`,
  holder: holder.name ?? holder.id,
  product: holder.product,
});

function showProvenance(json: Provenance, _request: unknown, { services }: CommandInput) {
  const origins = json.origins.map(({ host, port, ...origin }) => ({
    ...origin,
    upstream: origin.kind === "local" ? "-" : `${host}:${port}`,
  }));
  const holders = json.holders.map((each) => ({ ...each, ...whoOf(each) }));
  const users = json.users.map((each) => ({ ...each, ...whoOf(each) }));
  const parts = [
    table(origins, {
      none: "No exit with this address was ever imported.",
      columns: ["provenance", "product", "kind", "upstream", "node", "importedAt", "retiredAt"],
      times: ["importedAt", "retiredAt"],
    }),
    table(holders, {
      none: "Nobody had it.",
      columns: ["account", "holder", "product", "from", "to"],
      times: ["from", "to"],
    }),
    table(users, {
      none: `Nobody used it in the last ${services.env.TRACE_DAYS} days.`,
      columns: ["account", "holder", "firstAt", "lastAt", "connections", "bytes"],
      times: ["firstAt", "lastAt"],
    }),
  ];
  return { text: parts.join("\n\n"), json };
}

const provenance = callCommand({
  call: "exitProvenance",
  name: "exits provenance",
  args: "IP",
  help: "Show where an exit comes from, its node and upstream proxy, who had it and who used it",
  fields: ({ args: [ip = ""] }) => {
    if (canonicalNetwork(ip) === null) throw new UsageError(`${ip} is not an IP address`);
    return { ip };
  },
  show: showProvenance,
});

export const exitCommands: Command[] = [
  imports,
  list,
  ...exitListCommands,
  ...exitModemCommands,
  ...claimCommands,
  retire,
  provenance,
];
