import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { startTestConsole } from "./testing.ts";

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
