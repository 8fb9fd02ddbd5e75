/** Handlers for exits, regions and gateway machines. */
import { farLeaseSeconds } from "@turnpike/rules/lease.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { previewImport } from "../../inventory/exit/operator-stock.ts";
import type { ReadList } from "../../inventory/exit/read-csv.ts";
import { allowedNetworks, readList } from "../../inventory/exit/read-list.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import * as exits from "../operator/acts/exits.ts";
import * as nodes from "../operator/acts/nodes.ts";
import { listStock, type ListedExit, stockOf } from "../operator/read/exits.ts";
import { nodesInDetail } from "../operator/read/node-details.ts";
import { serialized } from "../operator/read/paging.ts";
import { listRegions } from "../operator/read/regions.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names =
  | "exitList"
  | "stock"
  | "regionSet"
  | "exitImportPreview"
  | "exitImport"
  | "exitRetire"
  | "exitMove"
  | "exitRest"
  | "nodeList"
  | "nodeAdd"
  | "nodeRejoin"
  | "nodeDrain"
  | "nodeRetire";

const LIST_LIMIT = 200;

function presentExit({ holderId, holderEmail, ...exit }: ListedExit) {
  const holder = holderId === null ? null : { accountId: holderId, email: holderEmail };
  return { ...exit, holder };
}

/** Previews an import; a text that cannot be parsed at all counts as one error. */
async function preview(services: Services, csv: string) {
  const none = { added: 0, changed: [], changedCount: 0, unchanged: 0 };
  let read: ReadList;
  try {
    read = await readList({ text: csv, ...allowedNetworks(services.env) });
  } catch (error) {
    if (!(error instanceof ActRefused)) throw error;
    const { message } = error;
    return { ...none, errors: [{ line: null, message }], errorCount: 1 };
  }
  const { changed, ...counts } = await previewImport(services, services.db, read.exits);
  return {
    ...counts,
    changed: changed.slice(0, LIST_LIMIT),
    changedCount: changed.length,
    errors: read.faults.slice(0, LIST_LIMIT).map(({ line, text }) => ({ line, message: text })),
    errorCount: read.faults.length,
  };
}

function exitHandlers(services: Services) {
  const { db, world } = services;
  const now = () => new Date(world.now());
  return {
    async exitList(query) {
      const found = await listStock(db, { ...query, now: now() });
      return serialized({ ...found, items: found.items.map(presentExit) });
    },

    async stock() {
      return { exits: await stockOf(db, now()), regions: await listRegions(services) };
    },

    async regionSet({ region, ports = null, mbps = null, reason }, { actor }) {
      if (ports === null && mbps === null) throw new Refusal("missingField", { field: "ports" });
      const input = { region, ports, mbps };
      return perform(services, exits.setRegion, { actor, input, reason });
    },

    exitImportPreview: ({ csv }) => preview(services, csv),

    exitImport: ({ csv, reason }, { actor }) =>
      perform(services, exits.importCsv, { actor, input: { csv, file: "console" }, reason }),

    exitRetire: ({ ids, reason }, { actor }) =>
      perform(services, exits.retire, { actor, input: { ids }, reason }),

    exitMove: ({ ids, node = null, reason }, { actor }) =>
      perform(services, exits.move, { actor, input: { ids, node }, reason }),

    exitRest: ({ ids, hours, reason }, { actor }) =>
      perform(services, exits.suspendSale, { actor, input: { ids, hours }, reason }),
  } satisfies Partial<ConsoleHandlers>;
}

export function supplyHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db, world } = services;
  return {
    ...exitHandlers(services),

    async nodeList() {
      return { items: serialized(await nodesInDetail(db, new Date(world.now()))) };
    },

    nodeAdd: ({ relay = null, leaseSeconds = farLeaseSeconds, ...given }, { actor }) =>
      perform(services, nodes.add, { actor, input: { ...given, relay, leaseSeconds } }),

    nodeRejoin: ({ name, reason }, { actor }) =>
      perform(services, nodes.rejoin, { actor, input: { name }, reason }),

    nodeDrain: ({ name, drain, reason }, { actor }) =>
      perform(services, nodes.drain, { actor, input: { name, drain }, reason }),

    nodeRetire: ({ name, reason }, { actor }) =>
      perform(services, nodes.retire, { actor, input: { name }, reason }),
  };
}
