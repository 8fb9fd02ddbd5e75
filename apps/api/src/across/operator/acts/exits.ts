/** Acts on exits and on regions of unlimited plans. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { unlimitedRegions } from "@turnpike/rules/unlimited-region.ts";
import {
  type ImportResult,
  importExitsIn,
  retireExit,
} from "../../../inventory/exit/operator-stock.ts";
import { allExits } from "../../../inventory/exit/read-csv.ts";
import { allowedNetworks, readList } from "../../../inventory/exit/read-list.ts";
import {
  exitAddresses,
  exitIdsAt,
  setNode,
  setRest,
} from "../../../inventory/exit/store/operator-acts.ts";
import { moveExits } from "../../../inventory/exit/move-exits.ts";
import { settleSharedPorts } from "../../../inventory/exit/shared-ports.ts";
import { nodeIdNamed } from "../../../inventory/node/store/addresses.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { recordChanges } from "../../../platform/changes/changes.ts";
import { regionRows, setRegionCapacity } from "../../../products/unlimited/store/regions.ts";
import { defineAct } from "./act.ts";

/** Imports exits from CSV, all or none. */
export const importCsv = defineAct<{ csv: string; file: string }, ImportResult>({
  action: "exits.import",
  run: async (services, tx, { csv, file }) => {
    const exits = allExits(await readList({ text: csv, ...allowedNetworks(services.env) }));
    const result = await importExitsIn(services, tx, exits);
    return { result, subject: file, after: { ...result, listed: exits.length } };
  },
});

/** Removes addresses from all products permanently. */
export const retire = defineAct<
  { ips: string[] } | { ids: string[] },
  { retired: number; taken: number }
>({
  action: "exits.retire",
  run: async (services, tx, named) => {
    const ips = "ips" in named ? named.ips : await exitAddresses(tx, named.ids);
    const result = { retired: 0, taken: 0 };
    for (const ip of [...new Set(ips)].toSorted()) {
      const { retired, taken } = await retireExit(services, tx, ip);
      result.retired += retired;
      result.taken += taken;
    }
    if (result.retired === 0)
      throw new ActRefused(`no exit with the address ${ips.join(", ")}`, {
        reason: "exitNotFound",
      });
    return { result, subject: subjectOf(ips), after: { ips, ...result } };
  },
});

const subjectOf = (ips: string[]) =>
  ips.length === 1 ? (ips[0] ?? "") : `${ips.length} addresses`;

/**
 * Assigns exits to a node, and so confirms its claim; with null, their owner is forgotten and found
 * as that of a new exit.
 */
export const move = defineAct<
  ({ ids: string[] } | { ip: string }) & { node: string | null },
  { moved: number }
>({
  action: "exits.move",
  run: async (services, tx, { node, ...named }) => {
    const ids = "ids" in named ? named.ids : await exitIdsAt(tx, named.ip);
    const nodeId = node === null ? null : await nodeIdNamed(tx, node);
    if (node !== null && nodeId === null) throw new Refusal("nodeNotFound", { field: "node" });
    const moved = await setNode(tx, ids, nodeId);
    if (moved.length === 0) throw new Refusal("exitNotFound", { field: "ids" });
    await recordChanges(tx, [
      ...moved.map(({ id }) => ({ kind: "exit" as const, id })),
      ...moved.flatMap(({ takenBy }) =>
        takenBy === null ? [] : { kind: "staticIp" as const, id: takenBy },
      ),
    ]);
    if (nodeId === null) {
      await moveExits(
        tx,
        moved.map(({ id }) => id),
      );
    }
    await settleSharedPorts(
      services,
      tx,
      moved.map(({ id }) => id),
    );
    const ips = moved.map(({ ip }) => ip);
    const nodesBefore = Object.fromEntries(moved.map((one) => [one.ip, one.nodeBefore]));
    return {
      result: { moved: moved.length },
      subject: subjectOf(ips),
      before: nodesBefore,
      after: { node },
    };
  },
});

/** Takes exits that are sold singly out of sale for some hours; 0 puts them back. */
export const suspendSale = defineAct<{ ids: string[]; hours: number }, { changed: number }>({
  action: "exits.rest",
  run: async ({ world }, tx, { ids, hours }) => {
    const until = new Date(world.now() + hours * 3_600_000);
    const ips = await setRest(tx, ids, hours === 0 ? null : until);
    if (ips.length === 0) throw new Refusal("exitNotFound", { field: "ids" });
    return { result: { changed: ips.length }, subject: subjectOf(ips), after: { ips, hours } };
  },
});

interface RegionLimits {
  region: string;
  ports: number | null;
  mbps: number | null;
}

/** Sets how many ports and Mbps of unlimited plans may be sold in a region. */
export const setRegion = defineAct<RegionLimits, { region: string }>({
  action: "region.set",
  run: async (_services, tx, { region, ports, mbps }) => {
    const rows = await regionRows(tx);
    const before = rows.find((row) => row.region === region);
    if (!before || !(await setRegionCapacity(tx, region, { ports, mbps })))
      throw new ActRefused(`no region named ${region}; use one of ${unlimitedRegions.join(", ")}`, {
        reason: "badRegion",
      });
    const { mostPorts, mostMbps } = before;
    return {
      result: { region },
      subject: region,
      before: { mostPorts, mostMbps },
      after: { mostPorts: ports ?? mostPorts, mostMbps: mbps ?? mostMbps },
    };
  },
});
