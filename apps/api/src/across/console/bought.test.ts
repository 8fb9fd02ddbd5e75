/** Upstreams, bought lists and modems in the console (spec/console#supply). */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { startLines } from "@turnpike/wholesale/lines.ts";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { readModems } from "../../inventory/exit/read-modems.ts";
import { verifyAudit } from "../../platform/audit/audit.ts";
import { moveStaticAt } from "../../products/static/store/modems.ts";
import { startLabTarget } from "../lab/target.ts";
import { startTestConsole } from "./testing.ts";

const target = forTests(() => startLabTarget(0));
const lines = forTests(() =>
  startLines({
    exits: [1, 2, 3, 4].map((at) => `127.9.6.${at}`),
    spare: ["127.9.7.1", "127.9.7.2"],
  }),
);
const api = forTests(() => startTestConsole({ LAB_TARGET_PORT: String(target.port) }));
const owner = forTests(() => api.person("owner"));
const viewer = forTests(() => api.person("viewer"));

const reason = "a test";
const newest = async () => (await owner.get("auditList")).items[0];

describe("upstreams (spec/supply#upstreams)", () => {
  const file = {
    name: "acme-eu",
    preset: "oxylabs",
    hosts: ["127.0.0.1:7777"],
    login: { login: "acme" },
    secret: "very secret",
    countries: ["DE"],
    provenance: "Acme, contract 2026-17",
  };
  const asText = (changed = {}) => JSON.stringify({ ...file, ...changed });
  const listed = async () =>
    (await owner.get("upstreamList")).items.find(({ name }) => name === file.name);

  it("are added, shown without their secrets, and changed; the audit log says by whom", async () => {
    const added = await owner.get("upstreamAdd", { file: asText(), reason });
    expect(added).toEqual({ name: "acme-eu", state: "on" });
    expect(await newest()).toMatchObject({ actor: owner.email, action: "upstream.add", reason });
    const shown = await viewer.get("upstreamShow", { name: "acme-eu" });
    expect(JSON.parse(shown.file)).toMatchObject({ login: { login: "***" }, secret: "***" });
    expect(JSON.stringify(await owner.get("auditList"))).not.toMatch(/very secret/);
    const given = {
      name: "acme-eu",
      file: JSON.stringify({ ...JSON.parse(shown.file), weight: 7 }),
    };
    await owner.get("upstreamSet", { ...given, reason });
    expect(await listed()).toMatchObject({ weight: 7, state: "on" });
    const wrong = await owner.ask("upstreamAdd", {
      file: asText({ name: "b", user: ["{login:rot13}"] }),
    });
    expect(wrong.refused).toMatchObject({ reason: "badField" });
    expect(wrong.refused.detail).toContain("unknown transform rot13");
    const named = await owner.ask("upstreamAdd", { file: asText({ secretFile: "/etc/shadow" }) });
    expect(named.refused.detail).toContain("is read by the command line only");
  });

  it("are tested by one real request, which tells what failed", async () => {
    const tested = await owner.get("upstreamTest", { name: "acme-eu", country: "DE" });
    expect(tested).toMatchObject({ ok: false, class: "down", exitIp: null });
    expect(tested.why).toMatch(/^[A-Z]+$|internal/);
    const none = await owner.ask("upstreamTest", { name: "nobody" });
    expect(none.refused.reason).toBe("notFound");
  });

  it("are paused, resumed, weighed in the pool and retired", async () => {
    for (const [to, state] of [
      ["pause", "paused"],
      ["resume", "on"],
    ])
      expect(await owner.get("upstreamMove", { name: "acme-eu", to, reason })).toMatchObject({
        state,
      });
    const share = await owner.get("poolSet", { member: "acme-eu", priority: 3, reason });
    expect(share).toMatchObject({ member: "acme-eu", priority: 3, weight: 7 });
    const { items } = await viewer.get("poolShow");
    expect(items).toContainEqual(
      expect.objectContaining({ pool: "residential", member: "acme-eu", priority: 3, weight: 7 }),
    );
    await owner.get("upstreamMove", { name: "acme-eu", to: "retire", reason });
    expect(await listed()).toMatchObject({ state: "retired" });
    expect(await newest()).toMatchObject({ action: "upstream.retire", subject: "acme-eu" });
  });
});

