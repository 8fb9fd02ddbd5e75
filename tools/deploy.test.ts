/** Files of deploy/: units that systemd accepts, alerts and services that parse, known settings. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { secretNames, settingNames } from "@turnpike/contract/environment.ts";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = path.resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(path.join(root, "deploy", name), "utf8");
const folder = mkdtempSync(path.join(tmpdir(), "turnpike-units-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const units = ["turnpike.service", "turnpike-api.service", "turnpike-gateway.service"];
const analyze = "/usr/bin/systemd-analyze";
/** Maximum exposure level reported by `systemd-analyze security`, out of 10. */
const maxExposed = 2;

describe.each(units)("%s", (name) => {
  it("starts node, not npm, as its own user, with credentials only if it needs them", () => {
    const text = read(name);
    expect(text).toMatch(/^ExecStart=\S+\/node apps\/turnpike\/dist\/main\.mjs$/mu);
    expect(text).toMatch(/^KillMode=mixed$/mu);
    expect(text).toMatch(/^LimitNOFILE=\d{5}/mu);
    expect(text).toMatch(/^User=turnpike$/mu);
    expect(text.includes("LoadCredential=")).toBe(name !== "turnpike-gateway.service");
  });

  it.runIf(existsSync(analyze))("passes systemd-analyze verify and security", () => {
    // The product is elsewhere on this machine, and documentation links need not resolve.
    const text = read(name)
      .replace(/^Documentation=.*$/mu, "")
      .replaceAll("/opt/turnpike", root);
    const file = path.join(folder, name);
    writeFileSync(file, text.replace(/^ExecStart=\S+/mu, `ExecStart=${process.execPath}`));
    const { stdout, stderr } = spawnSync(analyze, ["verify", file], { encoding: "utf8" });
    expect(stdout + stderr).toBe("");
    const report = execFileSync(analyze, ["security", "--offline=true", file], {
      encoding: "utf8",
    });
    const exposed = Number(/exposure level for \S+: ([\d.]+)/u.exec(report)?.[1]);
    expect(exposed).toBeLessThan(maxExposed);
  });
});

it("compose.yaml, the alert rules and the Grafana dashboard are valid", () => {
  const compose = parse(read("compose.yaml"), { merge: true }) as Compose;
  expect(Object.keys(compose.services).sort()).toEqual([
    "api1",
    "api2",
    "caddy",
    "database",
    "gateway",
  ]);
  const known = new Set([...settingNames, ...secretNames.map((one) => `${one}_FILE`)]);
  for (const service of ["api1", "api2", "gateway"]) {
    const own = Object.keys(compose.services[service]?.environment ?? {});
    // These settings belong to installations with many machines.
    const later = new Set(["ROLE", "TURNPIKE_JOIN", "SECRET_KEY_FILE"]);
    expect(own.filter((name) => !known.has(name) && !later.has(name))).toEqual([]);
  }
  const { groups } = parse(read("prometheus-rules.yaml")) as { groups: { rules: Rule[] }[] };
  for (const { alert, expr, annotations } of groups.flatMap(({ rules }) => rules)) {
    expect(alert).toMatch(/^Turnpike\w+$/u);
    expect(expr.length * (annotations?.summary?.length ?? 0)).toBeGreaterThan(0);
  }
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const runbook = readFileSync(path.join(root, "docs/runbook.md"), "utf8").split(/^## /mu).slice(1);
  expect(runbook.map((section) => section.split("\n")[0])).toEqual(names);
  for (const section of runbook)
    for (const part of ["**Means**", "**Look at**", "**Do**"]) expect(section).toContain(part);
  expect(JSON.parse(read("grafana-dashboard.json")).panels.length).toBeGreaterThan(10);
});
interface Compose {
  services: Record<string, { environment?: Record<string, unknown> }>;
}
interface Rule {
  alert: string;
  expr: string;
  annotations?: { summary?: string };
}

it("the image is made of a release, runs as a non-root user and has a health check", () => {
  const text = read("Containerfile");
  // Nothing is built in it: what a release contains is all.
  expect(text).not.toContain("setup.mjs");
  const lines = text.split("\n");
  const last = (name: string) => lines.findLast((line) => line.startsWith(`${name} `)) ?? "";
  expect(last("USER")).toMatch(/^USER (?!(root|0+)(:|$))\w+(:\w+)?$/u);
  expect(last("HEALTHCHECK")).toMatch(/^HEALTHCHECK (?!NONE)/u);
});
