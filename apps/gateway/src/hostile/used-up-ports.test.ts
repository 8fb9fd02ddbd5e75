/** One customer's many connections to one target must not take an exit from the others. */
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { rawOrigin } from "../testing/origin.ts";
import { labExit } from "../testing/resources.ts";
import { type Client, connectTo, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";

/** So many workers share the portable engine's local ports: each has 350 for an exit. */
const workers = 64;
const mostPorts = 400;
const password = "secret1";

describe("local ports of an exit (portable engine)", () => {
  const hub = forEachTest(() => new TestHub().listen());
  const crowded = forEachTest(() => rawOrigin((socket) => socket.resume()));
  const other = forEachTest(() => rawOrigin((socket) => socket.resume()));
  const gateway = forEachTest(() => {
    for (const name of ["alice1", "bob111"]) hub.addSubAccount(name, password, 1e9);
    hub.upsert(labExit());
    const allow = [crowded.authority, other.authority];
    return gatewayAt(hub, allow, { engine: "portable", workers });
  });

  test("that are used up for one target serve another customer's other targets", async () => {
    const open: Client[] = [];
    let status = "200";
    while (status === "200" && open.length < mostPorts) {
      const asked = { user: "alice1", password, authority: crowded.authority };
      const { client, head } = await connectTo(gateway, asked);
      open.push(client);
      status = head.split(" ")[1] ?? "";
    }
    expect(status).toMatch(/^50[23]$/);
    const asked = { user: "bob111", password, authority: other.authority };
    const { client, head } = await connectTo(gateway, asked);
    for (const each of [...open, client]) each.socket.destroy();
    expect(head).toMatch(/^HTTP\/1.1 200 /);
  });
});
