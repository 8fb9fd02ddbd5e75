/** Handlers for lists that were bought from wholesalers, and for modems (spec/supply#lists). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { fetchList, type ListImport, prepareList } from "../../inventory/exit/list-import.ts";
import { prepareSync } from "../../inventory/exit/list-sync.ts";
import { lineKey } from "../../inventory/exit/list-lines.ts";
import { exitsOfList, listCounts, listNamed } from "../../inventory/exit/store/lists.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import * as lists from "../operator/acts/lists.ts";
import { rotateModem } from "../operator/acts/modems.ts";
import { isListName, listNameFor, shownList } from "../operator/read/exit-lists.ts";
import { listModems, type ListedModem } from "../operator/read/modems.ts";
import { serialized } from "../operator/read/paging.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names =
  | "exitLists"
  | "exitListPreview"
  | "exitListImport"
  | "exitListSync"
  | "exitListEnd"
  | "modemList"
  | "modemRotate";

const LIST_LIMIT = 1_000;
/** Faults of lines that are shown. */
const FAULTS = 200;

type Given = Parameters<ConsoleHandlers["exitListPreview"]>[0];

/** A list as the form describes it. @throws Refusal badField, badCountry, missingField */
function headOf({ text: _text, until, asn, ...given }: Given): Omit<ListImport, "text"> {
  const { product, how, provenance, state = "", city = "", isp = "", node = "" } = given;
  const country = given.country.toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw new Refusal("badCountry", { field: "country" });
  const name = given.name || listNameFor({ product, country, provenance });
  if (!isListName(name)) throw new Refusal("badField", { field: "name" });
  const place = { country, state, city, isp, asn: asn ?? 0 };
  const url = given.url || null;
  const rest = { provenance, node: node.toLowerCase(), url, endsOn: until ?? null };
  return { name, product, how, ...place, ...rest };
}

async function prepared(services: Services, given: Given) {
  const head = headOf(given);
  if ((head.url === null) === (given.text === undefined || given.text === ""))
    throw new Refusal("missingField", { field: "text" });
  const text = head.url === null ? (given.text ?? "") : await fetchList(services, head.url);
  const list = { ...head, text };
  return { list, prepared: await prepareList(services, head, { text, whole: false }) };
}

const shown = <R extends { failed: { line: number; text: string }[] }>(result: R) => ({
  ...result,
  failed: result.failed.slice(0, FAULTS),
  failedCount: result.failed.length,
});

async function preview(services: Services, given: Given) {
  const { list, prepared: found } = await prepared(services, given);
  const known = await listNamed(services.db, list.name);
  const exits = known === null ? [] : await exitsOfList(services.db, known.id);
  const keys = new Set(exits.map(lineKey));
  const { lines, failed, elsewhere } = found;
  return shown({
    name: list.name,
    found: lines.length,
    known: lines.filter((line) => keys.has(lineKey(line))).length,
    elsewhere,
    failed,
  });
}

function presentModem({ holderId, holderEmail, ...modem }: ListedModem) {
  const holder = holderId === null ? null : { accountId: holderId, email: holderEmail };
  return { ...modem, holder };
}

export function boughtHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db, world } = services;
  return {
    async exitLists() {
      const now = world.now();
      const counted = await listCounts(db, new Date(now), LIST_LIMIT);
      return serialized({ items: counted.map((list) => shownList(list, now)) });
    },

    exitListPreview: (given) => preview(services, given),

    exitListImport: async ({ reason, ...given }, { actor }) => {
      const input = await prepared(services, given);
      return shown(await perform(services, lists.importList, { actor, input, reason }));
    },

    exitListSync: async ({ name, reason }, { actor }) => {
      const input = await prepareSync(services, name);
      return shown(await perform(services, lists.syncList, { actor, input, reason }));
    },

    exitListEnd: ({ name, until = null, reason }, { actor }) =>
      perform(services, lists.setListEnd, { actor, input: { name, until }, reason }),

    async modemList() {
      const modems = await listModems(db, new Date(world.now()), LIST_LIMIT);
      return serialized({ items: modems.map(presentModem) });
    },

    modemRotate: ({ modem, reason }, { actor }) =>
      perform(services, rotateModem, { actor, input: { modem }, reason }),
  };
}
