/**
 * Usage reports delivered five times each, shuffled, over several links, from two gateways, give
 * the same totals as once in order (M4). The story acts as a gateway and talks to the real hub.
 */
import path from "node:path";
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { type Arena, inArena, type Sub } from "./arena.ts";
import type { Random } from "@turnpike/net/testing/random.ts";
import { type StoryOptions, exactly, type Figure, type Story, runStoryCli } from "./story.ts";

const gateways = ["torture-a", "torture-b"] as const;
const epoch = "epoch1";
const linksAtOnce = 4;
const deliveries = 5;
const places = [
  ["DE", "berlin"],
  ["US", "losangeles"],
  ["FR", "paris"],
] as const;

/** A lease held by this story, and its unreported remainder. */
interface Held {
  gateway: string;
  id: string;
  left: number;
}

/** Connects a link; resolves when it is up. Close it with its `stop`. */
function linkTo(arena: Arena): Promise<GatewayLink> {
  const link = connectIpc(path.join(arena.product.dataDir, "link.sock"), { worker: 1, epoch });
  return new Promise((resolve) => link.onConnection((up) => up && resolve(link)));
}

async function takeLeases(link: GatewayLink, sub: Sub, count: number): Promise<Held[]> {
  const held: Held[] = [];
  for (let at = 0; at < count; at += 1) {
    const gateway = gateways[at % gateways.length] as string;
    const wantedBytes = 16 * 1024 * 1024;
    const question = { gateway, epoch, subAccountId: sub.id, wantedBytes };
    const answer = await link.ask("lease", question);
    if ("refused" in answer) throw new Error(`No lease: ${answer.refused}`);
    held.push({ gateway, id: answer.lease.id, left: answer.lease.bytes });
  }
  return held;
}

/** Reports with random rows, each within its lease. */
function reportsOf(sub: Sub, held: Held[], count: number, random: Random): UsageReport[] {
  const sequences = new Map<string, number>();
  const row = (lease: Held): UsageRow => {
    const upBytes = random.integer(0, Math.min(lease.left, 20_000));
    const downBytes = random.integer(0, Math.min(lease.left - upBytes, 200_000));
    lease.left -= upBytes + downBytes;
    const [country, city] = random.pick(places);
    return {
      leaseId: lease.id,
      accountId: "",
      subAccountId: sub.id,
      product: "traffic",
      hour: Date.now() - (Date.now() % 3_600_000) - random.integer(0, 30) * 3_600_000,
      domain: `host${random.integer(1, 40)}.example`,
      country,
      city,
      upBytes,
      downBytes,
      requests: random.integer(0, 3),
    };
  };
  return Array.from({ length: count }, (_, at) => {
    const gateway = gateways[at % gateways.length] as string;
    const sequence = (sequences.get(gateway) ?? 0) + 1;
    sequences.set(gateway, sequence);
    const own = held.filter((lease) => lease.gateway === gateway);
    const rows = Array.from({ length: random.integer(1, 20) }, () => row(random.pick(own)));
    return { gateway, epoch, sequence, rows };
  });
}

/** Delivers every report five times, in random groups per gateway, over several links at once. */
async function deliver(links: GatewayLink[], reports: UsageReport[], random: Random) {
  const copies = random.shuffled(reports.flatMap((report) => Array(deliveries).fill(report)));
  const groups: UsageReport[][] = [];
  while (copies.length > 0) {
    const part = copies.splice(0, random.integer(1, 30)) as UsageReport[];
    for (const gateway of gateways) {
      const own = part.filter((report) => report.gateway === gateway);
      if (own.length > 0) groups.push(own);
    }
  }
  const send = async (link: GatewayLink) => {
    for (let group = groups.pop(); group; group = groups.pop()) {
      await link.ask("report", { reports: group }, 30_000);
    }
  };
  await Promise.all(links.map(send));
}

/** All views of a sub-account's statistics, as one text. */
async function statisticsOf(sub: Sub): Promise<string> {
  const { customer, account } = sub;
  const byDay = await customer.ask("trafficStatis", { days: 7, account });
  const byHour = await customer.ask("trafficStatis", { days: 7, account, by: "hour" });
  const domains = await customer.ask("trafficStatisDomain", { days: 7, account, top: 100 });
  const items = [...domains.items].sort((a, b) => a.domain.localeCompare(b.domain));
  return JSON.stringify([byDay.items, byHour.items.filter(({ bytes }) => bytes > 0), items]);
}

async function play(arena: Arena, { full, random }: StoryOptions): Promise<Figure[]> {
  const links = await Promise.all(Array.from({ length: linksAtOnce }, () => linkTo(arena)));
  const [first] = links as [GatewayLink];
  const once = await arena.sub(await arena.customer(20e9));
  const often = await arena.sub(await arena.customer(20e9));
  const leases = {
    once: await takeLeases(first, once, 12),
    often: await takeLeases(first, often, 12),
  };
  const reports = reportsOf(often, leases.often, full ? 2_000 : 100, random);
  await deliver(links, reports, random);
  // The twin gets the same rows once, in order, with its own ids.
  const twin = new Map(leases.often.map(({ id }, at) => [id, leases.once[at]?.id ?? ""]));
  for (const report of reports) {
    const rows = report.rows.map((row) => ({
      ...row,
      subAccountId: once.id,
      leaseId: twin.get(row.leaseId) ?? "",
    }));
    await first.ask("report", { reports: [{ ...report, epoch: "twin", rows }] });
  }
  for (const gateway of gateways) {
    const ids = [...leases.once, ...leases.often].filter((lease) => lease.gateway === gateway);
    await first.ask("settle", { gateway, epoch, leaseIds: ids.map(({ id }) => id) });
  }
  const same = (await statisticsOf(once)) === (await statisticsOf(often));
  const sum = (of: (row: UsageRow) => number) =>
    reports.reduce((all, { rows }) => all + rows.reduce((some, row) => some + of(row), 0), 0);
  const billed = await arena.billed(often);
  for (const link of links) await link.stop();
  const what = `${reports.length} reports × ${deliveries}, shuffled, 2 gateways`;
  const unit = "bytes";
  return [
    exactly("M4", `${what}: billed up`, { value: billed.up, bar: sum((row) => row.upBytes), unit }),
    exactly("M4", "billed down", { value: billed.down, bar: sum((row) => row.downBytes), unit }),
    exactly("M4", "statistics as once in order", {
      value: same ? "the same" : "others",
      bar: "the same",
      unit: "",
    }),
    exactly("M4", "difference in the books", {
      value: (await arena.verify()) ?? "none",
      bar: "none",
      unit: "",
    }),
  ];
}

export const reports: Story = {
  name: "reports",
  run: (options) => inArena((arena) => play(arena, options)),
};

if (import.meta.main) await runStoryCli(reports);
