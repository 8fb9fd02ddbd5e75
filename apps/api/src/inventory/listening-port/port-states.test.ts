/** How gateways' reports change ports of opened IPs and whitelisted addresses. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it, vi } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { modules } from "../../app.ts";
import {
  advance,
  lastPortFact,
  hourMs,
  opener,
  occupy,
  soon,
  reportOpenedPorts,
  vacate,
} from "../../products/pool/testing.ts";
import { startTraffic } from "../../products/traffic/testing.ts";
import { leaseBarePorts, portRow } from "./testing.ts";
import { releasePorts, type LeasePortsOptions } from "./lease-ports.ts";
import { waitUntilOpen } from "./wait-open.ts";
import { leasedPortRange } from "./store/leased-ports.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const HOST = "127.0.81.3";
const api = forTests(() => startTraffic({ HOST, WHITE_PORTS: "10001-10060" }));
const link = forTests(() => api.link());
const second = forTests(() => api.link({ worker: 2 }));

const told = (ports: unknown[], by = link) =>
  by.ask("ports", { gateway: "", epoch: "", ports: ports as PortState[] });
const state = ({ id, port }: { id: string; port: number }, more: object = {}) => {
  return { kind: "whitePort", portId: id, port, open: true, code: "", detail: "", ...more };
};
const shut = (code: string) => ({ open: false, code, detail: `bind: ${code}` });
const make = (more: Partial<LeasePortsOptions> = {}) => leaseBarePorts(api, more);
const release = (ports: { id: string }[]) =>
  transaction(api.db, (tx) =>
    releasePorts(
      api.services,
      tx,
      ports.map(({ id }) => id),
    ),
  );
async function job(name: string): Promise<void> {
  const found = modules.jobs.find((one) => one.name === name);
  if (!found) throw new Error(`there is no job ${name}`);
  await found.run(api.services);
}
const row = async (port: { id: string }) => portRow(api.services, port.id);
const bad = async () => {
  const { rows } = await sql<{ port: number }>`select port from gate_bad_number`.execute(api.db);
  return rows.map(({ port }) => port);
};

describe("port numbers", () => {
  it("are assigned in ascending order; released ones come last", async () => {
    const first = await make({ count: 3 });
    expect(first.map(({ port }) => port)).toEqual([10_001, 10_002, 10_003]);
    expect(await release(first)).toHaveLength(3);
    expect(await release(first)).toEqual([]);
    const [next] = await make();
    expect(next?.port).toBe(10_004);
    const rest = await make({ count: 56 });
    expect(rest.map(({ port }) => port)).not.toContain(10_001);
    await advance(api, 1_000);
    const [again] = await make();
    expect(again?.port).toBe(10_001);
    await expect(make({ count: 3 })).rejects.toMatchObject({ reason: "insufficientStock" });
    await release([...rest, ...(next ? [next] : []), ...(again ? [again] : [])]);
  });

  it("a requested one is refused while another process listens on it, and assigned afterwards", async () => {
    const other = await occupy(HOST, 9_601);
    const fields = { first: 9_600, count: 3 };
    await expect(make(fields)).rejects.toMatchObject({ reason: "portUnavailable" });
    await vacate(other);
    const ports = await make(fields);
    expect(ports.map(({ port }) => port)).toEqual([9_600, 9_601, 9_602]);
    await expect(make({ first: 9_602 })).rejects.toMatchObject({ reason: "portUnavailable" });
    await release(ports);
  });

  it.each([79, 10_001, 0, -5, 65_535])("%i cannot be requested", async (first) => {
    await expect(make({ first })).rejects.toMatchObject({ reason: "portUnavailable" });
  });
});

describe("port reports of gateways", () => {
  it("are recorded: the gateway, since when the port is open, and any error", async () => {
    const [port] = await make();
    if (!port) throw new Error("no port");
    await told([state(port)]);
    expect(await row(port)).toMatchObject({ open: true, gateway: "local-1", trouble: "" });
    const opened = (await row(port))?.opened_at;
    await told([state(port, shut("EADDRINUSE"))], second);
    expect(await row(port)).toMatchObject({
      port: port.port,
      open: false,
      gateway: "local-2",
      opened_at: opened,
      trouble: "bind: EADDRINUSE",
    });
    await release([port]);
  });

  it("are ignored for another kind or number and for a closed port, and refused when malformed", async () => {
    const [port, closed] = await make({ count: 2 });
    if (!port || !closed) throw new Error("no ports");
    await release([closed]);
    await told([
      state(port, { kind: "openedIp" }),
      state(port, { kind: "unlimitedPort" }),
      state(port, { port: port.port + 1 }),
      state(closed),
    ]);
    for (const entry of [
      state(port, { port: "10001" }),
      state(port, { open: "yes" }),
      state(port, { portId: 7 }),
      state(port, { kind: "__proto__" }),
      state(port, shut("E\u0000X")),
      null,
      7,
      [],
    ])
      await expect(told([entry, state(port)])).rejects.toThrow("malformed");
    expect(await row(port)).toMatchObject({ open: false, gateway: null });
    expect(await row(closed)).toMatchObject({ open: false });
    await told([state(port, { ...shut("EXX"), detail: "a\u0000\ud800" })]);
    expect((await row(port))?.trouble).toBe("a \ufffd");
    await release([port]);
  });

  it("replace a number that cannot be opened and block it for an hour", async () => {
    const [port] = await make();
    if (!port) throw new Error("no port");
    await told([state(port, shut("EADDRINUSE"))]);
    const now = await row(port);
    expect(now?.port).not.toBe(port.port);
    expect(now).toMatchObject({ open: false, trouble: "", gateway: null });
    expect(await bad()).toContain(port.port);
    await advance(api, hourMs + 1);
    await job("delete-old-leased-ports");
    expect(await bad()).not.toContain(port.port);
  });

  it("keep the number on errors of the worker itself, and if the port was open before", async () => {
    const [port, used] = await make({ count: 2 });
    if (!port || !used) throw new Error("no ports");
    await told([state(port, shut("EMFILE")), state(used)]);
    await told([state(used, shut("EADDRINUSE"))]);
    await job("retry-leased-ports");
    expect((await row(port))?.port).toBe(port.port);
    expect((await row(used))?.port).toBe(used.port);
    await release([port, used]);
  });

  it("keep the number while no other is free, and replace it once one is", async () => {
    const [port] = await make();
    const others = await make({ count: 59 });
    if (!port) throw new Error("no port");
    await told([state(port, shut("EACCES"))]);
    expect(await row(port)).toMatchObject({ port: port.port, trouble: "bind: EACCES" });
    await release(others);
    await job("retry-leased-ports");
    expect((await row(port))?.port).not.toBe(port.port);
    await release([port]);
  });

  it("release a whitelisted port for good if its requested number cannot be opened", async () => {
    const [port] = await make({ first: 9_620 });
    if (!port) throw new Error("no port");
    await told([state(port, shut("EADDRINUSE"))]);
    expect((await row(port))?.released_at).not.toBeNull();
    expect(await bad()).not.toContain(9_620);
  });

  it.runIf(isFull)(
    "refund an opened IP only once, however many reports say that it failed",
    async () => {
      const ada = await opener(api, 5);
      const items = await ada.open({ num: 4, port: 9_630 });
      const [first, second, third] = items;
      if (!first || !second || !third) throw new Error("none were opened");
      await reportOpenedPorts(api.services, [second, third]);
      await ada.call("ipDel", { ids: second.id });
      const fails = { open: false, code: "EACCES" };
      await Promise.all([1, 2, 3, 4].map(() => reportOpenedPorts(api.services, items, fails)));
      expect(await ada.ips()).toBe(3);
      const { data } = await ada.call("ipHistory");
      const ended = ["deleted", "deleted", "active", "deleted"];
      expect(data.items.map(({ status }) => status)).toEqual(ended);
      expect((await ada.call("ipLineChart")).data.items.at(-1)?.opened).toBe(2);
      await vi.waitFor(() => expect(lastPortFact(link, first.id)).toBe("gone"), soon);
      await assertAccounting(api.services);
    },
  );
});

it("waiting for gateways returns the open ports and waits only for ports that no gateway has reported yet", async () => {
  const ports = await make({ count: 3 });
  const [open, troubled, quiet] = ports;
  if (!open || !troubled || !quiet) throw new Error("no ports");
  await told([state(open), state(troubled, shut("EMFILE"))]);
  const began = performance.now();
  expect(await waitUntilOpen(api.services, leasedPortRange, [open.id, troubled.id])).toEqual(
    new Set([open.id]),
  );
  expect(performance.now() - began).toBeLessThan(timeLimit(900));
  const waited = performance.now();
  const all = waitUntilOpen(
    api.services,
    leasedPortRange,
    ports.map(({ id }) => id),
  );
  await told([state(quiet)]);
  expect(await all).toEqual(new Set([open.id, quiet.id]));
  expect(performance.now() - waited).toBeLessThan(timeLimit(5_000));
  await release(ports);
});

describe("expiry", () => {
  it("closes the port on time, removes it from gateways and frees its number", async () => {
    const ada = await opener(api, 2);
    const [short] = await ada.open({ hours: 1, port: 9_640 });
    const [long] = await ada.open({ hours: 2 });
    if (!short || !long) throw new Error("none were opened");
    await reportOpenedPorts(api.services, [short, long]);
    await advance(api, hourMs - 60_000);
    expect((await row(short))?.released_at).toBeNull();
    await advance(api, 61_000);
    expect(await row(short)).toMatchObject({ open: false });
    expect((await row(short))?.released_at).not.toBeNull();
    expect((await row(long))?.released_at).toBeNull();
    await vi.waitFor(() => expect(lastPortFact(link, short.id)).toBe("gone"), soon);
    expect(lastPortFact(link, long.id)).not.toBe("gone");
    const eve = await opener(api, 1);
    expect(await eve.open({ port: 9_640 })).toHaveLength(1);
    await assertAccounting(api.services);
  });

  it("refunds IPs that no gateway ever opened", async () => {
    const ada = await opener(api, 3);
    const [used] = await ada.open();
    await ada.open({ num: 2, hours: 2 });
    if (!used) throw new Error("none were opened");
    await reportOpenedPorts(api.services, [used]);
    await advance(api, hourMs + 1_000);
    expect(await ada.ips()).toBe(0);
    await advance(api, hourMs);
    expect(await ada.ips()).toBe(2);
    await assertAccounting(api.services);
  });

  it.runIf(isFull)(
    "deletes ports opened more than 31 days ago, and the accounting still matches",
    async () => {
      const ada = await opener(api, 6);
      const old = await ada.open({ num: 3 });
      await reportOpenedPorts(api.services, old);
      await advance(api, 20 * 24 * hourMs);
      const young = await ada.open({ num: 2 });
      await reportOpenedPorts(api.services, young);
      await advance(api, 12 * 24 * hourMs);
      expect(await Promise.all(old.map(row))).toEqual([undefined, undefined, undefined]);
      expect((await Promise.all(young.map(row))).every((one) => one !== undefined)).toBe(true);
      await assertAccounting(api.services);
      const { data } = await ada.call("ipLineChart", { days: 30 });
      expect(data.items.reduce((sum, { opened }) => sum + opened, 0)).toBe(2);
    },
  );
});
