import type { CallResponse } from "@turnpike/contract/call.ts";
import { type CallName, type Calls, calls } from "@turnpike/contract/calls.ts";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import pino from "pino";
import { expect, it } from "vitest";
import { folderForTests } from "@turnpike/net/testing/for-tests.ts";
import { startEmbedded } from "../../platform/db/embedded.ts";
import { startApi } from "../../app.ts";
import { startStripePeer } from "../payment-provider/card/testing-stripe.ts";
import { visit } from "../payment-provider/testing.ts";

const dataDir = folderForTests();

it("A webhook that arrives while the database is unreachable gets 503 and counts when sent again", async () => {
  const peer = await startStripePeer();
  const server = await startEmbedded(dataDir, { guard: false });
  const env = readEnvironment({
    NODE_ENV: "test",
    PORT: "0",
    LOOKUP_PORT: "0",
    DATA_DIR: dataDir,
    ...peer.env,
  });
  const log = pino({ level: "silent" });
  const api = await startApi({ env, log, databaseUrl: server.url, jobs: false });
  peer.webhookUrl = `${api.url}/webhooks/stripe`;
  const get = async <K extends CallName>(name: K, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(api.url + calls[name].path, { method: "POST", body });
    return ((await answer.json()) as { data: CallResponse<Calls[K]> }).data;
  };
  try {
    const input = { email: "away@example.com", password: "h7Kqorchard", agree: "1" };
    const { session } = await get("signup", input);
    const wanted = { session, amountCents: "1000", method: "card" };
    const { paymentId, payUrl } = await get("recharge", wanted);
    await visit(payUrl);
    peer.holdWebhooks = true;
    const event = await peer.pay(peer.sessionOf(paymentId).id);
    process.kill(server.pid, "SIGKILL");
    await expect.poll(() => peer.deliver(event), { timeout: 5_000 }).toBe(503);
    await startEmbedded(dataDir, { guard: false });
    expect(await peer.deliver(event)).toBe(200);
    expect((await get("payment", { session, paymentId })).status).toBe("paid");
    expect((await get("member", { session })).walletCents).toBe(1_000);
  } finally {
    await api.stop();
    await server.stop();
    await peer.stop();
  }
}, 60_000);
