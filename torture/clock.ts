/**
 * The product's clock jumps (an hour, over midnight, to the edges of 7 and 30 days) while bytes
 * flow: each byte is counted in exactly one step, and all views sum up to the ledger (M9).
 */
import { type Customer, signIn } from "../journeys/customer.ts";
import { type Arena, inArena, type Sub } from "./arena.ts";
import {
  type StoryOptions,
  exactly,
  type Figure,
  sleep,
  type Story,
  runStoryCli,
} from "./story.ts";
import { openTunnel } from "./tunnel.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hosts = ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
const countries = ["DE", "US", "FR"];
const bookedMs = 8_000;

/** Bytes carried at an instant of the product's clock, by sub-account and target. */
interface Carried {
  at: number;
  account: string;
  host: string;
  bytes: number;
}

async function clockOf({ product }: Arena): Promise<number> {
  const answer = await fetch(`${product.url}/lab/clock`);
  return Date.parse(((await answer.json()) as { now: string }).now);
}

/** Sends some bytes to each host through exits in several countries; returns what was carried. */
async function move(arena: Arena, subs: Sub[], random: StoryOptions["random"]): Promise<Carried[]> {
  const at = await clockOf(arena);
  const one = async (sub: Sub, host: string, country: string): Promise<Carried> => {
    const place = arena.place(sub, arena.origins[0], random.pick(["connect", "socks5"]));
    const tunnel = await openTunnel({ ...place, user: `${sub.account}-region-${country}`, host });
    await tunnel.exchange(random.integer(0, 50_000), random.integer(0, 200_000));
    await tunnel.finish();
    return { at, account: sub.account, host, bytes: tunnel.sent + tunnel.received };
  };
  return Promise.all(
    subs.flatMap((sub) => hosts.map((host, index) => one(sub, host, countries[index] ?? ""))),
  );
}

/** A tunnel that carries bytes while the clock jumps: before, during and after. */
async function moveAcross(arena: Arena, sub: Sub, jump: () => Promise<void>): Promise<Carried> {
  const [host] = hosts as [string];
  const tunnel = await openTunnel({ ...arena.place(sub, arena.origins[0], "connect"), host });
  let on = true;
  const moving = (async () => {
    while (on) {
      await tunnel.exchange(2_000, 20_000);
      await sleep(20);
    }
    await tunnel.finish();
  })();
  await sleep(200);
  await jump();
  await sleep(500);
  on = false;
  await moving;
  const bytes = tunnel.sent + tunnel.received;
  return { at: Number.NaN, account: sub.account, host, bytes };
}

const sum = (each: { bytes: number }[]) => each.reduce((all, { bytes }) => all + bytes, 0);

/** Compares all statistics of the last `days` with what was carried in them. */
async function compare(customer: Customer, days: 7 | 30, carried: Carried[], now: number) {
  const from = Math.floor(now / dayMs) * dayMs - (days - 1) * dayMs;
  const inSpan = carried.filter(({ at }) => at >= from);
  const wrong: string[] = [];
  const expect = (what: string, actual: number, expected: number) => {
    if (actual !== expected) wrong.push(`${what}: ${actual} and not ${expected}`);
  };
  for (const by of ["day", "hour"] as const) {
    const { items } = await customer.ask("trafficStatis", { days, by });
    const step = by === "day" ? dayMs : hourMs;
    const times = items.map(({ at }) => Date.parse(at));
    expect(`${days} days by ${by}`, sum(items), sum(inSpan));
    const uneven = times.findIndex(
      (at, index) => index > 0 && at - (times[index - 1] ?? 0) !== step,
    );
    expect(`uneven steps by ${by}`, uneven, -1);
    expect(`steps by ${by} below zero`, items.filter(({ bytes }) => bytes < 0).length, 0);
    for (const [index, { bytes }] of items.entries()) {
      const start = times[index] ?? 0;
      const own = inSpan.filter(({ at }) => at >= start && at < start + step);
      expect(`${by} ${items[index]?.at}`, bytes, sum(own));
    }
  }
  const { items } = await customer.ask("trafficStatisDomain", { days, top: 100 });
  for (const host of hosts) {
    const ofHost = items.filter(({ domain }) => domain === host);
    expect(`${days} days to ${host}`, sum(ofHost), sum(inSpan.filter((one) => one.host === host)));
  }
  for (const account of new Set(inSpan.map((each) => each.account))) {
    const ofAccount = await customer.ask("trafficStatis", { days, account });
    expect(
      `${days} days of ${account}`,
      sum(ofAccount.items),
      sum(inSpan.filter((one) => one.account === account)),
    );
  }
  return wrong;
}

