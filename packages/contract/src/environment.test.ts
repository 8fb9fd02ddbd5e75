import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";
import { refusePlainHttp } from "./environment-checks.ts";
import { isReservedPort } from "./environment-ports.ts";

const production = { NODE_ENV: "production" };

test("STATIC_PORTS has at most 100 ports, as many as are recorded per listener (spec/environment#ports)", () => {
  expect(readEnvironment({ STATIC_PORTS: "3000-3098, 2024" }).STATIC_PORTS).toHaveLength(100);
  expect(() => readEnvironment({ STATIC_PORTS: "3000-3100" })).toThrow(/at most 100 ports/);
});

test("UNLIMITED_PORTS excludes ports on which the product itself listens (spec/environment#ports)", () => {
  const given = (more: Record<string, string>) =>
    readEnvironment({ UNLIMITED_PORTS: "3000,7000-7001,7999,9463-9466,9528-9529", ...more })
      .UNLIMITED_PORTS;
  // The workers' metrics ports follow the API's: one per worker, or per possible worker.
  expect(given({})).toEqual([7001, 9463, 9529]);
  expect(given({ GATEWAY_WORKERS: "1" })).toEqual([7001, 9463, 9528, 9529]);
  const elsewhere = { PORT: "1", GATEWAY_PORT: "7001", LAB_TARGET_PORT: "2", METRICS_PORT: "0" };
  expect(given(elsewhere)).toEqual([3000, 7000, 7999, 9463, 9464, 9465, 9466, 9528, 9529]);
});

test("A port in both UNLIMITED_PORTS and STATIC_PORTS is rejected if HOST is a wildcard address", () => {
  const both = { ...production, STATIC_PORTS: "2024,3010", UNLIMITED_PORTS: "3005-3015" };
  for (const HOST of ["0.0.0.0", "::"]) {
    expect(() => readEnvironment({ ...both, HOST })).toThrow(
      `UNLIMITED_PORTS and STATIC_PORTS: both have 3010, which cannot be where HOST is ${HOST}`,
    );
    // The gateway's own port is not given to plans, so it conflicts with nothing.
    readEnvironment({ ...both, HOST, GATEWAY_PORT: "3010" });
  }
  expect(readEnvironment({ ...both, HOST: "10.0.0.4" }).UNLIMITED_PORTS).toContain(3010);
});

test("The public URL is valid, also if HOST is an IPv6 address (spec/environment#public-address)", () => {
  expect(readEnvironment({ HOST: "::1", PORT: "3100" }).publicUrl).toBe("http://[::1]:3100");
  expect(readEnvironment({ ...production, HOST: "10.0.0.4" }).publicUrl).toBe(
    "http://10.0.0.4:3000",
  );
  expect(readEnvironment({ PUBLIC_URL: "https://a.example/" }).publicUrl).toBe("https://a.example");
});

test("Customers' ports exclude STATIC_PORTS if HOST is a wildcard address", () => {
  const input = { ...production, STATIC_PORTS: "443,3010,10002", WHITE_PORTS: "10001-10003" };
  for (const HOST of ["0.0.0.0", "::"]) {
    const env = readEnvironment({ ...input, HOST });
    expect(env.WHITE_PORTS).toEqual([10001, 10003]);
    expect([443, 3010, 444].map((one) => isReservedPort(one, env))).toEqual([true, true, false]);
  }
  const own = readEnvironment({ ...input, HOST: "10.0.0.4" });
  expect(own.WHITE_PORTS).toEqual([10001, 10002, 10003]);
  expect(isReservedPort(443, own)).toBe(false);
});

test("Ports chosen for whitelisted ports do not fall to the default of shared ones", () => {
  const chosen = readEnvironment({ ...production, WHITE_PORTS: "21000-21002" });
  expect(chosen.WHITE_PORTS).toEqual([21000, 21001, 21002]);
  expect(chosen.STATIC_SHARED_PORTS).not.toContain(21001);
  expect(chosen.STATIC_SHARED_PORTS).toContain(21003);
  const both = { WHITE_PORTS: "21000-21002", STATIC_SHARED_PORTS: "21001" };
  expect(readEnvironment({ ...production, ...both }).WHITE_PORTS).toEqual([21000, 21002]);
});

test("Plain HTTP in production is rejected unless local or explicitly allowed (spec/environment#https)", () => {
  const start = (given: Record<string, string>) => () =>
    refusePlainHttp(readEnvironment({ NODE_ENV: "production", ...given }));
  expect(start({ HOST: "10.0.0.4" })).toThrow(/^PUBLIC_URL: has to be https/);
  expect(start({ PUBLIC_URL: "http://a.example" })).toThrow(/ALLOW_PLAIN_HTTP=1/);
  start({})();
  start({ PUBLIC_URL: "http://[::1]:3000" })();
  start({ PUBLIC_URL: "https://a.example" })();
  start({ PUBLIC_URL: "http://a.example", ALLOW_PLAIN_HTTP: "1" })();
  start({ PUBLIC_URL: "http://a.example", NODE_ENV: "development" })();
  const tls = { TLS_CERT: "a.pem", TLS_KEY: "a.key", HOST: "10.0.0.4" };
  expect(readEnvironment({ ...production, ...tls }).publicUrl).toBe("https://10.0.0.4:3000");
  start(tls)();
});

test("TRUSTED_PROXIES are normalised to canonical networks", () => {
  const read = (TRUSTED_PROXIES: string) => readEnvironment({ TRUSTED_PROXIES }).TRUSTED_PROXIES;
  expect(read("10.1.2.3/8, 2001:DB8::/32,127.0.0.1")).toEqual([
    "10.0.0.0/8",
    "2001:db8::/32",
    "127.0.0.1",
  ]);
  expect(() => read("10.0.0.0/33")).toThrow("TRUSTED_PROXIES: 10.0.0.0/33 is no network");
});

test("The lab starts on loopback addresses only, and NODE_ENV has three words (spec/lab#access)", () => {
  const read = (given: Record<string, string>) => () => readEnvironment(given);
  const isLab = /reached from other machines, and without NODE_ENV=production this is the lab/;
  for (const host of [
    "0.0.0.0",
    "::",
    "10.0.0.4",
    "203.0.113.7",
    "panel.example",
    "127.0.0.1.example",
  ])
    for (const lab of [{}, { NODE_ENV: "development" }, { NODE_ENV: "test" }, { NODE_ENV: "" }]) {
      expect(read({ ...lab, HOST: host })).toThrow(isLab);
      expect(read({ ...lab, CONSOLE_HOST: host, CONSOLE_URL: "https://a.example" })).toThrow(isLab);
    }
  expect(read({ GATEWAY_HOSTS: "127.0.0.1,::" })).toThrow(/^GATEWAY_HOSTS: :: can be reached/);
  read({ GATEWAY_HOSTS: "127.0.0.1,198.19.0.1" })();
  for (const NODE_ENV of ["prod", "Production", "production ", "lab", "staging", "0"])
    expect(read({ NODE_ENV })).toThrow(/^NODE_ENV: /);
  for (const HOST of ["127.0.0.1", "127.8.9.1", "::1", "localhost"]) read({ HOST })();
  read({ ...production, HOST: "0.0.0.0", GATEWAY_HOSTS: "0.0.0.0,::" })();
});
