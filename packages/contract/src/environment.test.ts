import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";
import { isHeldPort } from "./environment-ports.ts";

test("STATIC_PORTS has at most 100 ports, as many as are recorded of a door (spec/environment#ports)", () => {
  expect(readEnvironment({ STATIC_PORTS: "3000-3098, 2024" }).STATIC_PORTS).toHaveLength(100);
  expect(() => readEnvironment({ STATIC_PORTS: "3000-3100" })).toThrow(/at most 100 ports/);
});

test("UNLIMITED_PORTS has no port at which the product itself listens (spec/environment#ports)", () => {
  const given = (more: Record<string, string>) =>
    readEnvironment({ UNLIMITED_PORTS: "3000,7000-7001,7999,9463-9466,9528-9529", ...more })
      .UNLIMITED_PORTS;
  // Workers' metrics follow the API's: as many as there are, or may be.
  expect(given({})).toEqual([7001, 9463, 9529]);
  expect(given({ GATEWAY_WORKERS: "1" })).toEqual([7001, 9463, 9466, 9528, 9529]);
  const elsewhere = { PORT: "1", GATEWAY_PORT: "7001", LAB_TARGET_PORT: "2", METRICS_PORT: "0" };
  expect(given(elsewhere)).toEqual([3000, 7000, 7999, 9463, 9464, 9465, 9466, 9528, 9529]);
});

test("A port of both UNLIMITED_PORTS and STATIC_PORTS is refused where HOST is every address", () => {
  const both = { STATIC_PORTS: "2024,3010", UNLIMITED_PORTS: "3005-3015" };
  for (const HOST of ["0.0.0.0", "::"]) {
    expect(() => readEnvironment({ ...both, HOST })).toThrow(
      `UNLIMITED_PORTS and STATIC_PORTS: both have 3010, which cannot be where HOST is ${HOST}`,
    );
    // The gateway's own port is no plan's, so it is in nobody's way.
    readEnvironment({ ...both, HOST, GATEWAY_PORT: "3010" });
  }
  expect(readEnvironment({ ...both, HOST: "10.0.0.4" }).UNLIMITED_PORTS).toContain(3010);
});

test("The address in links is one, also where HOST is an IPv6 address", () => {
  expect(readEnvironment({ HOST: "::1", PORT: "3100" }).publicUrl).toBe("http://[::1]:3100");
  expect(readEnvironment({ HOST: "10.0.0.4" }).publicUrl).toBe("http://10.0.0.4:3000");
  expect(readEnvironment({ PUBLIC_URL: "https://a.example/" }).publicUrl).toBe("https://a.example");
});

test("Customers' ports are none of STATIC_PORTS where HOST is every address", () => {
  const given = { STATIC_PORTS: "443,3010,10002", WHITE_PORTS: "10001-10003" };
  for (const HOST of ["0.0.0.0", "::"]) {
    const env = readEnvironment({ ...given, HOST });
    expect(env.WHITE_PORTS).toEqual([10001, 10003]);
    expect([443, 3010, 444].map((one) => isHeldPort(one, env))).toEqual([true, true, false]);
  }
  const own = readEnvironment({ ...given, HOST: "10.0.0.4" });
  expect(own.WHITE_PORTS).toEqual([10001, 10002, 10003]);
  expect(isHeldPort(443, own)).toBe(false);
});
