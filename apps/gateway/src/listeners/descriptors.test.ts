import { beforeEach, expect, test } from "vitest";
import { Descriptors } from "./descriptors.ts";
import { maxPipes, maxRelayed } from "./descriptors.ts";
import { seeded } from "../testing/test-sizes.ts";

const limits = { all: 20_000, unauthenticated: 4_096 };
const heard: number[] = [];
/** 128 are reserved for the process: 1,000 are left, half of them for listeners. */
const few = () => new Descriptors({ files: 1_128, limits });

const paid = (count: number) => ({ paid: count, whitelisted: 0 });
const whitelisted = (count: number) => ({ paid: 0, whitelisted: count });
const stock = (count: number) => ({ sold: 0, all: count });

beforeEach(() => {
  limits.all = 20_000;
  limits.unauthenticated = 4_096;
  heard.length = 0;
});

test("Customers' ports come first, static listeners get the remainder", () => {
  const descriptors = few();
  expect(descriptors.portsFor(paid(300))).toBe(300);
  expect(descriptors.staticListenersFor(stock(900))).toBe(200);
  expect(descriptors.portsFor(paid(700))).toBe(500);
  expect(descriptors.staticListenersFor(stock(900))).toBe(0);
});

test("Static listeners are notified only when ports change their limit", () => {
  const descriptors = few();
  descriptors.onStaticLimit = () => void heard.push(descriptors.staticListenersFor(stock(900)));
  descriptors.staticListenersFor(stock(900));
  descriptors.portsFor(paid(300));
  descriptors.portsFor(paid(300));
  descriptors.portsFor(paid(100));
  expect(heard).toEqual([200, 400]);
});

test("Descriptors not used by listeners go to connections, including unauthenticated ones", () => {
  const descriptors = few();
  descriptors.portsFor(paid(100));
  descriptors.staticListenersFor(stock(100));
  expect([limits.all, limits.unauthenticated]).toEqual([320, 80]);
  descriptors.staticListenersFor(stock(0));
  expect([limits.all, limits.unauthenticated]).toEqual([360, 90]);
});

test("Tunnels, unauthenticated clients, listeners and pipes together leave a reserve", () => {
  for (const files of [512, 1_024, 4_096, 20_000, 65_536]) {
    Object.assign(limits, { all: 1e9, unauthenticated: 1e9 });
    const descriptors = new Descriptors({ files, limits });
    for (const wanted of [0, 100, 100_000]) {
      const listeners = descriptors.portsFor(paid(wanted));
      const pipes = 2 * maxPipes(files);
      const taken = listeners + 2 * limits.all + limits.unauthenticated + pipes;
      // For the link, the journal, the log, name servers and probes.
      expect(files - taken).toBeGreaterThanOrEqual(120);
    }
  }
});

test("Without a limit nothing is reduced", () => {
  const descriptors = new Descriptors({ files: Number.POSITIVE_INFINITY, limits });
  expect([descriptors.portsFor(paid(4_000)), descriptors.staticListenersFor(stock(9_000))]).toEqual(
    [4_000, 9_000],
  );
  expect([limits.all, limits.unauthenticated]).toEqual([20_000, 4_096]);
});

test("2,000 whitelisted ports leave 300 sold static listeners open, and over 70% of connections", () => {
  const descriptors = new Descriptors({ files: 4_096, limits });
  descriptors.onPortLimit = () => void heard.push(descriptors.portsFor(whitelisted(2_000)));
  expect(descriptors.staticListenersFor({ sold: 300, all: 300 })).toBe(300);
  const without = limits.all;
  // A quarter of the 3,968 descriptors that are not reserved for the process.
  expect(descriptors.portsFor(whitelisted(2_000))).toBe(992);
  expect(descriptors.staticListenersFor({ sold: 300, all: 300 })).toBe(300);
  expect(without - limits.all).toBe(Math.ceil(992 * 0.4));
  expect(limits.all).toBeGreaterThan((without * 7) / 10);
  expect(descriptors.portsFor(whitelisted(9_000))).toBe(992);
  expect(heard).toEqual([]);
});