/** Waits until everything is booked, then compares both spans, whose edges have moved. */
async function checkStatistics(
  arena: Arena,
  customer: Customer,
  carried: Carried[],
): Promise<string[]> {
  await waitFor(
    "all of it is booked",
    async () => (await customer.ask("trafficInfo", {})).usedBytes >= sum(carried),
    bookedMs,
  ).catch(() => {});
  const { usedBytes } = await customer.ask("trafficInfo", {});
  const wrong = usedBytes === sum(carried) ? [] : [`used ${usedBytes} and not ${sum(carried)}`];
  const now = await clockOf(arena);
  for (const days of [7, 30] as const) {
    wrong.push(...(await compare(customer, days, carried, now)));
  }
  return wrong;
}

/** Seconds from now to `beforeMs` before the next midnight. */
async function toMidnight(arena: Arena, beforeMs: number): Promise<number> {
  const now = await clockOf(arena);
  return (Math.ceil(now / dayMs) * dayMs - now - beforeMs) / 1_000;
}

/** Splits bytes carried across two days or hours, as the statistics report them. */
async function split(customer: Customer, across: Carried, around: number): Promise<Carried[]> {
  const { account, host } = across;
  await waitFor(
    "it is booked",
    async () => {
      const { items } = await customer.ask("trafficStatis", { days: 30, account, by: "hour" });
      return sum(items) >= across.bytes;
    },
    bookedMs,
  ).catch(() => {});
  const { items } = await customer.ask("trafficStatis", { days: 30, account, by: "hour" });
  const before = sum(items.filter(({ at }) => Date.parse(at) < around));
  return [
    { at: around - hourMs, account, host, bytes: before },
    { at: around, account, host, bytes: across.bytes - before },
  ];
}

async function play(arena: Arena, { full, random }: StoryOptions): Promise<Figure[]> {
  let customer = await arena.customer(50e9);
  const subs = [await arena.sub(customer), await arena.sub(customer, 5)];
  const carried: Carried[] = [];
  const faults: string[] = [];
  const step = async (what: string) => {
    customer = await signIn(arena.product, customer.email);
    carried.push(...(await move(arena, subs, random)));
    const found = await checkStatistics(arena, customer, carried);
    faults.push(...found.map((fault) => `after ${what}, ${fault}`));
  };
  await step("the start");

  const hourly = await arena.sub(customer, 1);
  const now = await clockOf(arena);
  const hour = (Math.floor(now / hourMs) + 1) * hourMs;
  const overHour = await moveAcross(arena, hourly, () => arena.advance(3_600));
  carried.push(...(await split(customer, overHour, hour)));
  await step("an hour");

  const nightly = await arena.sub(customer, 1);
  await arena.advance(await toMidnight(arena, 1_500));
  const midnight = Math.ceil((await clockOf(arena)) / dayMs) * dayMs;
  customer = await signIn(arena.product, customer.email);
  const overNight = await moveAcross(arena, nightly, () => sleep(2_500));
  carried.push(...(await split(customer, overNight, midnight)));
  await step("midnight");

  for (const days of full ? [6, 1, 22, 1, 29, 1] : [6, 24]) {
    await arena.advance(days * 86_400);
    await step(`${days} more days`);
    await arena.advance(await toMidnight(arena, 300));
    await sleep(600);
    await step("one more midnight");
  }
  for (const fault of faults) console.log(`  ${fault}`);
  const halves = carried.filter(({ at }) => at === midnight || at === midnight - hourMs);
  const shares = halves.filter(({ account }) => account === nightly.account);
  const difference = (await arena.verify()) ?? "none";
  return [
    exactly("M9", "views that do not sum to what was carried", {
      value: faults.length,
      bar: 0,
      unit: "",
    }),
    exactly("M9", "days that the traffic over midnight is counted in", {
      value: shares.filter(({ bytes }) => bytes > 0).length,
      bar: 2,
      unit: "",
    }),
    exactly("M9", "ledger - all views, by account, hour, day, domain and city", {
      value: difference,
      bar: "none",
      unit: "",
    }),
  ];
}

export const clock: Story = {
  name: "clock",
  run: (options) => inArena((arena) => play(arena, options)),
};

if (import.meta.main) await runStoryCli(clock);
