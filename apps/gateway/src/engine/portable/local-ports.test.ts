import { expect, test } from "vitest";
import { firstPort, lastPort, LocalPorts } from "./local-ports.ts";

const random = () => 0;
/** All ports that a worker uses at one address, in order. */
function allOf(ports: LocalPorts): number[] {
  const first = ports.next("127.1.0.1");
  const found = [first];
  for (let port = ports.next("127.1.0.1"); port !== first; port = ports.next("127.1.0.1")) {
    found.push(port);
  }
  return found;
}

test("Workers never share a local port, and together use nearly the whole range (spec/quality#exit-address-trap)", () => {
  for (const workers of [1, 3, 8]) {
    // The product numbers its workers from 1.
    const all = Array.from({ length: workers }, (_, at) =>
      allOf(new LocalPorts({ worker: at + 1, workers, random })),
    ).flat();
    expect(new Set(all).size).toBe(all.length);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(firstPort);
    expect(Math.max(...all)).toBeLessThanOrEqual(lastPort);
    expect(all.length).toBeGreaterThan(lastPort - firstPort - workers);
  }
});

test("Ports of unlimited plans are skipped; each worker has others left (UNLIMITED_PORTS)", () => {
  const isTaken = (port: number) => port >= 26_000 && port <= 29_999;
  for (const worker of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const found = allOf(new LocalPorts({ worker, workers: 8, random, isTaken }));
    expect(found.some(isTaken)).toBe(false);
    expect(found.length).toBeGreaterThan(2_300);
  }
  const none = new LocalPorts({ worker: 1, workers: 8, random, isTaken: () => true });
  expect(none.next("127.1.0.1")).toBeGreaterThanOrEqual(firstPort);
});
