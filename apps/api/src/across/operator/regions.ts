/** `regions …`: how much capacity of unlimited plans is for sale in each region. */
import { setRegion } from "./acts/exits.ts";
import {
  performFromCli,
  type Command,
  type CommandInput,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { listRegions } from "./read/regions.ts";
import { table } from "./table.ts";

/** Fits the integer column. */
const MOST = 1_000_000_000;

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
  help: "List the regions of unlimited plans with their limits, what is sold and what is left",
  run: async ({ services }) => {
    const rows = await listRegions(services);
    return { ok: true, text: table(rows, { none: "", columns: [...columns] }), json: rows };
  },
};

function most(options: CommandInput["options"], name: string): number | null {
  if (options[name] === undefined) return null;
  const value = wholeNumber(options[name], `--${name}`, 0);
  if (value > MOST) throw new UsageError(`--${name} must be at most ${MOST}`);
  return value;
}

const set: Command = {
  name: "regions set",
  args: "REGION [--ports N] [--mbps N]",
  help: "Set how many ports, and how many Mbps of bandwidth plans, may be sold in a region",
  run: async ({ services, args: [region = ""], options }) => {
    const [ports, mbps] = [most(options, "ports"), most(options, "mbps")];
    if (ports === null && mbps === null) throw new UsageError("--ports or --mbps is required");
    await performFromCli(services, setRegion, { region, ports, mbps });
    const json = (await listRegions(services)).find((row) => row.region === region);
    const text = table(json ? [json] : [], { none: "", columns: [...columns] });
    return { ok: true, text, json };
  },
};

export const regionCommands: Command[] = [list, set];
