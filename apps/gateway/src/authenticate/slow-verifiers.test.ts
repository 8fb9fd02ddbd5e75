/** Slow verifiers at a gateway (spec/gateway#verifiers). */
import type { Fact, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { describe, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { engines } from "../testing/engines.ts";
import { rawOrigin } from "../testing/origin.ts";
import { labExit, slowVerifierOf, verifierOf } from "../testing/resources.ts";
import { connectTo, eventually, gatewayAt, socksTo } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { sentCredentials } from "./credentials.ts";
import { Passwords } from "./passwords.ts";
import { type PasswordsMessage, sharePasswords } from "./share-passwords.ts";

const credentials = (name: string, password: string) => {
  const sent = sentCredentials(name, password);
  if (sent === null) throw new Error("none");
  return sent;
};

test("A slow verifier is computed once; then right and wrong passwords are told apart at once", async () => {
  const passwords = new Passwords();
  const login = { verifier: slowVerifierOf("alice1", "secret1") };
  const right = credentials("alice1", "secret1");
  const [wrong, other] = [credentials("alice1", "wrong12"), credentials("alice1", "wrong13")];
  expect(passwords.compare(login, wrong)).toBe("unknown");
  await passwords.check("a", login.verifier, wrong);
  expect(passwords.compare(login, wrong)).toBe("no");
  expect(passwords.compare(login, right)).toBe("unknown");
  const check = passwords.check("a", login.verifier, right);
  expect(passwords.check("a", login.verifier, right)).toBe(check);
  await check;
  expect(passwords.compare(login, right)).toBe("yes");
  expect(passwords.compare(login, other)).toBe("no");
  const changed = { verifier: slowVerifierOf("alice1", "secret2") };
  expect(passwords.compare(changed, right)).toBe("unknown");
});

test("A form that this version does not know matches nothing", async () => {
  const passwords = new Passwords();
  const login = { verifier: "s2.new" };
  const sent = credentials("alice1", "secret1");
  expect(passwords.compare(login, sent)).toBe("unknown");
  await passwords.check("a", login.verifier, sent);
  expect(passwords.compare(login, sent)).toBe("no");
  expect(passwords.compare(null, sent)).toBe("no");
});

test("An account whose passwords are guessed delays no other; what waits is bounded", async () => {
  const passwords = new Passwords(1);
  const verifier = slowVerifierOf("alice1", "secret1");
  const guesses = Array.from({ length: 600 }, (_, each) =>
    passwords.check("a", verifier, credentials("alice1", `guess${each}`)),
  );
  expect(guesses.filter((each) => each === null).length).toBeGreaterThan(50);
  let guessed = 0;
  for (const each of guesses) void each?.then(() => (guessed += 1));
  const login = { verifier: slowVerifierOf("bobby1", "secret1") };
  await passwords.check("b", login.verifier, credentials("bobby1", "secret1"));
  expect(guessed).toBeLessThan(5);
  expect(passwords.compare(login, credentials("bobby1", "secret1"))).toBe("yes");
});

test("What one worker has found the others know, and a new one asks for it", async () => {
  const workers = Array.from({ length: 3 }, () => new Passwords());
  const takes: ((message: PasswordsMessage) => void)[] = [];
  const join = (index: number, asks: boolean) => {
    const send = (message: PasswordsMessage) => {
      setImmediate(() => takes.forEach((take, other) => other !== index && take(message)));
    };
    const passwords = workers[index] as Passwords;
    takes[index] = sharePasswords(passwords, send, { asks, answers: index === 0 });
    return passwords;
  };
  const [first, second] = [join(0, true), join(1, true)];
  const login = { verifier: slowVerifierOf("alice1", "secret1") };
  const right = credentials("alice1", "secret1");
  await second.check("a", login.verifier, right);
  await expect.poll(() => first.compare(login, right)).toBe("yes");
  const third = join(2, true);
  await expect.poll(() => third.compare(login, right)).toBe("yes");
  expect(third.compare(login, credentials("alice1", "wrong12"))).toBe("no");
});

describe.each(engines)("slow verifiers ($name engine)", (engine) => {
  const hub = forTests(() => new TestHub().listen());
  const origin = forTests(() => rawOrigin((socket) => void socket.pipe(socket)));
  const gateway = forTests(async () => {
    hub.upsert(labExit());
    return gatewayAt(hub, [origin.authority], engine.options);
  });

  /** Adds a sub-account with a slow verifier; returns how to change it. */
  function slowly(name: string): (changed: Partial<SubAccountFact>) => void {
    const id = hub.addSubAccount(name, "secret1", 1e9);
    const change = (changed: Partial<SubAccountFact>) => {
      const fact = hub.resources.get(`subAccount ${id}`) as Fact & { kind: "subAccount" };
      hub.upsert({ ...fact, ...changed });
    };
    change({ verifier: slowVerifierOf(name, "secret1"), passwordId: "first" });
    return change;
  }
  const connect = (user: string, password: string) =>
    connectTo(gateway, { user, password, authority: origin.authority });

  test("Right passwords are served, wrong ones are not, over HTTP and SOCKS5", async () => {
    slowly("alice1");
    expect((await connect("alice1", "wrong12")).head).toMatch(/^HTTP\/1\.1 407/);
    const socks = { user: "alice1", port: origin.port };
    expect((await socksTo(gateway, { ...socks, password: "wrong13" })).code).toBe(255);
    const heads = await Promise.all(
      Array.from({ length: 20 }, () => connect("ALICE1-region-DE", "secret1")),
    );
    expect(heads.filter(({ head }) => !head.startsWith("HTTP/1.1 200"))).toEqual([]);
    expect((await socksTo(gateway, { ...socks, password: "secret1" })).code).toBe(0);
    expect((await connect("alice1", "wrong12")).head).toMatch(/^HTTP\/1\.1 407/);
  });

  test("A tunnel stays open when only the form of the verifier changes, and ends with the password", async () => {
    const change = slowly("bobby1");
    change({ verifier: verifierOf("bobby1", "secret1") });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { client, head } = await connect("bobby1", "secret1");
    expect(head).toMatch(/^HTTP\/1\.1 200/);
    change({ verifier: slowVerifierOf("bobby1", "secret1") });
    await new Promise((resolve) => setTimeout(resolve, 200));
    client.socket.write("still here");
    expect((await client.exactly(10)).toString()).toBe("still here");
    expect((await connect("bobby1", "secret1")).head).toMatch(/^HTTP\/1\.1 200/);
    change({ verifier: slowVerifierOf("bobby1", "secret2"), passwordId: "second" });
    await eventually("it is cut", () => client.closed || client.ended, 2_000);
    expect((await connect("bobby1", "secret1")).head).toMatch(/^HTTP\/1\.1 407/);
    expect((await connect("bobby1", "secret2")).head).toMatch(/^HTTP\/1\.1 200/);
  });
});
