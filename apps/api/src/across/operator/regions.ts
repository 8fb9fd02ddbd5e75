/** `regions …`: how much of unlimited plans is sold in each region. */
import { unlimitedRegions } from "@turnpike/rules/unlimited-region.ts";
import { setRegionMost, regionRows } from "../../products/unlimited/store/regions.ts";
import { stockByRegion } from "../../products/unlimited/capacity.ts";
import type { Services } from "../../platform/services.ts";
import { type Asked, type Command, Usage, wholeNumber } from "./command.ts";
import { table } from "./table.ts";

/** The column is an integer. */
const MOST = 1_000_000_000;

/** What is sold of what may be, what can be ordered now, and by how many exits. */
async function listed(services: Services) {
  const { db } = services;
  const [ports, mbps, rows] = await Promise.all([
    stockByRegion(services, db, "port"),
    stockByRegion(services, db, "bandwidth"),
    regionRows(db),
  ]);
  return rows.map((row) => {
    const free = ports.find(({ region }) => region === row.region);
    return {
      ...row,
      freePorts: free?.stock ?? 0,
      freeMbps: mbps.find(({ region }) => region === row.region)?.stock ?? 0,
      exits: (free?.countries ?? []).reduce((sum, { exits }) => sum + exits, 0),
    };
  });
}

const columns = [
  "region",
  "mostPorts",
  "soldPorts",
  "freePorts",
  "mostMbps",
  "soldMbps",
  "freeMbps",
  "exits",
] as const;

const list: Command = {
  name: "regions list",
  args: "",
  help: "the regions of unlimited plans: what may be sold there, what is, and what is left",
  run: async ({ services }) => {
    const rows = await listed(services);
    return { ok: true, text: table(rows, { none: "", columns: [...columns] }), json: rows };
  },
};

function most(options: Asked["options"], name: string): number | null {
  if (options[name] === undefined) return null;
  const value = wholeNumber(options[name], `--${name}`, 0);
  if (value > MOST) throw new Usage(`--${name} is at most ${MOST}`);
  return value;
}

const set: Command = {
  name: "regions set",
  args: "REGION [--ports N] [--mbps N]",
  help: "how many ports, and how many Mbps by bandwidth, may be sold in a region in all",
  run: async ({ services, args: [region = ""], options }) => {
    const [ports, mbps] = [most(options, "ports"), most(options, "mbps")];
    if (ports === null && mbps === null) throw new Usage("--ports or --mbps is needed");
    if (!(await setRegionMost(services.db, region, { ports, mbps }))) {
      throw new Error(`there is no region ${region}: they are ${unlimitedRegions.join(", ")}`);
    }
    const json = (await listed(services)).find((row) => row.region === region);
    const text = table(json ? [json] : [], { none: "", columns: [...columns] });
    return { ok: true, text, json };
  },
};

export const regionCommands: Command[] = [list, set];
