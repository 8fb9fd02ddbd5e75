/** The life of a node from adding to retiring, by operator commands and `POST /link/join`. */
import { createHash } from "node:crypto";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newNodeKey } from "@turnpike/link/proof.ts";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";
import { takeLease } from "../../products/lease/leases.ts";
import { nodeByName } from "../../inventory/node/store.ts";
import { operate, operateJson } from "./testing.ts";

const api = forTests(startTraffic);

const json = (...words: string[]) => operateJson(api.services, ...words);
const states = async () => {
  const { said } = await json("node", "list");
  return Object.fromEntries(
    said.map((one: { name: string; state: string }) => [one.name, one.state]),
  );
};
async function join(line: string, publicKey = newNodeKey().publicKey) {
  const { pathname } = new URL(line);
  const answer = await fetch(`${api.url}/link/join`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret: pathname.replace("/link/", ""), publicKey }),
  });
  return { status: answer.status, ...((await answer.json()) as object) };
}

describe("nodes (spec/nodes)", () => {
  it("join once, with a URL whose secret is stored as a hash and expires after a day", async () => {
    const added = await json(
      "node",
      "add",
      "eu-1",
      "--region",
      "europe",
      "--host",
      "eu.example.com",
    );
    expect(added.said.join).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/link\/[A-Za-z0-9_-]{32}$/);
    const secret = new URL(added.said.join).pathname.replace("/link/", "");
    const hash = createHash("sha256").update(secret).digest();
    expect((await nodeByName(api.db, "eu-1"))?.join_hash).toEqual(hash);
    const { rows: readable } = await sql`
      select * from (select to_jsonb(node)::text as line from node
        union all select to_jsonb(audit_log)::text from audit_log) as lines
      where position(${secret} in line) > 0`.execute(api.db);
    expect(readable).toEqual([]);
    const again = await json("node", "add", "eu-1", "--region", "europe", "--host", "x");
    expect([again.code, again.error]).toEqual([1, "a node named eu-1 already exists"]);
    expect(await states()).toMatchObject({ "eu-1": "down" });
    const { publicKey } = newNodeKey();
    const answer = { status: 200, id: added.said.id, name: "eu-1" };
    expect(await join(added.said.join, publicKey)).toEqual(answer);
    // The response may have been lost, so the same machine may repeat the request.
    expect(await join(added.said.join, publicKey)).toEqual(answer);
    expect(await join(added.said.join)).toMatchObject({ status: 403, reason: "joinUsed" });
    expect(await join(`${added.said.join}x`)).toMatchObject({ status: 403, reason: "joinUnknown" });
    expect(await states()).toMatchObject({ "eu-1": "joined" });
    const late = await json("node", "rejoin", "eu-1");
    api.services.world.setOffset(86_400_001);
    expect(await join(late.said.join)).toMatchObject({ status: 403, reason: "joinExpired" });
    api.services.world.setOffset(0);
  });

  it("are refused with invalid arguments", async () => {
    for (const [words, code] of [
      [["Eu", "--region", "europe", "--host", "x"], 2],
      [["eu-2", "--host", "x"], 2],
      [["eu-2", "--region", "europe", "--host", "http://x"], 2],
      [["eu-2", "--region", "europe", "--host", "x", "--relay", "x"], 2],
      [["eu-2", "--region", "europe", "--host", "x", "--lease-seconds", "59"], 2],
      [["eu-2", "--region", "europe", "--host", "x", "--lease-seconds", "301"], 2],
    ] as const)
      expect([words, (await json("node", "add", ...words)).code]).toEqual([words, code]);
    expect((await json("node", "retire", "local")).code).toBe(1);
    expect((await json("node", "drain", "nobody")).code).toBe(1);
  });

  it("drain and retire, which returns their leases at once (spec/nodes#draining, spec/nodes#retiring)", async () => {
    const place = ["--region", "north-america", "--host", "us"];
    const { said } = await json("node", "add", "us-1", ...place, "--lease-seconds", "120");
    expect((await json("node", "list")).said).toMatchObject([
      { name: "local", leaseSeconds: 60 },
      { name: "eu-1", leaseSeconds: 300 },
      { name: "us-1", leaseSeconds: 120 },
    ]);
    expect((await json("node", "drain", "us-1")).said).toMatchObject({ state: "draining" });
    expect((await json("node", "undrain", "us-1")).said).toMatchObject({ state: "down" });
    const customer = await api.customer(1);
    const { id } = await createSubAccount(customer, "Retired01", { trafficGb: 1 });
    const fields = { gateway: "us-1-2", epoch: "e", subAccountId: id, wantedBytes: 1_000_000 };
    expect(await takeLease(api.services, fields)).toHaveProperty("lease");
    const retired = await json("node", "retire", "us-1");
    expect(retired.said).toMatchObject({ name: "us-1", state: "retired", settled: 1 });
    expect((await customer.call("upSubUser", { id, trafficGb: 0 })).code).toBe(0);
    expect(await join(said.join)).toMatchObject({ status: 403, reason: "nodeRetired" });
    const { out } = await operate(api.services, "node", "list");
    expect(out).toMatch(/us-1 +north-america +us +retired/);
  });
});
