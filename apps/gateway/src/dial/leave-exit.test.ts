import { beforeEach, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { leaveExits } from "../testing/held-answers.ts";
import { httpOrigin } from "../testing/origin.ts";
import { labExit } from "../testing/resources.ts";
import { basic, Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";

let id: string;

const hub = forEachTest(() => new TestHub().listen());
const origin = forEachTest(httpOrigin);
beforeEach(() => {
  id = hub.addSubAccount("alice1", "secret1", 1_000_000_000);
});
const gateway = forEachTest(() => gatewayAt(hub, [origin.authority]));

/** The address that a target sees of a session. */
async function ipOf(sid: string): Promise<string> {
  const client = new Client(gateway.port);
  const user = basic(`alice1-sid-${sid}-t-60`, "secret1");
  const head = `Host: x.example\r\nProxy-Authorization: ${user}\r\nConnection: close`;
  client.socket.write(`GET http://${origin.authority}/ip HTTP/1.1\r\n${head}\r\n\r\n`);
  await eventually("the answer", () => client.ended);
  return /"ip":"([\d.]+)"/.exec(client.all().toString())?.[1] ?? client.all().toString();
}

test("A session that left its exit on demand gets another one each time, and keeps that (spec/api#rotate)", async () => {
  for (let count = 0; count < 2; count += 1) hub.upsert(labExit());
  let before = await ipOf("a1");
  for (let turn = 0; turn < 8; turn += 1) {
    const asked = hub.stickySessionsAsked;
    leaveExits(hub, id);
    await eventually("gateways ask again", async () => (await ipOf("a1")) !== before);
    const now = await ipOf("a1");
    expect(now).not.toBe(before);
    expect(await ipOf("a1")).toBe(now);
    // One question, and another one if the same exit was proposed first.
    expect(hub.stickySessionsAsked - asked).toBeLessThanOrEqual(4);
    before = now;
  }
});

test("With one exit the session keeps it; other sessions keep theirs", async () => {
  hub.upsert(labExit());
  const only = await ipOf("b1");
  leaveExits(hub, id);
  expect(await ipOf("b1")).toBe(only);
  expect(await ipOf("b1")).toBe(only);
  for (let count = 0; count < 6; count += 1) hub.upsert(labExit());
  const others = await Promise.all(["c1", "c2", "c3"].map(ipOf));
  const fact = hub.resources.get(`subAccount ${id}`);
  if (fact?.kind === "subAccount") hub.upsert({ ...fact, rotations: 9 });
  expect(await Promise.all(["c1", "c2", "c3"].map(ipOf))).toEqual(others);
});
