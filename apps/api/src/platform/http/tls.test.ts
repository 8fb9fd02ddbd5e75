import { copyFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { request } from "node:https";
import { connect as connectTls } from "node:tls";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";

const folder = folderForTests();
const pair = makeCertificate(folder);
const api = forTests(async () => {
  const files = { TLS_CERT: pair.certFile, TLS_KEY: pair.keyFile };
  return startTestApi({}, { ...files, TRUSTED_PROXIES: "127.0.0.0/8, 10.0.0.0/8" });
});

interface Response {
  headers: Record<string, unknown>;
  body: { code: number; data: { session?: string; items?: { ip: string }[] } };
}
/** Makes a call over TLS, through a proxy that forwards the client's address. */
function send(call: string, fields: Record<string, string>, forwardedFor?: string) {
  return new Promise<Response>((resolve, reject) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      ...(forwardedFor ? { "x-forwarded-for": forwardedFor } : {}),
    };
    const asked = request(
      `${api.url}${call}`,
      { method: "POST", ca: pair.ca, headers, agent: false },
      (answer) => {
        let text = "";
        answer.on("data", (part) => (text += part));
        answer.on("end", () => resolve({ headers: answer.headers, body: JSON.parse(text) }));
      },
    );
    asked.on("error", reject);
    asked.end(new URLSearchParams(fields).toString());
  });
}

describe("TLS at the API's own port (spec/environment#https)", () => {
  it("uses an https URL and HSTS, and counts the client that a trusted proxy names", async () => {
    expect(api.url).toMatch(/^https:\/\/127\.0\.0\.1:/);
    expect(api.services.env.publicUrl).toBe(api.url);
    const fields = { email: "tls@example.com", password: "Passw0rd!x", agree: "1" };
    const { headers, body } = await send("/v1/signup", fields, "1.2.3.4, 203.0.113.9:55, 10.1.1.1");
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    const session = body.data.session ?? "";
    const log = await send("/v1/loginLog", { session }, "198.51.100.1");
    expect(log.body.data.items?.map(({ ip }) => ip)).toEqual(["203.0.113.9"]);
  });

  it("uses a renewed certificate for new connections, and keeps open ones", async () => {
    const { hostname: host, port } = new URL(api.url);
    const seen = () =>
      new Promise<string>((resolve, reject) => {
        const socket = connectTls({ host, port: Number(port), rejectUnauthorized: false }, () => {
          resolve(String(socket.getPeerCertificate().subject.CN));
          socket.destroy();
        });
        socket.on("error", reject);
      });
    expect(await seen()).toBe("edge");
    const kept = connectTls({ host, port: Number(port), ca: pair.ca });
    await new Promise((resolve) => kept.once("secureConnect", resolve));
    const renewed = makeCertificate(folder, "renewed");
    copyFileSync(renewed.certFile, pair.certFile);
    copyFileSync(renewed.keyFile, pair.keyFile);
    api.reloadCertificate();
    expect(await seen()).toBe("renewed");
    const answer = new Promise<string>((resolve) =>
      kept.once("data", (part) => resolve(String(part))),
    );
    kept.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(await answer).toMatch(/^HTTP\/1\.1 200/);
    kept.destroy();
  });

  it("counts a connection once, from its handshake to its close", async () => {
    const count = async () => {
      const text = await api.services.metrics.registry.metrics();
      return [...text.matchAll(/turnpike_connections\{server="api",state="\w+"\} (\d+)/g)].reduce(
        (sum, [, value]) => sum + Number(value),
        0,
      );
    };
    const settle = (wanted: number) =>
      waitFor(`${wanted} connections`, async () => (await count()) === wanted, 5_000);
    await settle(0);
    const { hostname: host, port } = new URL(api.url);
    const raw = connectTcp({ host, port: Number(port) });
    await settle(1);
    const secured = connectTls({ socket: raw, rejectUnauthorized: false });
    await new Promise((resolve) => secured.once("secureConnect", resolve));
    await settle(1);
    secured.destroy();
    await settle(0);
  });
});
