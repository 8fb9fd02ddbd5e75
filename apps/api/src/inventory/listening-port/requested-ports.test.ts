/** Requested numbers: which requests wait, and for what; and the release of expired ports. */
import { setTimeout as sleep } from "node:timers/promises";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { headMiddleLast, refusing } from "../../../testing/refusing.ts";
import { transaction } from "../../platform/db/database.ts";
import { occupy, opener, vacate } from "../../products/pool/testing.ts";
import { startTraffic } from "../../products/traffic/testing.ts";
import { releaseExpiredPorts } from "./jobs.ts";
import { releasePorts, type LeasePortsOptions } from "./lease-ports.ts";
import { leasedPortRange } from "./store/leased-ports.ts";
import { lockNumbers } from "./store/numbers.ts";
import { leaseBarePorts } from "./testing.ts";

const HOST = "127.0.81.7";
const api = forTests(() => startTraffic({ HOST, WHITE_PORTS: "10001-10060" }));

const make = (more: Partial<LeasePortsOptions> = {}) => leaseBarePorts(api, more);
const release = (ports: { id: string }[]) => {
  const ids = ports.map(({ id }) => id);
  return transaction(api.db, (tx) => releasePorts(api.services, tx, ids));
};

describe("a requested port number", () => {
  // Time stands still: requests wait for a gateway as long as the test wants, on any machine.
  beforeEach(() => {
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const { world } = api.services;
    vi.spyOn(world, "now").mockReturnValue(world.now());
  });
  afterEach(() => void vi.restoreAllMocks());

  it("waits for the gateway that is closing it if it was just released", async () => {
    const ports = await make({ first: 9_610 });
    const listening = await occupy(HOST, 9_610);
    await release(ports);
    const again = make({ first: 9_610 });
    const [other] = await make();
    await vacate(listening);
    expect((await again).map(({ port }) => port)).toEqual([9_610]);
    await release([...(await again), ...(other ? [other] : [])]);
  });

  it("is refused at once if another process listens on it, even while a released port is still closing", async () => {
    const ports = await make({ first: 9_612 });
    const [closing, foreign] = [await occupy(HOST, 9_612), await occupy(HOST, 9_613)];
    await release(ports);
    // The request would wait for the first port alone.
    await expect(make({ first: 9_612, count: 2 })).rejects.toMatchObject({
      reason: "portUnavailable",
    });
    expect(closing.listening).toBe(true);
    await Promise.all([vacate(closing), vacate(foreign)]);
  });

  it("does not delay other port requests while it waits, or if the customer has no balance", async () => {
    const ports = await make({ first: 9_614 });
    const closing = await occupy(HOST, 9_614);
    await release(ports);
    const waiting = make({ first: 9_614 });
    const [other] = await make();
    expect(closing.listening).toBe(true);
    await vacate(closing);
    await release([...(await waiting), ...(other ? [other] : [])]);
    const ada = await opener(api, 0);
    await transaction(api.db, async (tx) => {
      await lockNumbers(tx, leasedPortRange);
      for (const port of [undefined, 9_614]) {
        const answer = await ada.call("ipOpen", { num: 1, hours: 1, auth: "user", port });
        expect([answer.code, answer.data.reason]).toEqual([402, "insufficientIps"]);
      }
    });
  });
});

it("an expired port that cannot be released is set aside, and the others are released (spec/operator#set-aside)", async () => {
  const { db, world } = api.services;
  for (const nth of headMiddleLast([0, 1, 2])) {
    // Ports are worked on by their ids.
    const at = new Date(world.now());
    const expiresAt = new Date(at.getTime() + 1);
    const ids = (await make({ count: 3, at, expiresAt })).map(({ id }) => id).toSorted();
    const open = async () =>
      (
        await sql<{ id: string }>`select id::text from gate_port
            where id = any(${ids}::uuid[]) and released_at is null`.execute(db)
      ).rows.map(({ id }) => id);
    const aside = async () =>
      (
        await sql<{ name: string }>`select name from item_aside
            where kind = 'expiredPort' and state = 'waiting'`.execute(db)
      ).rows.map(({ name }) => name);
    await sleep(5);
    const when = `new.id = '${ids[nth]}' and new.released_at is not null`;
    await refusing(db, { table: "gate_port", event: "update", when }, () =>
      releaseExpiredPorts(api.services),
    );
    expect([await open(), await aside()]).toEqual([[ids[nth]], [ids[nth]]]);
    await releaseExpiredPorts(api.services);
    expect([await open(), await aside()]).toEqual([[], []]);
  }
});