describe("bought lists (spec/supply#lists)", () => {
  const list = {
    product: "static",
    how: "http",
    country: "de",
    city: "Berlin",
    provenance: "Acme, contract 7",
    name: "acme",
  };
  const found = async () =>
    (await viewer.get("exitLists")).items.find(({ name }) => name === "acme");

  it("are previewed: each proxy is asked, and nothing changes", async () => {
    const text = [...lines.offered.slice(0, 2), "what is this"].join("\n");
    const preview = await owner.get("exitListPreview", { ...list, text });
    expect(preview).toEqual({
      name: "acme",
      found: 2,
      known: 0,
      elsewhere: 0,
      failed: [{ line: 3, text: "no proxy can be read" }],
      failedCount: 1,
    });
    expect(await found()).toBeUndefined();
    const imported = await owner.get("exitListImport", { ...list, text, reason });
    expect(imported).toMatchObject({ name: "acme", added: 2, failedCount: 1 });
    expect(await found()).toMatchObject({ lines: 2, sold: 0, hasUrl: false, syncedAt: null });
    expect((await owner.get("exitListPreview", { ...list, text })).known).toBe(2);
    for (const [changed, field] of [
      [{ country: "Germany" }, "country"],
      [{ product: "unlimited" }, "product"],
      [{ name: "Acme!" }, "name"],
      [{ text: "" }, "text"],
      [{ url: "http://127.0.0.1/" }, "text"],
      [{ until: "tomorrow" }, "until"],
    ] as const)
      expect(
        (await owner.ask("exitListPreview", { ...list, text, ...changed })).refused,
      ).toMatchObject({ field });
  });

  it("are read again from their page, and have a last paid day", async () => {
    const url = `http://127.0.0.1:${lines.port}${lines.listPath}`;
    await owner.get("exitListImport", { ...list, url, until: "2030-01-31", reason });
    expect(await found()).toMatchObject({ lines: 4, hasUrl: true, endsOn: "2030-01-31" });
    lines.offered = lines.offered.slice(0, 3);
    const synced = await owner.get("exitListSync", { name: "acme", reason });
    expect(synced).toMatchObject({ added: 0, retired: 1, failed: [] });
    expect(await newest()).toMatchObject({ action: "exits.syncList", subject: "acme", reason });
    lines.broken = { status: 500, text: "" };
    const refused = await owner.ask("exitListSync", { name: "acme" });
    expect(refused.refused.detail).toContain("answers 500");
    expect((await found())?.trouble).toContain("answers 500");
    lines.broken = null;
    expect(await owner.get("exitListEnd", { name: "acme", reason })).toEqual({
      name: "acme",
      until: null,
    });
    expect(await found()).toMatchObject({ endsOn: null, daysLeft: null });
  });
});

it("modems (spec/supply#modems) are listed with their address, and rotated by staff", async () => {
  const [host, port, user, password] = lines.offered[0]?.split(":") ?? [];
  const csv = [
    "kind,host,port,user,password,country,state,city,isp,asn,product,provenance,rotate_url",
    `http,${host},${port},${user},${password},DE,Berlin,Berlin,Acme,64500,short,modems,${lines.rotateUrl(0)}`,
  ].join("\n");
  expect(await owner.get("exitImportPreview", { csv })).toMatchObject({
    added: 1,
    errorCount: 0,
  });
  await owner.get("exitImport", { csv, reason });
  const one = async () => (await viewer.get("modemList")).items[0];
  expect(await one()).toMatchObject({ name: `${host}:${port}`, state: "unread", address: "" });
  const read = () => readModems(api.services, moveStaticAt);
  await read();
  expect(await one()).toMatchObject({ state: "free", address: "127.9.6.1", rotations: 0 });
  const id = (await one())?.id;
  expect(await owner.get("modemRotate", { modem: id, reason })).toEqual({ id, retryAfter: 60 });
  expect((await owner.ask("modemRotate", { modem: id })).refused).toMatchObject({
    reason: "tooSoon",
  });
  expect(await one()).toMatchObject({ state: "changing", since: null, rotations: 1 });
  await waitFor("it has another address", async () => {
    await read();
    return (await one())?.address === "127.9.7.1";
  });
  expect(await newest()).toMatchObject({ action: "exits.rotate", actor: owner.email, reason });
  const search = await viewer.get("exitList", { search: "127.9.7.1" });
  expect(search.items).toMatchObject([{ id, ip: "127.9.7.1", product: "short" }]);
});

it("Staff without the permission only read; every act is in the audit log (spec/console#roles)", async () => {
  for (const [name, fields] of [
    ["exitListPreview", {}],
    ["exitListImport", {}],
    ["exitListSync", { name: "acme" }],
    ["exitListEnd", { name: "acme" }],
    ["modemRotate", { modem: "x" }],
    ["upstreamAdd", { file: "{}" }],
    ["upstreamTest", { name: "acme-eu" }],
  ] as const)
    expect((await viewer.ask(name, fields)).refused.reason).toBe("notPermitted");
  expect(await verifyAudit(api.services)).toMatchObject({ ok: true });
});
