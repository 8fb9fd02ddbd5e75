import fc from "fast-check";
import { expect, test } from "vitest";
import { Flow, lateMs, leastBytes, quietMs } from "./rate-limiter.ts";
import { RateLimiterBench } from "../testing/rate-limiter.ts";

type Step = { kind: "take" | "giveBack" | "forget" | "turn"; who: number; size: number };

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("take", "take", "giveBack", "forget", "turn", "turn"),
    who: fc.nat(5),
    size: fc.integer({ min: 1, max: 300_000 }),
  }),
  { minLength: 50, maxLength: 400 },
);

test("any sequence of operations: No window exceeds the rate plus one burst, no flow waits forever, nothing is lost", () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(5, 100), (all, mbps) => {
      const bench = new RateLimiterBench(mbps);
      const flows = Array.from({ length: 6 }, () => new Flow(bench.limiter));
      const out = flows.map(() => 0);
      const waiting = flows.map(() => false);
      /** The bytes requested by flows whose turn came and was not used yet. */
      const due = flows.map(() => 0);
      let moved = 0;
      /** The lowest value so far of the bytes moved minus those that the rate allows. */
      let lowest = 0;
      const most = Math.max(bench.rate * lateMs, 2 * leastBytes);
      const check = () => {
        const above = moved - bench.now * bench.rate;
        lowest = Math.min(lowest, above);
        expect(above - lowest).toBeLessThanOrEqual(most + 1e-6);
      };
      /** A turn grants bytes, whenever it is used. */
      const use = (who: number) => {
        const size = due[who] ?? 0;
        if (size === 0) return;
        due[who] = 0;
        take(who, size);
        expect(out[who]).toBeGreaterThan(0);
      };
      const take = (who: number, size: number) => {
        const flow = flows[who] as Flow;
        if (waiting[who] || (out[who] ?? 0) > 0) return;
        const taken = flow.take(size);
        expect(Number.isInteger(taken) && taken >= 0 && taken <= size).toBe(true);
        // No tiny portions.
        expect(taken === 0 || taken >= Math.min(size, leastBytes)).toBe(true);
        out[who] = taken;
        moved += taken;
        if (taken > 0) return;
        waiting[who] = true;
        flow.wait(() => {
          waiting[who] = false;
          due[who] = size;
          if (size % 2 === 0) use(who);
        });
      };
      for (const { kind, who, size } of all) {
        const had = out[who] ?? 0;
        if (kind === "take") {
          if (waiting[who]) continue;
          out[who] = 0;
          if (due[who]) use(who);
          else take(who, size);
        } else if (kind === "giveBack" && had > 0) {
          const back = Math.min(size, had);
          flows[who]?.giveBack(back);
          moved -= back;
          out[who] = 0;
        } else if (kind === "forget") {
          flows[who]?.cancelWait();
          waiting[who] = false;
          due[who] = 0;
        } else if (kind === "turn") bench.turn(size % 300);
        check();
      }
      /** Every other flow uses its turn, the rest cancel theirs. */
      const settle = () => {
        for (const [who, flow] of flows.entries()) {
          if (who % 2 === 0) use(who);
          else if ((due[who] ?? 0) > 0) flow.cancelWait();
          due[who] = 0;
          check();
        }
      };
      // Each waiting flow gets a turn if others do not sit on theirs …
      settle();
      for (let turns = 0; waiting.includes(true); turns += 1) {
        expect(turns).toBeLessThan(20);
        bench.turn();
        settle();
      }
      for (const flow of flows) flow.cancelWait();
      // … and then the whole rate is available again.
      while (bench.turn(lateMs)) check();
      bench.now += 1_000;
      const last = Array.from({ length: 64 }, () => new Flow(bench.limiter).take(1e9));
      const rest = last.reduce((total, each) => total + each, 0);
      const full = Math.max(bench.rate * quietMs, 2 * leastBytes);
      expect(rest).toBeLessThanOrEqual(full);
      expect(rest).toBeGreaterThan(full - leastBytes);
    }),
    { numRuns: 300 },
  );
});
