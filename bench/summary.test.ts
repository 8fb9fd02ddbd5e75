import { expect, test } from "vitest";
import type { Shot } from "./measure.ts";
import { summaryOf } from "./summary.ts";

const shot = (perCpu: number, wall = 0) => ({ perCpu, wall }) as Shot;

test("The README's tables have medians, their ratios to the peer, and only what was measured", () => {
  const results = {
    down: { "turnpike (native)": [shot(70), shot(80), shot(60)], "proxy-chain": [shot(10)] },
    rate: {
      "turnpike (native)": [shot(12_344)],
      "proxy-chain": [shot(6_000)],
      "turnpike, upstream": [shot(9_000)],
      "proxy-chain, upstream": [shot(4_500)],
    },
    idle: { "turnpike (native)": [shot(Number.NaN, 2.94)], "proxy-chain": [shot(Number.NaN, 19)] },
  };
  const choice = { random: 0.84, session: 1.4 };
  expect(summaryOf(results, { choice }).split("\n")).toEqual([
    "| per second of processor time | Turnpike | proxy-chain 3.0.1 |",
    "|---|--:|--:|",
    "| download, 32 tunnels | 70.0 Gbit (7.0 ×) | 10.0 Gbit |",
    "| new tunnels by CONNECT | 12,340 (2.1 ×) | 6,000 |",
    "| memory of an idle tunnel | 2.9 kB | 19.0 kB |",
    "",
    "| through a wholesaler's gateway | Turnpike | proxy-chain, upstream |",
    "|---|--:|--:|",
    "| new tunnels by CONNECT | 9,000 (2.0 ×) | 4,500 |",
    "",
    "| | processor time |",
    "|---|--:|",
    "| a choice among twenty upstreams | 0.8 µs, 1.4 µs for a new session |",
  ]);
  expect(summaryOf({}, {})).toBe("");
});
