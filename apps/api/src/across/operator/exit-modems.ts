/** `exits modems|rotate`: exits whose address changes by a link (spec/supply#modems). */
import type { Db } from "../../platform/db/database.ts";
import { callCommand } from "./call-command.ts";
import { type Command, UsageError } from "./command.ts";
import { listModems, modemNamed } from "./read/modems.ts";
import { table } from "./table.ts";

const LIST_LIMIT = 10_000;

const modems: Command = {
  name: "exits modems",
  args: "",
  help: "List the modems: address and since when, rotations, the last failure, who has it",
  run: async ({ services }) => {
    const now = new Date(services.world.now());
    const json = await listModems(services.db, now, LIST_LIMIT);
    const lines = json.map(({ holderEmail, ...modem }) => ({
      ...modem,
      holder: holderEmail ?? "",
    }));
    const text = table(lines, {
      none: "There are no modems.",
      columns: [
        "id",
        "name",
        "state",
        "address",
        "since",
        "product",
        "country",
        "minSeconds",
        "rotations",
        "rotatedAt",
        "failedAt",
        "trouble",
        "holder",
      ],
    });
    return { ok: true, text, json };
  },
};

const rotate = callCommand({
  call: "modemRotate",
  name: "exits rotate",
  args: "MODEM",
  help: "Give a modem (its id, HOST:PORT or address) a new address by its link",
  words: ["modem"],
  show: (json) => ({
    text: `The link was called; it may be again in ${json.retryAfter} s.`,
    json,
  }),
});

/**
 * The modem that `exits retire` means by an id or an address; null if none. Modems of one carrier may
 * share an address.
 * @throws UsageError if there are several
 */
export async function modemToRetire(db: Db, named: string): Promise<string | null> {
  const found = await modemNamed(db, named);
  if (found.length > 1)
    throw new UsageError(`several modems have ${named}: name one by its id (exits modems)`);
  return found[0]?.id ?? null;
}

export const exitModemCommands: Command[] = [modems, rotate];
