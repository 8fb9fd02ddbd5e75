/** TLS receivers: only those with a valid certificate receive anything. */
import { once } from "node:events";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import tls from "node:tls";
import { afterAll, beforeEach, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type TestCertificate, certificateFor, unknownAuthority } from "./certificate-testing.ts";
import { onlyDelivery, startBench, verifyBody } from "./testing.ts";

const trusted = tls.getCACertificates("default");

/** Receives requests over TLS. */
let server: https.Server;
/** Responds in plain HTTP to anything. */
let plain: net.Server;
let got: { headers: Record<string, string>; body: string }[] = [];
let heard = "";
const bench = forTests(async () => {
  server = https.createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  });
  plain = net.createServer((socket) => {
    socket.on("data", (part) => {
      heard += part.toString("latin1");
      socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
    });
    socket.on("error", () => {});
  });
  for (const one of [server, plain]) {
    one.listen(0, "127.0.0.1");
    await once(one, "listening");
  }
  const targets = [server, plain].map((one) => `127.0.0.1:${portOf(one)}`);
  return startBench({ LAB_TARGETS: targets.join() });
});
beforeEach(() => {
  got = [];
  tls.setDefaultCACertificates(trusted);
});
afterAll(() => {
  tls.setDefaultCACertificates(trusted);
  server.closeAllConnections();
  server.close();
  plain.close();
});

const portOf = (one: net.Server) => (one.address() as AddressInfo).port;

/** Makes this process trust a certificate in addition, like NODE_EXTRA_CA_CERTS. */
const trust = ({ cert }: TestCertificate) => tls.setDefaultCACertificates([...trusted, cert]);
/** Makes a purchase that notifies a webhook at this server; returns its secret and delivery. */
async function told(by: net.Server) {
  const customer = await bench.shop.customer({ lasting: true });
  const url = `https://127.0.0.1:${portOf(by)}/over-tls`;
  const { secret } = await customer.get("webhookAdd", { url });
  await bench.sell(customer);
  return { secret, delivery: await onlyDelivery(customer) };
}

it("A receiver with a trusted certificate gets the signed event", async () => {
  const own = certificateFor("127.0.0.1");
  trust(own);
  server.setSecureContext(own);
  const { secret, delivery } = await told(server);
  expect(delivery).toMatchObject({ status: "delivered", attempts: [{ status: 204, error: "" }] });
  const [one, ...more] = got;
  if (!one) throw new Error("nothing came");
  expect(more).toEqual([]);
  const received = { ...one, path: "", json: JSON.parse(one.body) as never, atMs: 0 };
  expect(verifyBody(secret, received)).toMatchObject({ type: "order.paid" });
});

it.each([
  {
    how: "that signed itself",
    made: () => certificateFor("127.0.0.1"),
    known: false,
    error: "the certificate is self-signed or from an untrusted issuer",
  },
  {
    how: "whose issuer nobody knows",
    made: () => certificateFor("127.0.0.1", { signer: unknownAuthority() }),
    known: false,
    error: "the certificate's issuer is unknown, or what vouches for it is not sent along",
  },
  {
    how: "that has expired",
    made: () => certificateFor("127.0.0.1", { until: Date.now() - 60_000 }),
    known: true,
    error: "the certificate has expired",
  },
  {
    how: "that begins tomorrow",
    made: () => certificateFor("127.0.0.1", { until: Date.now() + 86_400_000 }),
    known: true,
    error: "the certificate is not valid yet",
  },
  {
    how: "of another address",
    made: () => certificateFor("127.0.0.2"),
    known: true,
    error: "the certificate is for another name",
  },
])("A receiver with a certificate $how gets nothing, and the attempt shows why", async (given) => {
  const own = given.made();
  if (given.known) trust(own);
  server.setSecureContext(own);
  const { delivery } = await told(server);
  const { error } = given;
  expect(delivery).toMatchObject({ status: "waiting", attempts: [{ status: 0, error }] });
  expect(got).toEqual([]);
});

it("A receiver that does not speak TLS gets no readable data", async () => {
  const { delivery } = await told(plain);
  const error = "the other end does not speak TLS that is taken here";
  expect(delivery).toMatchObject({ status: "waiting", attempts: [{ status: 0, error }] });
  expect(heard).not.toMatch(/order\.paid|webhook-|POST/);
});
