/** For tests: a hub, and gateways of one node that connect to it. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { linkQuestions } from "@turnpike/contract/link-questions.ts";
import { afterEach } from "vitest";
import type { UnansweredQuestion } from "./hub-peer.ts";
import type { Answers, GatewayLink } from "./link.ts";
import { newNodeKey } from "./proof.ts";
import { connectWs } from "./ws-gateway.ts";
import { attachWs, type WsHubOptions } from "./ws-hub.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const key = newNodeKey();
const id = randomUUID();
const quiet = { warn: () => {}, info: () => {} };
/** The node, as `rawLink` takes it. */
export const node = { id, privateKey: key.privateKey };

/** Calls this at the end of the test. */
export const atEnd = (stop: () => unknown): void => void stops.push(stop);

/** A hub and a gateway of one node; `asked` are the questions that reached a handler. */
export async function linked(
  changed: Partial<WsHubOptions> = {},
  answer: () => Promise<object> = async () => ({}),
) {
  const asked: [kind: string, question: unknown][] = [];
  const unanswered: UnansweredQuestion[] = [];
  const kinds = Object.keys(linkQuestions);
  const answers = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      (question: unknown) => {
        asked.push([kind, question]);
        return answer();
      },
    ]),
  ) as unknown as Answers;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const publicKey = Buffer.from(key.publicKey, "base64url");
  const hub = attachWs(server, {
    answers,
    replica: "r1",
    nodeOf: async () => ({ id, name: "eu-1", publicKey, generation: 1, retired: false }),
    admit: async () => null,
    hosts: [`127.0.0.1:${port}`],
    log: quiet,
    onUnanswered: (_peer, question) => unanswered.push(question),
    ...changed,
  });
  atEnd(async () => {
    await hub.stop();
    await new Promise((resolve) => server.close(resolve));
  });
  const connect = async (worker: number): Promise<GatewayLink> => {
    const urls = [`ws://127.0.0.1:${port}/link`];
    const own = { ...node, name: "eu-1" };
    const link = connectWs({ urls, node: own, worker, epoch: "e1", log: quiet });
    atEnd(() => link.stop());
    await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
    return link;
  };
  return { asked, unanswered, connect, port, url: `http://127.0.0.1:${port}` };
}
