/** Many names tried from one network: the network is blocked, but no honest user is. */
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { gatewayAt, statusOf as tunnelStatus } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { httpOrigin } from "../testing/origin.ts";
import { sized, times } from "../testing/test-sizes.ts";

const attacker = "127.0.0.121";
const elsewhere = "127.0.0.122";
const looked = 100;

describe.each(engines)("credential stuffing ($name engine)", (engine) => {
  const hub = forEachTest(() => new TestHub().listen());
  const origin = forEachTest(httpOrigin);
  const gateway = forEachTest(async () => {
    hub.upsert(labExit());
    for (const name of ["alice1", "bobby1", "carol1"]) hub.addSubAccount(name, "secret1", 1e9);
    return gatewayAt(hub, [origin.authority], engine.options);
  });

  const statusOf = (user: string, password: string, from: string) =>
    tunnelStatus(gateway, { user, password, authority: origin.authority, from });

  test("Of many names, 100 are checked; owners elsewhere and users seen there before are served", async () => {
    const names = sized({ short: 500, full: 5_000 });
    // An honest user has logged in from the attacker's address before.
    expect(await statusOf("bobby1", "secret1", attacker)).toBe(200);
    const seen = new Map<number, number>();
    const owned: number[] = [];
    let trying = true;
    const honest = async (name: string, from: string) => {
      while (trying) owned.push(await statusOf(name, "secret1", from));
    };
    const beside = [honest("alice1", elsewhere), honest("bobby1", attacker)];
    await times(names, 16, async (index) => {
      const status = await statusOf(`guess${index}`, "secret1", attacker);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    });
    trying = false;
    await Promise.all(beside);
    expect([...seen]).toEqual([
      [407, looked],
      [429, names - looked],
    ]);
    expect(owned.length).toBeGreaterThan(10);
    expect(owned.filter((status) => status !== 200)).toEqual([]);
    // One password in some seconds is compared for a new name, so that its owner passes.
    expect(await statusOf("carol1", "secret1", attacker)).toBe(200);
    expect(await statusOf("carol1", "secret1", elsewhere)).toBe(200);
    // A name that has logged in there has ten wrong passwords of its own.
    for (let count = 0; count < 10; count += 1) {
      expect(await statusOf("bobby1", `wrong${count}`, attacker)).toBe(407);
    }
    expect(await statusOf("bobby1", "wrong99", attacker)).toBe(429);
    expect(await statusOf("bobby1", "secret1", attacker)).toBe(200);
  }, 120_000);
});
