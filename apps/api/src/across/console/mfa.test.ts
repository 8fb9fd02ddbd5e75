import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type ConsoleCallName, consoleCalls } from "@turnpike/contract/console/calls.ts";
import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { cookieHeader, startTestConsole } from "./testing.ts";

const api = forTests(() => startTestConsole({ NODE_ENV: "production" }));

const shown = (secret: string, stepsOff = 0) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: api.services.world.now() + stepsOff * 30_000,
  });

it("the second factor of the staff (spec/console#sign-in: required in production) must be bound first, is required at every sign-in, and accepts each code once", async () => {
  const owner = await api.person("owner");
  const { me } = await owner.get("whoAmI");
  expect(me).toMatchObject({ mfaBound: false, mustBindMfa: true, lab: false });
  expect((await owner.ask("overview")).refused.reason).toBe("mfaNotBound");
  const { secret } = await owner.get("mfaStart");
  expect((await owner.ask("mfaConfirm", { code: "000000" })).refused.reason).toBe("mfaWrong");
  const code = shown(secret);
  const bound = await owner.get("mfaConfirm", { code });
  expect(bound.recoveryCodes).toHaveLength(10);
  expect(bound.me.mustBindMfa).toBe(false);
  await owner.get("overview");
  const { email, password } = owner;
  const signIn = (mfaCode?: string) => api.ask("signIn", { email, password, mfaCode });
  expect((await signIn()).refused.reason).toBe("mfaNeeded");
  expect((await signIn(code)).refused.reason).toBe("mfaWrong");
  expect((await signIn(shown(secret, 1))).code).toBe(0);
  const [recovery] = bound.recoveryCodes;
  expect((await signIn(recovery)).code).toBe(0);
  expect((await signIn(recovery)).refused.reason).toBe("mfaWrong");
  expect((await owner.ask("mfaStart")).refused.reason).toBe("mfaIssues");
});

it("A session whose second factor was proved more than 15 minutes ago makes no staff, links and join lines, and sets no keys, until it is proved again (spec/console#fresh-proof)", async () => {
  const { world } = api.services;
  const wait = (minutes: number) => world.setOffset(world.offsetMs() + minutes * 60_000);
  const owner = await api.person("owner");
  const { secret } = await owner.get("mfaStart");
  const { recoveryCodes } = await owner.get("mfaConfirm", { code: shown(secret) });
  const added = (email: string) => owner.ask("staffAdd", { email, role: "viewer" });
  expect((await added("fresh@example.com")).code).toBe(0);
  wait(15);
  const refused: ConsoleCallName[] = [];
  for (const name of Object.keys(consoleCalls) as ConsoleCallName[]) {
    if (consoleCalls[name].access === "visitor" || name === "signOut") continue;
    const { code, refused: why } = await owner.ask(name);
    if (code === 460 && why.reason === "mfaNeeded") refused.push(name);
  }
  const fresh = [
    "staffAdd staffLink staffRole staffEnable staffDisable nodeAdd nodeRejoin paymentKeysSet",
    "mailServerSet headSet customerUnbindMfa upstreamAdd upstreamSet exitImport exitListImport",
    "importApply mailTextSet brandSet legalPublish notifyAdd",
  ];
  expect(refused.toSorted()).toEqual(fresh.join(" ").split(" ").toSorted());
  // Neither a wrong code nor one that was used proves anything, and nobody else's session.
  const [first, second] = recoveryCodes;
  expect((await owner.ask("mfaProve", { code: "000000" })).refused.reason).toBe("mfaWrong");
  expect((await added("again@example.com")).refused.reason).toBe("mfaNeeded");
  await owner.get("mfaProve", { code: first });
  expect((await owner.ask("mfaProve", { code: first })).refused.reason).toBe("mfaWrong");
  expect((await added("again@example.com")).code).toBe(0);
  const signedIn = await api.ask("signIn", { ...owner, mfaCode: second });
  const other = api.as({ ...owner, cookie: cookieHeader(signedIn.cookie ?? "") });
  wait(16);
  expect((await other.ask("staffLink", { id: "x" })).refused.reason).toBe("mfaNeeded");
  await other.get("mfaProve", { code: shown(secret) });
  expect((await other.ask("staffLink", { id: "x" })).refused.reason).not.toBe("mfaNeeded");
  expect((await owner.ask("staffLink", { id: "x" })).refused.reason).toBe("mfaNeeded");
});

it("A session in which codes are guessed ends, however slowly, and no other (spec/console#fresh-proof)", async () => {
  const { world } = api.services;
  const wait = (minutes: number) => world.setOffset(world.offsetMs() + minutes * 60_000);
  const owner = await api.person("owner");
  const { secret } = await owner.get("mfaStart");
  const { recoveryCodes } = await owner.get("mfaConfirm", { code: shown(secret) });
  const signedIn = await api.ask("signIn", { ...owner, mfaCode: recoveryCodes[0] });
  const stolen = api.as({ ...owner, cookie: cookieHeader(signedIn.cookie ?? "") });
  const guess = async () => (await stolen.ask("mfaProve", { code: "000000" })).refused.reason;
  for (let wrong = 0; wrong < 10; wrong += 1) {
    wait(20);
    expect(await guess()).toBe("mfaWrong");
  }
  expect(await guess()).toBe("sessionInvalid");
  // Codes that are guessed at the sign-in refuse the holder's for a while, and end nothing.
  for (let wrong = 0; wrong < 10; wrong += 1)
    await api.ask("signIn", { ...owner, mfaCode: "000000" });
  const prove = async (code = "") => (await owner.ask("mfaProve", { code })).refused?.reason;
  expect(await prove(recoveryCodes[1])).toBe("tooManyTries");
  wait(16);
  expect((await owner.ask("mfaProve", { code: recoveryCodes[1] })).code).toBe(0);
});

it("A proof does not count as fresh after the clock was set back before it (spec/console#fresh-proof)", async () => {
  const { world } = api.services;
  const owner = await api.person("owner");
  const { secret } = await owner.get("mfaStart");
  await owner.get("mfaConfirm", { code: shown(secret) });
  const now = world.offsetMs();
  world.setOffset(now - 3_600_000);
  const email = "early@example.com";
  expect((await owner.ask("staffAdd", { email, role: "viewer" })).refused.reason).toBe("mfaNeeded");
  world.setOffset(now);
});
