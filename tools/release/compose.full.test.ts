/**
 * deploy/compose.yaml without a container engine (spec/operator#release): two APIs, Debian's PostgreSQL,
 * Debian's Caddy with a CA of its own, and a gateway, each as its part of the file says. As root.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { Box, type Container, imageUser, type Service } from "./compose-box.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(path.join(root, "deploy", name), "utf8");
const site = "proxy.example.com";
const password = "example-of-a-password";
const secrets = {
  secret_key: "ab".repeat(32),
  database_url: `postgres://turnpike:${password}@database:5432/turnpike`,
};

interface Part {
  environment: Record<string, string>;
  healthcheck: { test: string[] };
  stop_grace_period: string;
  read_only: boolean;
}
const { services } = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, Part>;
};
/** The variables of the image. */
const ofImage = Object.fromEntries(
  [...read("Containerfile").matchAll(/^ENV (.+)$/gmu)].flatMap(([, line = ""]) =>
    line.split(" ").map((one) => one.split("=") as [string, string]),
  ),
);
const given: Record<string, string> = { TURNPIKE_SITE: site };
const filled = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/gu, (_all, name: string) => given[name] ?? "");

function partOf(name: string, more: Record<string, string> = {}): Service {
  const own = Object.entries(services[name]?.environment ?? {});
  const named = own.map(([key, value]) => [key, filled(String(value))]);
  const environment = { ...ofImage, ...Object.fromEntries(named), ...more };
  return { name: name === "gateway" ? "host" : name, environment, secrets };
}

/** Docker's networks are elsewhere than the box's. */
const inBox = { TRUSTED_PROXIES: "198.18.0.0/15" };
const api = (name: string) => partOf(name, inBox);
const isHealthy = (service: Service, name: string) => {
  const [, ...command] = services[name]?.healthcheck.test ?? [];
  return box.exec(service, command.join(" ")).code === 0;
};
const healthy = (service: Service, name: string) =>
  waitFor(`${name} is healthy`, () => Promise.resolve(isHealthy(service, name)), 60_000);

let box: Box;
let database: Container;
let caddy: Container;
const apis: Record<string, Container> = {};
const hasAll = ["/usr/lib/postgresql", "/usr/bin/caddy"].every((file) => existsSync(file));
const canRun = process.getuid?.() === 0 && hasAll;

function startDatabase(): Container {
  const versions = readdirSync("/usr/lib/postgresql").toSorted((a, b) => Number(a) - Number(b));
  const bin = `/usr/lib/postgresql/${versions.at(-1)}/bin`;
  const data = box.at("postgres");
  writeFileSync(box.at("password"), password);
  box.sh(`
    chmod 755 ${box.folder}; chmod 644 ${box.at("password")}; install -d -o postgres ${data}; cd ${data}
    as="setpriv --reuid postgres --regid postgres --clear-groups"
    $as ${bin}/initdb -D ${data} -U turnpike --pwfile ${box.at("password")} --auth scram-sha-256 >/dev/null
    echo "host all all 0.0.0.0/0 scram-sha-256" >> ${data}/pg_hba.conf
    echo "create database turnpike" | $as ${bin}/postgres --single -D ${data} postgres >/dev/null`);
  const command = [`${bin}/postgres`, "-D", data, "-c", "listen_addresses=*", "-k", data];
  const program = { command, user: "postgres" };
  return box.run({ name: "database", environment: { PATH: ofImage["PATH"] ?? "" }, program });
}

function startCaddy(): Container {
  const file = box.at("Caddyfile");
  // A CA of its own instead of a public one, which asks the internet.
  writeFileSync(
    file,
    `{\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n}\n${read("Caddyfile")}`,
  );
  const { environment } = partOf("caddy", { XDG_DATA_HOME: box.at("caddy"), HOME: box.folder });
  const command = ["/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", file];
  const env = { ...environment, PATH: ofImage["PATH"] ?? "" };
  box.sh(
    `grep -q ${site} ${box.at("hosts")} || echo "${box.addressOf("caddy")} ${site}" >> ${box.at("hosts")}`,
  );
  return box.run({ name: "caddy", environment: env, program: { command, user: "root" } });
}

const onlyStatus = ["-o", "/dev/null", "-w", "%{http_code}"];
const authority = () => box.at("caddy/caddy/pki/authorities/local/root.crt");
/** The status of a customer's request through Caddy. */
const ask = (where = "/healthz") =>
  box
    .curl(
      "--cacert",
      authority(),
      "--resolve",
      `${site}:443:${box.addressOf("caddy")}`,
      ...onlyStatus,
      `https://${site}${where}`,
    )
    .trim();

