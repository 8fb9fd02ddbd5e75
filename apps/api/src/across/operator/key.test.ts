/** The secret key is replaced while APIs run (ADR 51). */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { ApiProcesses } from "../../../testing/processes.ts";
import { startApi } from "../../app.ts";
import { startShop } from "../../identity/session/testing.ts";
import { enterpriseCustomer } from "../../products/cdkey/testing.ts";
import { verifyAudit } from "../../platform/audit/audit.ts";
import { announceKey, switchKey } from "../../platform/installation/rotate-key.ts";
import { KeyRing } from "../../platform/key-ring.ts";
import { keyText, newKey } from "../../platform/seal.ts";
import { signTrace, verifyTrace } from "../abuse/signed-trace.ts";
import { operate, operateJson } from "./testing.ts";

let code: string;
let accessKey: string;
const processes = new ApiProcesses();
const sub = { account: "keeper", password: "Keep1example", trafficGb: 1 };
const secondFile = () => path.join(shop.dataDir, "second.key");
const keyFile = () => path.join(shop.dataDir, "secret.key");
const keyAt = async (url: string) => {
  const body = new URLSearchParams({ key: accessKey });
  return (await fetch(`${url}/v1/member`, { method: "POST", body })).status;
};

const shop = forTests(startShop);
const customer = forTests(async () => {
  copyFileSync(keyFile(), secondFile());
  return enterpriseCustomer(shop);
});
beforeAll(async () => {
  await customer.get("addSubUser", sub);
  ({ accessKey } = await customer.get("member"));
  const other = await shop.customer();
  const { items } = await customer.get("cdkeyMake", { kind: "traffic", amount: 1, count: 1 });
  code = items[0]?.code ?? "";
  await operate(shop.services, "account", "disable", other.email, "--reason", "a test");
  await operate(shop.services, "account", "enable", other.email);
});
afterAll(() => processes.stop());

const ringOf = () => shop.services.seal as KeyRing;
const passwordShown = async () => (await customer.get("subUsers")).items[0]?.password;

describe("operator key rotate (spec/nodes#keys)", () => {
  it("seals everything again while two APIs run, and is resumable at any point", async () => {
    const second = await processes.start(shop, { SECRET_KEY_FILE: secondFile() });
    const trace = { rows: [] } as never;
    const signed = signTrace(shop.services, trace);
    const recovery = shop.services.seal.lookup("recoveryCode", "x");
    const before = ringOf().state.current;
    // Killed after the switch: the command is run again.
    const killed = { ...shop.services, seal: new KeyRing(ringOf().state, before) };
    await announceKey(killed);
    await switchKey(killed);
    const { said } = await operateJson(shop.services, "key", "rotate");
    expect(said).toMatchObject({ written: null, unreadable: [] });
    expect(said.changed).toBeGreaterThan(5);
    const after = ringOf().state;
    expect(after.current.equals(before)).toBe(false);
    expect(readFileSync(keyFile(), "utf8")).toBe(keyText(after.current));
    // Both APIs serve what was sealed before, and what is found by hashes.
    expect(await passwordShown()).toBe(sub.password);
    expect([await keyAt(shop.url), await keyAt(second.url)]).toEqual([200, 200]);
    expect(shop.services.seal.lookups("recoveryCode", "x")).toContain(recovery);
    expect(verifyTrace(shop.services, JSON.stringify(signed)).ok).toBe(true);
    expect(await verifyAudit(shop.services)).toMatchObject({ ok: true, difference: null });
    expect((await operate(shop.services, "doctor")).out).toContain("secret key: the old one");
    // A second run finds nothing to do.
    const again = await operateJson(shop.services, "key", "rotate");
    expect(again.said).toMatchObject({ changed: 0, fingerprint: said.fingerprint });
  });

  it("is not finished while an API was started with the old file", async () => {
    const { code: exit, error } = await operate(shop.services, "key", "finish");
    expect([exit, error]).toEqual([
      1,
      expect.stringContaining("2 of 2 API processes were started"),
    ]);
  }, 40_000);

  it("is finished once all have the new file; the old key is not accepted then", async () => {
    processes.stop();
    const { databaseUrl, dataDir } = shop;
    // As if the first API had ended: it is not seen any more.
    await shop.services.listener.stop();
    const old = path.join(dataDir, "old");
    mkdirSync(old);
    copyFileSync(secondFile(), path.join(old, "secret.key"));
    const env = readEnvironment({ PORT: "0", LOOKUP_PORT: "0", DATA_DIR: dataDir });
    const log = pino({ level: "silent" });
    const api = await startApi({ env, databaseUrl, log, jobs: false });
    const { said } = await operateJson(api.services, "key", "finish");
    expect(said).toMatchObject({ unreadable: [] });
    const shown = await operateJson(api.services, "key", "show");
    expect(shown.said).toMatchObject({ rotation: "none", otherKey: 0, sealed: said.sealed });
    const again = { ...api.services, env: { ...env, DATA_DIR: old } };
    expect((await operate(again, "key", "show")).error).toContain("wrong key");
    expect(await keyAt(api.url)).toBe(200);
    expect((await customer.get("cdkeys")).items[0]?.code).toBe(code);
    await api.stop();
  }, 40_000);

  it("refuses an API with a key of nobody", async () => {
    writeFileSync(secondFile(), keyText(newKey()));
    const env = { ...shop.services.env, DATA_DIR: path.join(shop.dataDir, "none") };
    mkdirSync(env.DATA_DIR);
    copyFileSync(secondFile(), path.join(env.DATA_DIR, "secret.key"));
    expect((await operate({ ...shop.services, env }, "key", "show")).error).toContain("wrong key");
  });
});
