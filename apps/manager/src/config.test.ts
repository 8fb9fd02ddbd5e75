import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { managerEnvironment, readConfig } from "./config.ts";

const folder = "/var/somewhere";
const read = (env: Record<string, string>, provider = {}) =>
  readConfig({ MANAGER_DIR: folder, ...env }, provider);

describe("The manager's configuration (spec/manager#origins)", () => {
  it("allows this machine's dashboard by default", () => {
    expect(read({})).toEqual({
      port: 4_000,
      folder,
      dashboards: ["http://127.0.0.1:3000", "http://localhost:3000"],
    });
  });

  it("reads PUBLIC_URL, PORT, DASHBOARD_ORIGINS and MANAGER_PORT", () => {
    const env = {
      PUBLIC_URL: "https://Turnpike.example/shop/",
      PORT: "3100",
      DASHBOARD_ORIGINS: "https://b.example, http://10.0.0.4:81/x",
      MANAGER_PORT: "4100",
    };
    expect(read(env)).toEqual({
      port: 4_100,
      folder,
      dashboards: [
        "https://turnpike.example",
        "http://localhost:3100",
        "https://b.example",
        "http://10.0.0.4:81",
      ],
    });
    expect(read({ HOST: "10.0.0.4" }).dashboards[0]).toBe("http://10.0.0.4:3000");
  });

  it("spells the origin of a dashboard on an IPv6 or wildcard address as browsers do", () => {
    expect(read({ HOST: "::1" }).dashboards).toEqual([
      "http://[::1]:3000",
      "http://localhost:3000",
    ]);
    expect(read({ HOST: "0.0.0.0" }).dashboards).toContain("http://127.0.0.1:3000");
    expect(read({ HOST: "::", PUBLIC_URL: "https://a.example" }).dashboards).toEqual([
      "https://a.example",
      "http://localhost:3000",
      "http://127.0.0.1:3000",
    ]);
    expect(read({ HOST: "10.0.0.4" }).dashboards).not.toContain("http://127.0.0.1:3000");
  });

  it("as part of the product includes the variables that the manager reads, and no secrets", () => {
    const source = { PATH: "/bin", HOME: "/root", DATABASE_URL: "x", STRIPE_SECRET_KEY: "x" };
    const env = { MANAGER_DIR: folder, PORT: "3100", HOST: "::1", ...source };
    const given = managerEnvironment(env);
    expect(given).toEqual({
      MANAGER_DIR: folder,
      PORT: "3100",
      HOST: "::1",
      PATH: "/bin",
      HOME: "/root",
    });
    expect(readConfig(given)).toEqual(readConfig(env));
    // Every variable that config.ts reads is passed on.
    const text = readFileSync(path.join(import.meta.dirname, "config.ts"), "utf8");
    const asked = [...text.matchAll(/env\.([A-Z_]+)/g)].map(([, name = ""]) => name);
    expect(new Set(asked).size).toBeGreaterThan(5);
    for (const name of asked) expect(managerEnvironment({ [name]: "x" })).toEqual({ [name]: "x" });
  });

  it("of a download allows its provider's dashboards, and local ones only if configured", () => {
    const provider = { dashboards: ["https://turnpike.example"], port: 4_005 };
    expect(read({}, provider)).toMatchObject({ port: 4_005, dashboards: provider.dashboards });
    expect(read({ PORT: "3000", MANAGER_PORT: "4006" }, provider)).toMatchObject({
      port: 4_006,
      dashboards: ["https://turnpike.example", "http://127.0.0.1:3000", "http://localhost:3000"],
    });
  });

  it.each([
    { MANAGER_PORT: "x" },
    { MANAGER_PORT: "70000" },
    { MANAGER_PORT: "-1" },
    { PUBLIC_URL: "turnpike.example" },
    { DASHBOARD_ORIGINS: "null" },
    { DASHBOARD_ORIGINS: "*" },
    { DASHBOARD_ORIGINS: "file:///etc" },
    { DASHBOARD_ORIGINS: "chrome-extension://abc" },
  ])("rejects an invalid value and names the setting: %o", (env) => {
    expect(() => read(env)).toThrow(Object.keys(env)[0]);
  });

  it("places the folder where this system stores application state", () => {
    const at = (env: Record<string, string>) => readConfig(env).folder;
    expect(at({ XDG_STATE_HOME: "/x/state" })).toBe("/x/state/proxy-manager");
    expect(path.basename(at({}))).toBe(".proxy-manager");
    expect(path.isAbsolute(at({ XDG_STATE_HOME: "relative" }))).toBe(true);
  });

  it("keeps the folder of an earlier version, unless there is one of this version", () => {
    const state = mkdtempSync(path.join(tmpdir(), "manager-config-"));
    const at = () => path.basename(readConfig({ XDG_STATE_HOME: state }).folder);
    mkdirSync(path.join(state, "turnpike-manager"));
    expect(at()).toBe("proxy-manager");
    writeFileSync(path.join(state, "turnpike-manager", "ports.json"), "{}");
    expect(at()).toBe("turnpike-manager");
    mkdirSync(path.join(state, "proxy-manager"));
    expect(at()).toBe("proxy-manager");
    rmSync(state, { recursive: true });
  });
});