test("Paid ports come first, then sold static listeners, whitelisted ports and unsold listeners", () => {
  const descriptors = few();
  expect(descriptors.portsFor({ paid: 100, whitelisted: 900 })).toBe(350);
  expect(descriptors.staticListenersFor({ sold: 0, all: 900 })).toBe(150);
  expect(descriptors.staticListenersFor({ sold: 300, all: 900 })).toBe(300);
  expect(descriptors.portsFor({ paid: 100, whitelisted: 900 })).toBe(200);
  expect(descriptors.portsFor({ paid: 300, whitelisted: 900 })).toBe(300);
  expect(descriptors.staticListenersFor({ sold: 300, all: 900 })).toBe(200);
});

test("Ports are notified only when sold static listeners change their limit", () => {
  const descriptors = few();
  const wanted = { paid: 100, whitelisted: 200 };
  descriptors.onPortLimit = () => void heard.push(descriptors.portsFor(wanted));
  descriptors.portsFor(wanted);
  descriptors.staticListenersFor({ sold: 0, all: 900 });
  descriptors.staticListenersFor({ sold: 200, all: 900 });
  descriptors.staticListenersFor({ sold: 300, all: 900 });
  descriptors.staticListenersFor({ sold: 300, all: 300 });
  descriptors.staticListenersFor({ sold: 0, all: 0 });
  expect(heard).toEqual([200, 300]);
});

test("For requests in any order, at most half are listeners, and both kinds know their current limit", () => {
  const seed = Date.now() % 1_000_000;
  const random = seeded(seed);
  const count = () => Math.floor(random() * 700);
  for (let round = 0; round < 300; round += 1) {
    const descriptors = few();
    let ports = { wanted: { paid: 0, whitelisted: 0 }, room: 0 };
    let staticListeners = { wanted: { sold: 0, all: 0 }, room: 0 };
    const askPorts = () => (ports = { ...ports, room: descriptors.portsFor(ports.wanted) });
    const askStatic = () =>
      (staticListeners = {
        ...staticListeners,
        room: descriptors.staticListenersFor(staticListeners.wanted),
      });
    [descriptors.onPortLimit, descriptors.onStaticLimit] = [askPorts, askStatic];
    for (let step = 0; step < 6; step += 1) {
      const sold = count();
      // The other kind is notified.
      if (random() < 0.5) {
        ports.wanted = { paid: count(), whitelisted: count() };
        askPorts();
      } else {
        staticListeners.wanted = { sold, all: sold + count() };
        askStatic();
      }
    }
    const { paid: bought, whitelisted: free } = ports.wanted;
    const { sold, all } = staticListeners.wanted;
    const paidRoom = Math.min(bought, 500);
    const soldRoom = Math.min(sold, 500 - paidRoom);
    const whitelistedRoom = Math.min(free, 250, 500 - paidRoom - soldRoom);
    const staticRoom = Math.min(all, 500 - paidRoom - whitelistedRoom);
    const held = [ports.room, staticListeners.room, limits.all];
    const connections = Math.floor((1_000 - paidRoom - whitelistedRoom - staticRoom) * 0.4);
    expect([seed, ...held]).toEqual([seed, paidRoom + whitelistedRoom, staticRoom, connections]);
    limits.all = 20_000;
    limits.unauthenticated = 4_096;
  }
});

test("Other machines' connections through a relay take no descriptor of the own customers'", () => {
  expect(maxRelayed(Number.POSITIVE_INFINITY, limits)).toBe(10_000);
  const files = 65_536;
  expect(maxRelayed(files, limits)).toBe(8_608);
  const own = 2 * limits.all + limits.unauthenticated;
  expect(own + 2 * maxRelayed(files, limits) + limits.unauthenticated + 128).toBe(files);
  expect(maxRelayed(20_000, limits)).toBe(256);
});
