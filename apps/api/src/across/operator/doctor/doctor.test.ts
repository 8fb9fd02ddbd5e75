import { chownSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { makeCertificate } from "@turnpike/net/testing/certificate.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../../testing/api.ts";
import { recordRun } from "../../backup/series.ts";
import { runOperator } from "../run.ts";
import { operateJson } from "../testing.ts";
import type { Check } from "./check.ts";
import { machineChecks } from "./machine.ts";
import { networkChecks } from "./network.ts";
import { paymentChecks } from "./payments.ts";
import { settingChecks } from "./settings.ts";
import { targetChecks } from "./targets.ts";

const folder = folderForTests();
const api = forTests(startTestApi);

const whole = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://proxy.example.com",
  TRUSTED_PROXIES: "127.0.0.1",
  GATEWAY_PUBLIC_HOST: "gw.example.com",
  GATEWAY_HOSTS: "0.0.0.0,::",
  SMTP_URL: "smtps://user:Canary77@mail.example.com",
  MAIL_FROM: "Example <no-reply@example.com>",
  SUPPORT_EMAIL: "help@example.com",
  SELLER_ADDRESS: "1 Example Street",
  STRIPE_SECRET_KEY: "sk_live_Canary77",
  STRIPE_WEBHOOK_SECRET: "whsec_Canary77",
  PROBE_TARGET: "198.51.100.1:443",
  PROXY_TEST_URL: "https://ip.example.com/",
};
/** The lab starts on loopback only; here behind a proxy. */
const hidden = { GATEWAY_HOSTS: "127.0.0.1", PROXY_PROTOCOL_FROM: "127.0.0.1" };
const faults = (checks: Check[]) =>
  checks.filter(({ state }) => state !== "ok").map(({ name, state }) => [name, state]);
const judge = (changed: Record<string, string> = {}) =>
  faults(settingChecks(readEnvironment({ ...whole, ...changed })));

