/** `exits …`: the addresses that customers' traffic leaves by (spec/operator#exits-import). */
import { readFile } from "node:fs/promises";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { readExits } from "../../inventory/exit/read-csv.ts";
import { listExits } from "../../inventory/exit/store/operator-stock.ts";
import { type Command, Usage } from "./command.ts";
import { table } from "./table.ts";
import { importExits, retireExit } from "../../inventory/exit/operator-stock.ts";

const LISTED = 10_000;

const imports: Command = {
  name: "exits import",
  args: "FILE",
  help: "takes exits in from a CSV file, all or none; its first line names the columns",
  run: async ({ services, args: [file = ""] }) => {
    const exits = readExits(await readFile(file, "utf8"), { internal: services.env.lab });
    const { added, changed } = await importExits(services, exits);
    const text = `${added} exits added, ${changed} changed. Gateways use them at once.`;
    return { ok: true, text, json: { file, added, changed } };
  },
};

const list: Command = {
  name: "exits list",
  args: "[--country CC]",
  help: "the exits there are, with where each comes from and who has it",
  run: async ({ services, options: { country } }) => {
    const wanted = typeof country === "string" ? country.toUpperCase() : null;
    if (wanted !== null && !/^[A-Z]{2}$/.test(wanted))
      throw new Usage("--country is an ISO 3166 code of two letters");
    const now = new Date(services.world.now());
    const { exits, total } = await listExits(services.db, { country: wanted, limit: LISTED, now });
    const columns = [
      "ip",
      "kind",
      "product",
      "state",
      "country",
      "city",
      "isp",
      "asn",
      "provenance",
    ] as const;
    const text = table(exits, { none: "There are no exits.", columns: [...columns] });
    const more = total > exits.length ? `\n… and ${total - exits.length} more` : "";
    return { ok: true, text: text + more, json: exits };
  },
};

const retire: Command = {
  name: "exits retire",
  args: "IP",
  help: "takes an exit out of service for good; its row stays, for the statistics",
  run: async ({ services, args: [given = ""] }) => {
    const ip = canonicalAddress(given);
    if (ip === null) throw new Usage(`${given} is no address`);
    const { retired, taken } = await retireExit(services, ip);
    if (retired === 0) throw new Error(`no exit has the address ${ip}`);
    const had = taken > 0 ? " A customer has it: they see it unreachable and may replace it." : "";
    return { ok: true, text: `${ip} is retired.${had}`, json: { ip, retired, taken } };
  },
};

export const exitCommands: Command[] = [imports, list, retire];