beforeAll(async () => {
  if (!canRun) return;
  box = new Box(["database", "api1", "api2", "caddy"]);
  await waitFor("the box", () => Promise.resolve(box.sh("ip -o link | wc -l").trim() === "1"));
  box.open();
  database = startDatabase();
  for (const name of ["api1", "api2"]) apis[name] = box.run(api(name));
  caddy = startCaddy();
  await healthy(api("api1"), "api1");
  await healthy(api("api2"), "api2");
}, 180_000);
afterAll(async () => {
  for (const one of [...Object.values(apis), caddy, database]) one?.stop("SIGKILL");
  box?.close();
}, 30_000);

describe.runIf(canRun)("the compose file (spec/operator#release)", () => {
  it("serves customers through Caddy with a CA of its own", async () => {
    const answers = () => Promise.resolve(ask("/readyz") === "200");
    await waitFor("Caddy answers", answers, 30_000);
    expect(ask("/")).toBe("200");
  }, 60_000);

  it("runs as the image's user, and nothing but data and /tmp can be written", () => {
    for (const name of ["api1", "gateway"]) expect(services[name]?.read_only).toBe(true);
    const tries = ["/opt/turnpike/x", "/etc/x", "/usr/x", "/var/lib/turnpike/x", "/tmp/x"];
    const command = tries
      .map((file) => `{ touch ${file} 2>/dev/null && echo ${file}; }`)
      .join("; ");
    const { out } = box.exec(api("api1"), `sh -c "id -u; ${command}; true"`);
    expect(out.split("\n")).toEqual([String(imageUser), "/var/lib/turnpike/x", "/tmp/x", ""]);
    const status = readFileSync(`/proc/${apis["api1"]?.child.pid}/status`, "utf8");
    expect(status).toMatch(new RegExp(`^Uid:\\t${imageUser}\\t${imageUser}`, "mu"));
    expect(status).toMatch(/^NoNewPrivs:\t1$/mu);
  }, 60_000);

  it("joins a gateway by the line that the operator gets, which customers reach", async () => {
    const added = box.exec(
      api("api1"),
      `node apps/api/dist/operator.mjs node add local1 --region europe --host ${site}`,
    );
    given["TURNPIKE_JOIN"] = /TURNPIKE_JOIN=["']?([^\s"']+)/u.exec(added.text)?.[1] ?? "";
    expect([added.code, given["TURNPIKE_JOIN"]]).toEqual([0, expect.stringMatching(/.{40}/u)]);
    const ca = path.join(box.at("data", "host"), "ca.pem");
    box.sh(`mkdir -p ${path.dirname(ca)}; install -m 644 ${authority()} ${ca}`);
    const part = partOf("gateway", { NODE_EXTRA_CA_CERTS: "/var/lib/turnpike/ca.pem" });
    const gateway = box.run(part);
    await healthy(part, "gateway").catch((error: unknown) => {
      throw new Error(`${String(error)}\n${gateway.output()}`);
    });
    const refused = box.curl(
      "-x",
      `http://nobody1:secret123@${box.addressOf("host")}:7000`,
      ...onlyStatus,
      "http://example.com/",
    );
    expect(refused.trim()).toBe("407");
    gateway.stop();
    const { code, afterMs } = await gateway.ended;
    process.stdout.write(`the gateway stopped after ${Math.round(afterMs)} ms\n`);
    expect([code, afterMs < 60_000]).toEqual([0, true]);
  }, 120_000);

  it("loses no customer's request while its APIs are restarted one after another", async () => {
    let isDone = false;
    const statuses = new Map<string, number>();
    const asking = (async () => {
      while (!isDone) {
        const status = ask("/healthz");
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    for (const name of ["api1", "api2"]) {
      apis[name]?.stop();
      const end = await apis[name]?.ended;
      process.stdout.write(`${name} stopped after ${Math.round(end?.afterMs ?? 0)} ms\n`);
      expect([end?.code, (end?.afterMs ?? 0) < 60_000]).toEqual([0, true]);
      apis[name] = box.run(api(name));
      await healthy(api(name), name);
    }
    isDone = true;
    await asking;
    process.stdout.write(`${JSON.stringify([...statuses])}\n`);
    expect([...statuses.keys()]).toEqual(["200"]);
  }, 180_000);

  it("goes on when an API is killed", async () => {
    apis["api1"]?.stop("SIGKILL");
    await apis["api1"]?.ended;
    for (let one = 0; one < 20; one += 1) expect(ask("/readyz")).toBe("200");
    apis["api1"] = box.run(api("api1"));
    await healthy(api("api1"), "api1");
  }, 90_000);
});
