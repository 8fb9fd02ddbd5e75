/** The manager as a provider distributes it (spec/manager#start, spec/manager#origins). */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import Fastify from "fastify";
import { describe, expect, it, test } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { downloadRoutes, withProvider } from "./downloads.ts";

const env = {
  MANAGER_PORT: 4_000,
  DASHBOARD_ORIGINS: "",
  PORT: 3_000,
  publicUrl: "https://turnpike.example/shop",
};
const folder = folderForTests();
const bare = "#!/usr/bin/env node\nglobalThis.managerProvider = {};\n";
const tell = "process.stdout.write(JSON.stringify(globalThis.managerProvider));\n";

/** What a program sees that starts with the file's lines. */
function seen(given: Partial<typeof env>): unknown {
  const file = path.join(folder, "seen.mjs");
  writeFileSync(file, withProvider(bare + tell, { ...env, ...given }));
  return JSON.parse(execFileSync(process.execPath, [file]).toString());
}

describe("The provider configuration in the manager file", () => {
  it("lists the provider's dashboards and the manager's port", () => {
    expect(seen({})).toEqual({ dashboards: ["https://turnpike.example"], port: 4_000 });
    expect(seen({ DASHBOARD_ORIGINS: "https://b.example, null x", MANAGER_PORT: 4_005 })).toEqual({
      dashboards: ["https://turnpike.example", "https://b.example"],
      port: 4_005,
    });
  });

  it("includes localhost only if the dashboard is on this machine", () => {
    expect(seen({ publicUrl: "http://127.0.0.1:3000", MANAGER_PORT: 0 })).toEqual({
      dashboards: ["http://127.0.0.1:3000", "http://localhost:3000"],
      port: 4_000,
    });
  });

  it("includes the loopback address if the dashboard listens on all addresses", () => {
    for (const host of ["0.0.0.0", "[::]"])
      expect(seen({ publicUrl: `http://${host}:3000` })).toMatchObject({
        dashboards: [`http://${host}:3000`, "http://localhost:3000", "http://127.0.0.1:3000"],
      });
  });

  it.each(["https://a.example/'\"`;process.exit(1)//", "https://a.example/\u2028$&\n</script>"])(
    "contains nothing but the origin of %j",
    (publicUrl) => {
      expect(seen({ publicUrl, DASHBOARD_ORIGINS: publicUrl })).toEqual({
        dashboards: ["https://a.example"],
        port: 4_000,
      });
    },
  );
});

test("Without a build the response is 404 with an explanation", async () => {
  const app = Fastify();
  const nothing = path.join(folder, "nothing");
  downloadRoutes(app, { env, file: nothing, client: nothing });
  for (const [what, name] of [
    ["manager", "proxy-manager.mjs"],
    ["client", "api-client.tgz"],
  ] as const) {
    const answer = await app.inject(`/downloads/${name}`);
    expect([answer.statusCode, answer.body]).toEqual([
      404,
      `The ${what} is not built: npm start builds it.`,
    ]);
  }
});

test("The manager is served as a file, and again only if it changed", async () => {
  const file = path.join(folder, "built.mjs");
  writeFileSync(file, bare + tell);
  const app = Fastify();
  downloadRoutes(app, { env, file });
  const url = "/downloads/proxy-manager.mjs";
  const { statusCode, headers, body } = await app.inject(url);
  expect(statusCode).toBe(200);
  expect(headers["content-disposition"]).toBe('attachment; filename="proxy-manager.mjs"');
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(body).toBe(
    '#!/usr/bin/env node\nglobalThis.managerProvider = {"dashboards":["https://turnpike.example"],"port":4000};\n' +
      tell,
  );
  const again = await app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("The client is served as an npm package file", async () => {
  const client = path.join(folder, "packed.tgz");
  writeFileSync(client, "packed");
  const app = Fastify();
  downloadRoutes(app, { env, client });
  const url = "/downloads/api-client.tgz";
  const { statusCode, headers, body } = await app.inject(url);
  expect([statusCode, body]).toEqual([200, "packed"]);
  expect(headers["content-type"]).toBe("application/gzip");
  expect(headers["content-disposition"]).toBe('attachment; filename="api-client.tgz"');
  const again = await app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
  expect(again.statusCode).toBe(304);
});

test("The Python client is served under the name that pip reads its version from", async () => {
  const app = Fastify();
  downloadRoutes(app, { env });
  const { version } = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, "../../../../../package.json"), "utf8"),
  ) as { version: string };
  for (const [name, start] of [
    [`proxy_api_client-${version}-py3-none-any.whl`, "PK"],
    [`proxy_api_client-${version}.tar.gz`, "\u001f\u008b"],
  ] as const) {
    const { statusCode, headers, rawPayload } = await app.inject(`/downloads/${name}`);
    expect([name, statusCode]).toEqual([name, 200]);
    expect(headers["content-disposition"]).toBe(`attachment; filename="${name}"`);
    expect(rawPayload.toString("latin1", 0, 2)).toBe(start);
  }
});

describe("A dashboard", () => {
  const api = forTests(startTestApi);

  it("may call the manager on this machine, and gets its port", async () => {
    const { MANAGER_PORT } = api.services.env;
    const port = MANAGER_PORT === 0 ? 4_000 : MANAGER_PORT;
    const { headers } = await fetch(`${api.url}/index/login`);
    expect(headers.get("content-security-policy")).toContain(
      `connect-src 'self' http://127.0.0.1:${port} http://localhost:${port};`,
    );
    const { session } = await api.register();
    expect((await api.send("headerInit", { session })).data).toMatchObject({ managerPort: port });
  });
});
