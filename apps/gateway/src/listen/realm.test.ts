import { afterEach, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "../serve.ts";
import { Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";

let gateway: RunningGateway | undefined;
const hub = forEachTest(() => new TestHub().listen());
afterEach(() => gateway?.stop(0));

/** The head of the refusal of a client without credentials. */
async function headOf({ port }: RunningGateway): Promise<string> {
  const client = new Client(port);
  client.socket.write("CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n");
  const head = await client.head();
  client.socket.destroy();
  return head;
}

test("A gateway's 407 bears the provider's name as its hub says it, at once, and nothing of the product's (spec/brand#names)", async () => {
  const running = await gatewayAt(hub, []);
  gateway = running;
  expect(await headOf(running)).toContain('realm="turnpike"');
  const tell = (name: string | null) => hub.tellAll((seq) => ({ kind: "brand", seq, name }));
  tell('Nordlicht "Proxies"');
  await eventually("the name is known", async () =>
    (await headOf(running)).includes('realm="Nordlicht \\"Proxies\\"", charset="UTF-8"'),
  );
  expect(await headOf(running)).not.toMatch(/turnpike/i);
  tell(null);
  await eventually("the name is gone", async () =>
    (await headOf(running)).includes('realm="turnpike"'),
  );
});