describe("doctor (spec/operator#doctor)", () => {
  it("reports no fault in complete settings and shows no secret", () => {
    expect(judge()).toEqual([]);
    const said = JSON.stringify(settingChecks(readEnvironment(whole)));
    expect(said).not.toContain("Canary77");
  });

  it.each<[Record<string, string>, string[]]>([
    [{ NODE_ENV: "development", ...hidden }, ["NODE_ENV", "missing"]],
    [{ PUBLIC_URL: "" }, ["PUBLIC_URL", "missing"]],
    [{ PUBLIC_URL: "http://proxy.example.com" }, ["PUBLIC_URL", "wrong"]],
    [{ TRUSTED_PROXIES: "" }, ["TRUSTED_PROXIES", "missing"]],
    [{ TRUSTED_PROXIES: "0.0.0.0/0" }, ["TRUSTED_PROXIES", "wrong"]],
    [{ GATEWAY_PUBLIC_HOST: "" }, ["GATEWAY_PUBLIC_HOST", "missing"]],
    [{ GATEWAY_HOSTS: "" }, ["GATEWAY_HOSTS", "missing"]],
    [{ SMTP_URL: "" }, ["SMTP_URL", "missing"]],
    [{ MAIL_FROM: "" }, ["MAIL_FROM", "missing"]],
    [{ SUPPORT_EMAIL: "" }, ["SUPPORT_EMAIL", "missing"]],
    [{ SELLER_ADDRESS: "" }, ["SELLER_ADDRESS", "missing"]],
    [{ STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" }, ["STRIPE_SECRET_KEY", "missing"]],
    [{ STRIPE_SECRET_KEY: "sk_test_x" }, ["STRIPE_SECRET_KEY", "wrong"]],
    [{ PROBE_TARGET: "" }, ["PROBE_TARGET", "missing"]],
    [{ PROXY_TEST_URL: "" }, ["PROXY_TEST_URL", "missing"]],
  ])("%o", (changed, fault) => {
    expect(judge(changed)).toEqual([fault]);
  });

  it("accepts a loopback gateway behind a balancer, and on an API-only machine", () => {
    expect(judge({ GATEWAY_HOSTS: "", PROXY_PROTOCOL_FROM: "127.0.0.2" })).toEqual([]);
    expect(judge({ GATEWAY_HOSTS: "", ROLE: "api" })).toEqual([]);
  });

  it("checks certificates, keys and the disk", async () => {
    const { certFile, keyFile } = makeCertificate(folder, "long", 90);
    const input = { DATA_DIR: api.services.env.DATA_DIR, TLS_CERT: certFile, TLS_KEY: keyFile };
    const at = async (nowMs: number, more: Record<string, string> = {}) =>
      (await machineChecks(readEnvironment({ ...input, ...more }), nowMs)).map(
        ({ name, state }) => `${name} ${state}`,
      );
    expect(await at(Date.now())).toEqual(
      expect.arrayContaining(["TLS_CERT ok", "secret.key ok", "DATA_DIR ok"]),
    );
    expect(await at(Date.now() + 80 * 86_400_000)).toContain("TLS_CERT wrong");
    expect(await at(Date.now(), { DATA_DIR: path.join(folder, "no") })).toContain(
      "secret.key missing",
    );
  });

  it("checks DNS names and providers", async () => {
    const server = createServer((request, response) => {
      const isKey = request.headers.authorization === "Bearer sk_live_good";
      response.writeHead(isKey ? 200 : 401).end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const STRIPE_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const lookup = async (host: string) => {
      if (host === "gw.example.com") throw Object.assign(new Error(), { code: "ENOTFOUND" });
      return ["203.0.113.5"];
    };
    const ask = async (STRIPE_SECRET_KEY: string) => {
      const input = { ...whole, SMTP_URL: "", PUBLIC_URL: "https://localhost", STRIPE_API_URL };
      const env = readEnvironment({ ...input, STRIPE_SECRET_KEY });
      return faults(await networkChecks(env, { lookup }, undefined));
    };
    expect(await ask("sk_live_good")).toEqual([["DNS gw.example.com", "wrong"]]);
    expect(await ask("sk_live_bad")).toContainEqual(["Stripe", "wrong"]);
    server.close();
  });

  it("tries the targets of the probe and of the proxy test", async () => {
    let answer = JSON.stringify({ ip: "203.0.113.9" });
    const server = createServer((_request, response) => response.end(answer));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const input = {
      PROBE_TARGET: `127.0.0.1:${port}`,
      PROXY_TEST_URL: `http://127.0.0.1:${port}/`,
    };
    const states = async (changed = {}) =>
      (await targetChecks(readEnvironment({ ...input, ...changed }))).map(({ state }) => state);
    expect(await states()).toEqual(["ok", "ok"]);
    answer = "<html>";
    expect(await states({ PROBE_TARGET: "127.0.0.1:1" })).toEqual(["wrong", "wrong"]);
    answer = "2a00::1\n";
    expect(await states({ PROBE_TARGET: "" })).toEqual(["ok"]);
    server.close();
  });

  it("reports whether payment providers ever sent a webhook, and which exits have no node", async () => {
    const { db } = api.services;
    const env = readEnvironment(whole);
    expect(faults(await paymentChecks(db, env))).toEqual([["stripe webhook", "missing"]]);
    const { session } = await api.register();
    await api.send("recharge", { session, amountCents: 1_000, method: "card" });
    await sql`update payment set provider = 'stripe'`.execute(db);
    expect(faults(await paymentChecks(db, env))).toEqual([["stripe webhook", "wrong"]]);
    await sql`insert into payment_event (provider, event_id, payment_id, what, at)
      select 'stripe', 'evt_1', id, 'received', now() from payment`.execute(db);
    expect(faults(await paymentChecks(db, env))).toEqual([]);
    const columns = "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product";
    const row = "203.0.114.7,local,,,,,DE,Hesse,Frankfurt,60311,Example,64500,pool,own network";
    const file = path.join(folder, "unowned.csv");
    writeFileSync(file, `${columns},provenance\n${row}\n`);
    await operateJson(api.services, "exits", "import", file);
    await sql`update exit set node_id = null where ip = '203.0.114.7'`.execute(db);
    const { said } = await operateJson(api.services, "doctor");
    const found = said.checks.find(({ name }: Check) => name === "unowned exits");
    expect(found).toMatchObject({ state: "wrong", detail: expect.stringContaining("203.0.114.7") });
    await operateJson(api.services, "exits", "retire", "203.0.114.7");
  });

  it("exits with 1 in the lab, with JSON that lists what is missing", async () => {
    const { code, said } = await operateJson(api.services, "doctor");
    expect([code, said.ok]).toEqual([1, false]);
    const names = said.checks.map(({ name, state }: Check) => `${name} ${state}`);
    const some = [
      "SMTP_URL missing",
      "PUBLIC_URL missing",
      "exits missing",
      "backup missing",
      "gateways missing",
    ];
    expect(names).toEqual(expect.arrayContaining([...some, "database ok"]));
  });

  it("exits with 1 without a database too, and shows no password", async () => {
    const env = { DATA_DIR: folder, DATABASE_URL: "postgres://u:Canary77@127.0.0.1:1/none" };
    const { code, out } = await runOperator(["doctor", "--json"], env, api.services.modules);
    expect(code).toBe(1);
    expect(out).not.toContain("Canary77");
    expect(faults(JSON.parse(out).checks)).toContainEqual(["database", "wrong"]);
  });

  it.runIf(isFull)(
    "accepts backups after --keep deleted the older ones and a drill restored one",
    async () => {
      const to = path.join(folder, "series");
      const run = () => operateJson(api.services, "backup", "--to", to, "--keep", "1");
      const first = await run();
      expect([first.code, first.said.deleted]).toEqual([0, []]);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const second = await run();
      expect(second.said.deleted).toEqual([first.said.file]);
      expect(readdirSync(to)).toHaveLength(1);
      const drilled = await operateJson(api.services, "backup", "drill");
      expect(drilled.said).toMatchObject({ file: second.said.file, books: { ok: true } });
      const { said } = await operateJson(api.services, "doctor");
      expect(said.checks.find(({ name }: Check) => name === "backup").state).toBe("ok");
    },
    30_000,
  );

  it.runIf(process.getuid?.() === 0)("finds files that root wrote readable by the service", () => {
    const service = 65_534;
    const dataDir = mkdtempSync(path.join(folder, "data-"));
    chownSync(dataDir, service, service);
    recordRun(dataDir, { backupAt: new Date().toISOString() });
    expect(statSync(path.join(dataDir, "backups.json")).uid).toBe(service);
  });
});
