/** A call returns once gateways have opened the new ports, so that they work at once. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import type { WhitePortFact } from "@turnpike/contract/port-facts.ts";
import { expect, it } from "vitest";
import { startTraffic } from "../traffic/testing.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const api = forTests(startTraffic);

/** Simulates a gateway that reports each whitelisted port as `says` returns; null: no report. */
async function gateway(says: (fact: WhitePortFact) => Pick<PortState, "open" | "code"> | null) {
  const link = await api.link();
  link.onMessage((news) => {
    if (news.kind !== "change") return;
    const ports = news.puts.flatMap((fact): PortState[] => {
      const told = fact.kind === "whitePort" ? says(fact) : null;
      if (told === null || fact.kind !== "whitePort") return [];
      const { kind, id: portId, port } = fact;
      return [{ kind, portId, port, detail: told.code, ...told }];
    });
    if (ports.length > 0) void link.ask("ports", { gateway: "g1", epoch: "e", ports });
  });
  return link;
}
async function add(num: number) {
  const customer = await api.customer(1);
  const began = performance.now();
  const { data } = await customer.call("whitePortAdd", { num, minutes: 10 });
  const ms = performance.now() - began;
  const { items } = (await customer.call("whitePorts", { limit: 100 })).data;
  return { made: data.items, listed: items, ms };
}

it("without a gateway the response does not wait, and the ports are returned as not open", async () => {
  const times: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const { made, ms } = await add(2);
    expect(made.map(({ open }) => open)).toEqual([false, false]);
    times.push(ms);
  }
  // If calls waited, each would take a second; on a busy machine not all three take that long.
  expect(Math.min(...times)).toBeLessThan(900);
});

it("the response waits for gateways and shows the ports as open", async () => {
  const link = await gateway(() => ({ open: true, code: "" }));
  const { made, listed } = await add(3);
  expect(made.map(({ open }) => open)).toEqual([true, true, true]);
  expect(listed).toEqual(
    made.map((one) => ({ ...one, remainingSeconds: expect.any(Number) as number })),
  );
  await link.stop();
});

it("a number that no gateway can open is replaced, and the response has the new one", async () => {
  let first = 0;
  const link = await gateway(({ port }) => {
    first ||= port;
    return port === first ? { open: false, code: "EADDRINUSE" } : { open: true, code: "" };
  });
  const { made, listed } = await add(1);
  expect(made[0]?.port).not.toBe(first);
  expect(made).toMatchObject([{ port: listed[0]?.port, open: true }]);
  await link.stop();
});

it("a gateway that does not report delays the response by only about a second", async () => {
  const link = await gateway(() => null);
  const { made, ms } = await add(1);
  expect(made).toMatchObject([{ open: false }]);
  expect(ms).toBeGreaterThan(900);
  expect(ms).toBeLessThan(timeLimit(5_000));
  await link.stop();
});
