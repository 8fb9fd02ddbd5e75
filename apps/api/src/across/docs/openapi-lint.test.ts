/** What linters of OpenAPI documents check: security of each operation, names, paths, responses. */
import { calls } from "@turnpike/contract/calls.ts";
import { files } from "@turnpike/contract/files.ts";
import { lookupCalls } from "@turnpike/contract/lookup.ts";
import { managerCalls } from "@turnpike/contract/manager.ts";
import type { ServiceCall } from "@turnpike/contract/service-call.ts";
import { expect, test } from "vitest";
import { openApi } from "./openapi.ts";

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string }[];
  responses: Record<string, unknown>;
  security?: Record<string, string[]>[];
}
const document = JSON.parse(JSON.stringify(openApi("https://turnpike.example"))) as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  servers: { url: string }[];
  components: { securitySchemes: Record<string, { type: string; in?: string; name?: string }> };
};
const operationsOf = (paths: Record<string, Record<string, Operation>>) =>
  Object.entries(paths).flatMap(([path, item]) =>
    ["get", "post"].flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
const served = operationsOf(document.paths);
const all = [...served, ...operationsOf(document.webhooks)];
const at = (path: string) => served.find((one) => one.path === path)?.operation.security;

test("each call's security is its access in the contract (spec/api#requests)", () => {
  for (const [name, { path, access }] of Object.entries(calls)) {
    const session = { session: [] };
    const wanted: Partial<Record<string, object[]>> = { visitor: [], session: [session] };
    expect([name, at(path)]).toEqual([name, wanted[access] ?? [{ key: [access] }, session]]);
  }
  const services = [
    ...Object.values(lookupCalls as unknown as Record<string, ServiceCall>),
    ...Object.values(managerCalls as unknown as Record<string, ServiceCall>).map((call) => ({
      ...call,
      path: `${call.path}#manager`,
    })),
  ];
  for (const { path, scope } of services)
    expect([path, at(path)]).toEqual([path, scope ? [{ key: [scope] }] : []]);
  for (const { path } of Object.values(files))
    expect([path, at(path)]).toEqual([path, [{ ticket: [] }]]);
  expect(at("/extract")).toEqual([{ link: [] }]);
  expect(at("/healthz")).toEqual([]);
});

test("no operation leaves its security open, and each scheme exists and is used", () => {
  const open = all.filter(({ operation }) => !Array.isArray(operation.security));
  expect(open.map(({ path }) => path)).toEqual([]);
  const used = new Set(
    all.flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys)),
  );
  expect([...used].sort()).toEqual(Object.keys(document.components.securitySchemes).sort());
  for (const { path, operation } of all)
    for (const name of (operation.security ?? []).flatMap(Object.keys)) {
      const scheme = document.components.securitySchemes[name];
      if (scheme?.type !== "apiKey") continue;
      const names = (operation.parameters ?? []).map((one) => `${one.in} ${one.name}`);
      expect([path, names]).toEqual([
        path,
        expect.arrayContaining([`${scheme.in} ${scheme.name}`]),
      ]);
    }
});

test("operations have unique ids that fit an address, a summary, a description, and a listed tag", () => {
  const ids = all.map(({ operation }) => operation.operationId);
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
  const tags = document.tags.map(({ name }) => name);
  const faults = all.filter(
    ({ operation: { operationId, summary, description, tags: own = [] } }) =>
      !/^[A-Za-z][\w-]*$/.test(operationId) ||
      !summary?.trim() ||
      !description?.trim() ||
      own.length !== 1 ||
      !own.every((tag) => tags.includes(tag)),
  );
  expect(faults.map(({ path }) => path)).toEqual([]);
});

test("operations have a success and a client error, and no parameter twice", () => {
  for (const { path, operation } of all) {
    const statuses = Object.keys(operation.responses);
    expect([path, statuses.some((one) => one.startsWith("2"))]).toEqual([path, true]);
    expect([path, statuses.some((one) => one.startsWith("4"))]).toEqual([path, true]);
    const names = (operation.parameters ?? []).map((one) => `${one.in} ${one.name}`);
    expect([path, new Set(names).size]).toEqual([path, names.length]);
  }
});

test("paths and servers have no trailing slash, no query and no undefined parameter", () => {
  const paths = Object.keys(document.paths);
  expect(paths.filter((path) => !/^(\/[A-Za-z0-9]+)+(#manager)?$/.test(path))).toEqual([]);
  expect(document.servers.filter(({ url }) => url.endsWith("/"))).toEqual([]);
});
