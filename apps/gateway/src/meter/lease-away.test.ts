/** The hub is away for 10 s at any moment: the bytes that a customer has leased are enough. */
import { decideLease, farLeaseSeconds, leaseMs, leaseSeconds } from "@turnpike/rules/lease.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LeasedBudget } from "./leased-budget.ts";

const GB = 1e9;
const stepMs = 10;
const awayMs = 10_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const answered = () => new Promise((resolve) => setImmediate(resolve));

interface Run {
  /** The constant rate, bytes per second. */
  rate: number;
  balance: number;
  /** When the hub goes away, after the first byte. */
  awayAt: number;
  forMs: number;
  /** The node's value, and how long the hub is away then. */
  aloneSeconds?: number;
  awayForMs?: number;
  /** The steps in which bytes are carried; all by default. */
  busy?: (atMs: number) => boolean;
}

/** Carries in steps of 10 ms; returns how long it stalled, the most it held, and the leases. */
async function carry(run: Run) {
  const { rate, balance, awayAt, forMs, busy = () => true } = run;
  const { aloneSeconds = leaseSeconds, awayForMs = awayMs } = run;
  const began = performance.now();
  const at = () => performance.now() - began;
  const away = () => at() >= awayAt && at() < awayAt + awayForMs;
  let lastAnswerAt = performance.now();
  let left = balance;
  let out = 0;
  let leases = 0;
  const budget = new LeasedBudget("sub", {
    now: () => performance.now(),
    isJournalWritable: () => true,
    hub: () => ({ up: !away(), upSince: 0, lastAnswerAt }),
    ask: async (_id, { wantedBytes, heldBytes }) => {
      if (away()) throw new Error("away");
      lastAnswerAt = performance.now();
      const decided = decideLease({ enabled: true, leftBytes: left, wantedBytes, heldBytes });
      if (!decided.lease) return { refused: decided.why };
      left -= decided.bytes;
      out += decided.bytes;
      leases += 1;
      const expiresAt = performance.now() + leaseMs(aloneSeconds);
      return { lease: { id: String(leases), bytes: decided.bytes, expiresAt, aloneSeconds } };
    },
    retire: (lease) => {
      left += lease.left;
      out -= lease.bytes;
    },
    cut: () => {},
  });
  let stillMs = 0;
  let carried = 0;
  let most = 0;
  const goOn = () => {};
  await budget.ready();
  for (let step = 0; step * stepMs < forMs; step += 1) {
    vi.advanceTimersByTime(stepMs);
    if (!away()) lastAnswerAt = performance.now();
    for (let wants = busy(step * stepMs) ? (rate * stepMs) / 1_000 : 0; wants > 0; ) {
      const taken = budget.take(Math.min(wants, 256 * 1024));
      if (budget.current) budget.current.inFlight = 0;
      wants -= taken;
      carried += taken;
      if (taken > 0) continue;
      // The hub answers within a step.
      budget.wait(goOn);
      await answered();
      if (budget.current !== null) continue;
      stillMs += stepMs;
      break;
    }
    if (step % 25 === 0) budget.tick();
    await answered();
    most = Math.max(most, (out - carried) / balance);
  }
  budget.stop();
  return { stillMs, leases, carried, left, most };
}

const moments = [1_000, 1_130, 1_490, 2_000, 3_700, 5_000, 9_990, 27_000, 60_000, 243_000];

describe("a hub that is unreachable for 10 s goes unnoticed", () => {
  test.each([
    { what: "100 kB/s", rate: 100_000, balance: 1 * GB },
    { what: "10 MB/s", rate: 10_000_000, balance: 5 * GB },
    { what: "100 MB/s", rate: 100_000_000, balance: 100 * GB },
  ])(
    "at a steady $what, from one second after the first byte",
    async ({ rate, balance }) => {
      for (const awayAt of moments.filter((moment) => rate * (moment + 15_000) < balance * 500)) {
        const { stillMs, leases } = await carry({ rate, balance, awayAt, forMs: awayAt + 12_000 });
        expect({ awayAt, stillMs }).toEqual({ awayAt, stillMs: 0 });
        // A few to find out the rate, then one about every 25 s.
        expect(leases).toBeLessThanOrEqual(9 + Math.ceil(awayAt / 20_000));
      }
    },
    60_000,
  );

  test("for 90 s at a far node", async () => {
    for (const awayAt of [4_000, 60_000, 243_000]) {
      const far = { aloneSeconds: farLeaseSeconds, awayForMs: 90_000 };
      const forMs = awayAt + 92_000;
      const run = await carry({ rate: 1_000_000, balance: 5 * GB, awayAt, forMs, ...far });
      expect({ awayAt, stillMs: run.stillMs }).toEqual({ awayAt, stillMs: 0 });
    }
    // Twice as fast as before, from the moment when the link is cut.
    const busy = (at: number) => at > 60_000 || at % 20 === 0;
    const far = { aloneSeconds: farLeaseSeconds, awayForMs: 90_000, awayAt: 60_000, busy };
    const run = await carry({ rate: 1_000_000, balance: 5 * GB, forMs: 152_000, ...far });
    expect(run.stillMs).toBe(0);
    const near = { rate: 1_000_000, balance: 5 * GB, awayAt: 60_000, awayForMs: 90_000 };
    expect((await carry({ ...near, forMs: 152_000 })).stillMs).toBeGreaterThan(20_000);
  }, 20_000);

  test("by a customer who transfers a little every two seconds, or who returns meanwhile", async () => {
    const busy = (at: number) => at % 2_000 < 100;
    const little = await carry({ rate: 500_000, balance: GB, awayAt: 7_000, forMs: 30_000, busy });
    expect(little.stillMs).toBe(0);
    expect(little.leases).toBeLessThanOrEqual(4);
    // With so little left, leases are returned after 2.5 s without traffic, but not meanwhile.
    const returns = await carry({
      rate: 500_000,
      balance: 20_000_000,
      awayAt: 7_000,
      forMs: 16_900,
      busy: (at) => at < 5_000 || at >= 16_500,
    });
    expect([returns.stillMs, returns.carried]).toEqual([0, 2_700_000]);
  });

  test("with a small balance, which is used to the last byte and never exceeded", async () => {
    const balance = 20_000_000;
    const run = await carry({ rate: 1_000_000, balance, awayAt: 1_000, forMs: 60_000 });
    expect(run.carried).toBe(balance);
    expect(run.left).toBe(0);
  });
});

test("One gateway holds less than a fifth of a customer's balance, however fast it is", async () => {
  const { most } = await carry({ rate: 400_000_000, balance: 20 * GB, awayAt: 1e9, forMs: 8_000 });
  expect(most).toBeLessThan(1 / 5);
});
