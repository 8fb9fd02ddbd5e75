/** `exits …`: the addresses through which traffic leaves (spec/operator#exits-import). */
import { readFile } from "node:fs/promises";
import { canonicalNetwork } from "@turnpike/rules/network.ts";
import { readExits } from "../../inventory/exit/read-csv.ts";
import { listExits } from "../../inventory/exit/store/operator-stock.ts";
import { unownedExits } from "../../inventory/exit/store/owners.ts";
import type { Services } from "../../platform/services.ts";
import { type Command, UsageError } from "./command.ts";
import { table } from "./table.ts";
import { importExits, retireExit } from "../../inventory/exit/operator-stock.ts";

const LISTED = 10_000;
const NAMED = 10;

const imports: Command = {
  name: "exits import",
  args: "FILE",
  help: "Import exits from a CSV file, all or none; the first line names the columns",
  run: async ({ services, args: [file = ""] }) => {
    const exits = readExits(await readFile(file, "utf8"), { internal: services.env.lab });
    const { added, changed } = await importExits(services, exits);
    const text = `Added ${added} exits, changed ${changed}. Gateways use them at once.`;
    return { ok: true, text, json: { file, added, changed } };
  },
};

const list: Command = {
  name: "exits list",
  args: "[--country CC]",
  help: "List the exits with their origin and holder",
  run: async ({ services, options: { country } }) => {
    const wanted = typeof country === "string" ? country.toUpperCase() : null;
    if (wanted !== null && !/^[A-Z]{2}$/.test(wanted))
      throw new UsageError("--country must be an ISO 3166 code of two letters");
    const now = new Date(services.world.now());
    const { exits, total } = await listExits(services.db, { country: wanted, limit: LISTED, now });
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

/** A warning where exits are not offered because no node has their address. */
async function unownedText({ db }: Services): Promise<string> {
  const exits = await unownedExits(db, LISTED);
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
    const ip = canonicalNetwork(given);
    if (ip === null) throw new UsageError(`${given} is not an IP address or a prefix`);
    const { retired, taken } = await retireExit(services, ip);
    if (retired === 0) throw new Error(`no exit with the address ${ip}`);
    const had =
      taken > 0
        ? " A customer holds it; it is shown as unreachable to them and can be replaced."
        : "";
    return { ok: true, text: `Retired ${ip}.${had}`, json: { ip, retired, taken } };
  },
};

export const exitCommands: Command[] = [imports, list, retire];
