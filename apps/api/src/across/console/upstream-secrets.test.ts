/** What of an upstream is a secret, wherever its operator wrote it (spec/supply#upstreams). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const owner = forTests(() => api.person("owner"));
const acme = {
  name: "acme-eu",
  how: "https",
  hosts: ["gate.example.com:7777"],
  login: { login: "acme" },
  secret: "hunter2plain",
  user: ["customer-{login}"],
  password: "{secret}",
  places: [],
  countries: ["DE"],
  provenance: "contract 4711",
};
const add = (more: object) =>
  owner.ask("upstreamAdd", { file: JSON.stringify({ ...acme, ...more }) });

it("A password written into the template is refused, and covered where a release before took it", async () => {
  const { secret, ...open } = { ...acme, password: "hunter2plain" };
  const refused = await owner.ask("upstreamAdd", { file: JSON.stringify(open) });
  expect(refused.refused.detail).toContain("password: write the password as secret");
  expect((await add({ name: "acme-in", user: ["{login}-{secret}"], password: "x" })).code).toBe(0);
  // The preset's own words are shown, and saved again.
  const preset = { name: "empire", preset: "proxyempire", login: { login: "acme" } };
  const { provenance } = acme;
  const added = JSON.stringify({ ...preset, provenance });
  expect((await owner.ask("upstreamAdd", { file: added })).code).toBe(0);
  const again = (await owner.get("upstreamShow", { name: "empire" })).file;
  expect(JSON.parse(again).password).toMatch(/^wifi;/);
  expect((await owner.ask("upstreamSet", { name: "empire", file: again })).code).toBe(0);
  expect((await add({})).code).toBe(0);
  await sql`update upstream set file = jsonb_set(file::jsonb, '{password}', ${JSON.stringify(secret)}::jsonb)
    where name = 'acme-eu'`.execute(api.db);
  const viewer = await api.person("viewer");
  expect((await viewer.get("upstreamShow", { name: "acme-eu" })).file).not.toContain(secret);
  const { file } = await owner.get("upstreamShow", { name: "acme-eu" });
  // Saving what is shown keeps no `***` as a password.
  const saved = await owner.ask("upstreamSet", { name: "acme-eu", file });
  expect(saved.refused.detail).toContain("password: write the password as secret");
  const mended = JSON.stringify({ ...JSON.parse(file), password: "{secret}" });
  await owner.get("upstreamSet", { name: "acme-eu", file: mended });
  const log = await owner.get("auditList", { action: "upstream." });
  expect(JSON.stringify(log)).not.toContain(secret);
});

it("A kept secret does not go out without TLS where it went with it", async () => {
  const { file } = await owner.get("upstreamShow", { name: "acme-eu" });
  const set = (more: object) =>
    owner.ask("upstreamSet", {
      name: "acme-eu",
      file: JSON.stringify({ ...JSON.parse(file), ...more }),
    });
  for (const how of ["http", "socks5"])
    expect((await set({ how })).refused.detail).toContain("they would leave without TLS");
  expect((await set({ how: "http", login: acme.login, secret: acme.secret })).code).toBe(0);
});
