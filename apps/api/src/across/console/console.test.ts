import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type ConsoleCallName, consoleCalls } from "@turnpike/contract/console/calls.ts";
import { isPermitted, type Permission, staffRoles } from "@turnpike/rules/staff.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { operateJson } from "../operator/testing.ts";
import { type Person, cookieHeader, startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const people = new Map<string, Person>();
const the = (role: string) => people.get(role) as Person;
beforeAll(async () => {
  for (const role of staffRoles) people.set(role, await api.person(role));
});

const names = Object.keys(consoleCalls) as ConsoleCallName[];
const accessOf = (name: ConsoleCallName) => consoleCalls[name].access;
/** Runs a few at a time, as the console limits concurrent calls per network. */
async function all<T>(items: T[], work: (item: T, at: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 8)
    await Promise.all(items.slice(from, from + 8).map((item, at) => work(item, from + at)));
}
const isOfStaff = (name: ConsoleCallName) => accessOf(name) !== "visitor";

it("the first start (spec/console#staff: prints a link for the owner where nobody can sign in) lets the holder of the link become the owner, once, with their own e-mail address", async () => {
  const link = api.firstOwnerLink?.split("#link=")[1];
  expect(api.firstOwnerLink).toContain("/#link=");
  expect((await api.ask("linkInfo", { link })).data).toMatchObject({
    role: "owner",
    needsEmail: true,
    email: "",
  });
  const given = { link, password: "First-7Owner", email: "first@example.com" };
  const bare = await api.ask("setPassword", { ...given, email: "" });
  expect(bare.refused).toMatchObject({ reason: "missingField", field: "email" });
  const done = await api.ask("setPassword", given);
  expect(done.data.me).toMatchObject({ email: "first@example.com", role: "owner", lab: true });
  expect(done.cookie).toMatch(/HttpOnly; SameSite=Strict/);
  expect((await api.ask("setPassword", given)).refused.reason).toBe("linkNotFound");
  const weak = await api.ask("signIn", { email: "first@example.com", password: "wrong" });
  expect(weak.refused.reason).toBe("wrongPassword");
  const { email, password } = given;
  expect((await api.ask("signIn", { email, password })).code).toBe(0);
});

describe("roles (spec/console#roles)", () => {
  const asked = names.filter((name) => isOfStaff(name) && name !== "signOut");

  it("are refused with 403 every call they have no permission for, and no other", async () => {
    const wrong: unknown[] = [];
    const tryAll = async (role: (typeof staffRoles)[number]) => {
      for (const name of asked) {
        const { code, refused } = await the(role).ask(name);
        const access = accessOf(name);
        const may = access === "staff" || isPermitted(role, access as Permission);
        const isRefused = code === 403 && refused.reason === "notPermitted";
        if (isRefused === may || code === 500) wrong.push([role, name, code, refused]);
        if (isRefused && refused.permission !== access) wrong.push([role, name, refused]);
      }
    };
    await Promise.all(staffRoles.map(tryAll));
    expect(wrong).toEqual([]);
    expect(asked.length * staffRoles.length).toBeGreaterThan(300);
  });

  it("take effect from the next call after a change, and end when the person is disabled", async () => {
    const one = await api.person("support");
    const { me } = await one.get("whoAmI");
    expect(me.permissions).toContain("customers.act");
    await the("owner").get("staffRole", { id: me.id, role: "viewer", reason: "moved on" });
    expect((await one.ask("noteAdd")).refused.reason).toBe("notPermitted");
    await the("owner").get("staffDisable", { id: me.id, reason: "left" });
    expect((await one.ask("whoAmI")).refused.reason).toBe("sessionInvalid");
    const { email, password } = one;
    expect((await api.ask("signIn", { email, password })).refused.reason).toBe("wrongPassword");
    const { email: mine } = the("owner");
    const own = (await the("owner").get("staffList")).items;
    const others = own.filter((row) => row.role === "owner" && row.email !== mine);
    for (const { id } of others) await the("owner").get("staffDisable", { id, reason: "test" });
    const id = own.find((row) => row.email === mine)?.id;
    const last = await the("owner").ask("staffDisable", { id, reason: "test" });
    expect(last.refused.reason).toBe("lastOwner");
    const link = await the("owner").ask("staffLink", { id, reason: "test" });
    expect(link.refused.reason).toBe("lastOwner");
  });

  it("are checked again for a queued call when the person is disabled meanwhile", async () => {
    const one = await api.person("support");
    const { me } = await one.get("whoAmI");
    const { handlers } = api.services.shares;
    const caller = `staff ${me.id}`;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Uses up all concurrent calls that one person may make.
    const busy = Array.from({ length: 6 }, () => handlers.run({ caller }, () => held));
    const { email: account } = await api.register();
    const act = one.ask("noteAdd", { account, text: "too late" });
    await vi.waitFor(() => expect(handlers.waiting).toBe(1));
    await the("owner").get("staffDisable", { id: me.id, reason: "left" });
    release();
    await Promise.all(busy);
    expect((await act).refused.reason).toBe("sessionInvalid");
    expect((await the("owner").get("customerNotes", { account })).items).toEqual([]);
  });
});

describe("a person who is not on the staff (spec/console#listener)", () => {
  it("cannot make any call, neither as a visitor nor with a customer's session or key", async () => {
    const customer = await api.register();
    const { session } = customer;
    const { accessKey } = (await api.send("member", { session })).data as never as {
      accessKey: string;
    };
    const scopes = "read,proxies,buy";
    const { data: apiKey } = await api.send("apiKeyAdd", { session, name: "all", scopes });
    const [, token = ""] = the("owner").cookie.split("=");
    const secrets = [session, accessKey, apiKey.key];
    expect(secrets.every((secret) => typeof secret === "string" && secret.length > 10)).toBe(true);
    const tries: { headers: Record<string, string>; fields?: object }[] = [
      { headers: {} },
      ...secrets.flatMap((secret) => [
        { headers: { cookie: `turnpike_console=${secret}; session=${secret}` } },
        {
          headers: { authorization: `Bearer ${secret}` },
          fields: { session: secret, key: secret },
        },
      ]),
      // The owner's token anywhere but in its cookie.
      { headers: { authorization: `Bearer ${token}` }, fields: { session: token, key: token } },
      { headers: { cookie: `__Host-turnpike_console=${token}; turnpike_console=` } },
    ];
    const passed: unknown[] = [];
    for (const { headers, fields = {} } of tries) {
      const tryOne = async (name: ConsoleCallName) => {
        const { refused } = await api.ask(name, fields, headers);
        if (refused.reason !== "sessionInvalid") passed.push([headers, name, refused]);
      };
      await all(names.filter(isOfStaff), tryOne);
    }
    expect(passed).toEqual([]);
    // A staff session is not valid as a customer's session either.
    expect((await api.send("member", { session: token })).code).toBe(300);
  });

  it("finds no console on the customers' listener and no customer calls on the console's", async () => {
    const post = (url: string) =>
      fetch(url, { method: "POST", headers: { origin: api.consoleUrl } });
    for (const { path } of Object.values(consoleCalls))
      expect([path, (await post(api.url + path)).status]).toEqual([path, 404]);
    expect((await post(`${api.consoleUrl}/v1/member`)).status).toBe(404);
    const page = await fetch(api.consoleUrl);
    expect([200, 503]).toContain(page.status);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
    const document = await fetch(`${api.consoleUrl}/console/openapi.json`);
    const { paths } = (await document.json()) as { paths: object };
    expect(Object.keys(paths)).toEqual(Object.values(consoleCalls).map(({ path }) => path));
  });

  it("cannot use a staff cookie from another origin", async () => {
    const { cookie } = the("owner");
    const passed: unknown[] = [];
    const fromElsewhere = async (name: ConsoleCallName, origin: string) => {
      const { refused } = await api.ask(name, {}, { cookie, origin });
      if (refused.reason !== "foreignOrigin") passed.push([origin, name, refused]);
    };
    for (const origin of ["null", `${api.consoleUrl}0`, api.url])
      await fromElsewhere("whoAmI", origin);
    await all(names, (name) => fromElsewhere(name, "https://evil.example"));
    const methods = ["GET", "PUT", "PATCH", "DELETE"];
    const byMethod = async (path: string, method: string) => {
      const override = { "x-http-method-override": "POST", "x-method-override": "POST" };
      const headers = { cookie, origin: api.consoleUrl, ...override };
      const { status } = await fetch(`${api.consoleUrl}${path}?_method=POST`, { method, headers });
      if (status !== 405) passed.push([method, path, status]);
    };
    const paths = Object.values(consoleCalls).map(({ path }) => path);
    await all(paths, (path, at) => byMethod(path, methods[at % 4] ?? "GET"));
    const bare = { method: "POST", headers: { cookie }, body: new URLSearchParams() };
    const answer = await fetch(api.consoleUrl + consoleCalls.whoAmI.path, bare);
    expect([passed, ((await answer.json()) as { code: number }).code]).toEqual([[], 403]);
    const host = "evil.example:3001";
    const rebound = await api.ask("whoAmI", {}, { cookie, origin: `http://${host}`, host });
    expect(rebound.refused.reason).toBe("foreignOrigin");
  });

  it("is limited to 10 password guesses a minute, 100 an hour per e-mail, 500 per network", async () => {
    const { db, world } = api.services;
    const guess = async (email: string) =>
      (await api.ask("signIn", { email, password: "no" })).refused.reason;
    const reasons = [];
    for (let at = 0; at < 11; at++) reasons.push(await guess("guessed@example.com"));
    expect(reasons.slice(0, 10)).toEqual(Array(10).fill("wrongPassword"));
    expect(reasons[10]).toBe("tooManyTries");
    /** Sets the guesses counted so far for a key that a guess has created, and counts the keys. */
    const setTries = async (key: string, tries: number) => {
      const at = new Date(world.now());
      const { numAffectedRows } = await sql`
        update throttle set tries = array_fill(${at}::timestamptz, array[${tries}::int])
        where key like ${key}`.execute(db);
      return Number(numAffectedRows);
    };
    // Another e-mail address has its own limits.
    expect(await guess("named@example.com")).toBe("wrongPassword");
    expect(await setTries("staff signin named@example.com", 99)).toBe(1);
    expect(await guess("named@example.com")).toBe("wrongPassword");
    expect(await guess("named@example.com")).toBe("tooManyTries");
    const network = "staff signin names %";
    expect(await setTries(network, 499)).toBe(1);
    expect(await guess("other1@example.com")).toBe("wrongPassword");
    expect(await guess("other2@example.com")).toBe("tooManyTries");
    await sql`delete from throttle where key like ${network}`.execute(db);
  });
});

it("a session ends on sign-out; a new link ends all sessions and removes the password", async () => {
  const one = await api.person("viewer");
  const { cookie } = await api.ask("signIn", { email: one.email, password: one.password });
  const second = api.as({ ...one, cookie: cookieHeader(cookie ?? "") });
  await one.get("signOut");
  expect((await one.ask("whoAmI")).refused.reason).toBe("sessionInvalid");
  expect((await second.ask("whoAmI")).code).toBe(0);
  const { said } = await operateJson(api.services, "staff", "link", one.email);
  expect(said.link).toContain("#link=");
  expect((await second.ask("whoAmI")).refused.reason).toBe("sessionInvalid");
  const { email, password } = one;
  expect((await api.ask("signIn", { email, password })).refused.reason).toBe("wrongPassword");
});
