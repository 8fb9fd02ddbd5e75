/**
 * Strangers who guess an account's password do not lock out its holder
 * (spec/sign-in#beyond-the-limit, N8).
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { setDisabled } from "../account/store/account.ts";
import { mfaCustomer, mailedCode, mailsTo, totpCode } from "../mfa/testing.ts";
import { askSecure, wrongOf } from "../mail-code/testing.ts";
import { askFrom, startShop } from "../session/testing.ts";
import { hashAtFullCost } from "../../../testing/password-cost.ts";

const shop = forTests(startShop);

const agree = 1;
const from = (ip: string) => askFrom(shop.url, { ip });
/** Networks that the holder has never signed in from. */
let places = 0;
const elsewhere = () => from(`127.0.9.${++places}`);

/** 100 wrong passwords from eleven networks. */
async function lockOut(email: string): Promise<void> {
  for (let at = 1; at <= 11; at++) {
    const guesses = Array.from({ length: 10 }, () =>
      from(`127.0.8.${at}`)("signin", { email, password: "guess", agree }),
    );
    await Promise.all(guesses);
  }
}
const askCode = (ask: ReturnType<typeof from>, email: string) =>
  ask("mailCode", { scene: "signin", email });

/** A customer on an unknown network; if a code is sent, only the code's tries are limited. */
async function abroad() {
  const { id, email, password } = await shop.customer();
  const ask = elsewhere();
  const signIn = (more: Record<string, string> = {}) =>
    ask("signin", { email, password, agree, ...more });
  return { id, email, password, ask, signIn };
}

describe("A sign-in beyond the rate limit of an e-mail", () => {
  it("succeeds once with the right password and a mailed code", async () => {
    const { email, ask, signIn } = await abroad();
    await lockOut(email);
    const refused = await signIn();
    expect(refused).toMatchObject({
      code: 429,
      refused: { reason: "tooManyTries", mailCode: true },
    });
    expect(refused.refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(await askCode(ask, email)).toMatchObject({ code: 0, data: { retryAfterSeconds: 60 } });
    const code = await mailedCode(shop, email);
    const [mail] = await mailsTo(shop, email);
    expect(mail?.subject).toBe("Your code to sign in");
    expect((await signIn({ code })).code).toBe(0);
    // The network is known after the sign-in, so the password suffices; the code is used up.
    expect((await signIn({ code })).refused.reason).toBe("codeUsedUp");
    expect((await signIn()).code).toBe(0);
  });

  it("still requires the second factor if it is bound", async () => {
    const { customer, secret } = await mfaCustomer(shop);
    const { email, password } = customer;
    const ask = elsewhere();
    await askCode(ask, email);
    const input = { email, password, agree, code: await mailedCode(shop, email) };
    expect((await ask("signin", input)).code).toBe(460);
    expect((await ask("signin", { ...input, mfaCode: "000000" })).code).toBe(461);
    expect((await ask("signin", { ...input, mfaCode: totpCode(shop, secret, 1) })).code).toBe(0);
  });

  it("refuses a wrong code and a wrong password identically, and checks at most five", async () => {
    const told = [];
    for (const right of ["password", "code"]) {
      const { email, ask, signIn } = await abroad();
      await askCode(ask, email);
      const code = await mailedCode(shop, email);
      const wrong = {
        ...(right === "code" ? { code } : { code: wrongOf(code) }),
        ...(right === "password" ? {} : { password: "guess" }),
      };
      const many = await Promise.all(Array.from({ length: 40 }, () => signIn(wrong)));
      const looked = many.filter((one) => one.code === 401);
      expect([looked.length, many.filter((one) => one.code === 410).length]).toEqual([5, 35]);
      told.push(...looked.map(({ msg, refused }) => JSON.stringify([msg, refused])));
      // The right code and password come too late.
      expect((await signIn({ code })).refused.reason).toBe("codeUsedUp");
    }
    expect(new Set(told).size).toBe(1);
  });

  it("takes equally long for a wrong password, a wrong code and an unknown e-mail", async () => {
    hashAtFullCost();
    const took: Record<string, number[]> = {};
    /** How much longer the slowest kind takes, by the quickest try of each. */
    const ratio = () => {
      const quick = Object.values(took).map((times) => Math.min(...times));
      return Math.max(...quick) / Math.min(...quick);
    };
    // Only a difference that remains is one of the product and not of a busy machine.
    for (let round = 0; round < sized(3, 6) || (ratio() >= 2.5 && round < 12); round++) {
      for (const kind of ["password", "code", "nobody"]) {
        const { email, password } = await shop.customer();
        const who = kind === "nobody" ? `ghost-${round}@example.com` : email;
        const ask = elsewhere();
        await askCode(ask, who);
        const code = kind === "nobody" ? "123456" : await mailedCode(shop, email);
        const wrong = kind === "code" ? { code, password: "x" } : { code: wrongOf(code), password };
        const begun = performance.now();
        expect((await ask("signin", { email: who, agree, ...wrong })).code).toBe(401);
        (took[kind] ??= []).push(performance.now() - begun);
      }
    }
    expect(ratio()).toBeLessThan(2.5);
  });

  it("is refused if no code was sent, or with a code for another purpose or an expired one", async () => {
    const { email, ask, signIn } = await abroad();
    expect((await signIn({ code: "123456" })).refused.reason).toBe("wrongPasswordOrCode");
    await ask("mailCode", { scene: "forgot", email });
    const forgot = await mailedCode(shop, email);
    expect((await signIn({ code: forgot })).refused.reason).toBe("wrongPasswordOrCode");
    await askCode(ask, email);
    const code = await mailedCode(shop, email);
    await shop.pass(601);
    expect((await signIn({ code })).refused.reason).toBe("codeExpired");
  });

  it("is refused with a wrong password, and its code cannot reset the password", async () => {
    const { email, ask, signIn } = await abroad();
    await askCode(ask, email);
    const code = await mailedCode(shop, email);
    expect((await signIn({ code, password: "guess" })).code).toBe(401);
    const repwd = await ask("repwd", { email, code, password: "Marzipan7!bridge" });
    expect(repwd.refused.reason).toBe("wrongCode");
    expect((await signIn({ code })).code).toBe(0);
  });

  it("is refused while the account is disabled, and no code is mailed to it", async () => {
    const { id, email, ask, signIn } = await abroad();
    const disable = (at: Date | null) => transaction(shop.db, (tx) => setDisabled(tx, id, at));
    await askCode(ask, email);
    const code = await mailedCode(shop, email);
    await disable(new Date());
    expect((await signIn({ code })).refused.reason).toBe("accountDisabled");
    // The refusal did not use up the code.
    await disable(null);
    expect((await signIn({ code })).code).toBe(0);
    await disable(new Date());
    await shop.pass(60);
    const mails = (await mailsTo(shop, email)).length;
    expect((await askCode(ask, email)).code).toBe(0);
    expect(await mailsTo(shop, email)).toHaveLength(mails);
  });
});

describe("Strangers who request and guess codes", () => {
  it.runIf(isFull)("neither prevent the holder from getting a code nor use it up", async () => {
    const { email, ask, signIn } = await abroad();
    const strangers = Array.from({ length: 11 }, (_, at) => from(`127.0.8.${at + 1}`));
    for (let minute = 0; minute < 21; minute++) {
      await Promise.all(strangers.map((one) => askCode(one, email)));
      await shop.pass(60);
    }
    await Promise.all(strangers.map((one) => askCode(one, email)));
    // The last mail is the holder's as well: no second one is sent within a minute.
    const mails = (await mailsTo(shop, email)).length;
    expect((await askCode(ask, email)).code).toBe(0);
    expect((await mailsTo(shop, email)).length).toBe(mails);
    const code = await mailedCode(shop, email);
    // The strangers keep guessing and requesting codes while the holder types.
    const guess = { email, password: "guess", agree, code: wrongOf(code) };
    await Promise.all(strangers.map((one) => one("signin", guess)));
    await shop.pass(60);
    for (const one of strangers) await askCode(one, email);
    expect((await signIn({ code })).code).toBe(0);
  });

  it("do not replace the code that the holder typed, nor the newest one", async () => {
    for (const newest of [false, true]) {
      const { email, ask, signIn } = await abroad();
      await askCode(ask, email);
      const own = await mailedCode(shop, email);
      await shop.pass(60);
      await askCode(from("127.0.8.1"), email);
      const theirs = await mailedCode(shop, email);
      expect((await signIn({ code: newest ? theirs : own })).code).toBe(0);
      // Using one code uses up both.
      expect((await signIn({ code: newest ? own : theirs })).refused.reason).toBe("codeUsedUp");
    }
  });

  it("cannot use one code twice from two networks concurrently", async () => {
    const { email, password } = await shop.customer();
    const [one, two] = [elsewhere(), elsewhere()];
    await askCode(one, email);
    await askCode(two, email);
    const code = await mailedCode(shop, email);
    const answers = await Promise.all(
      [one, two, one, two].map((ask) => ask("signin", { email, password, agree, code })),
    );
    expect(answers.filter((each) => each.code === 0)).toHaveLength(1);
  });

  it("leave a few tries to a device on another network than the one that requested the code", async () => {
    const { email, password } = await shop.customer();
    const [asking, answering] = [elsewhere(), elsewhere()];
    await askCode(asking, email);
    const code = await mailedCode(shop, email);
    const guess = (given: string) => answering("signin", { email, password, agree, code: given });
    expect((await guess(wrongOf(code))).code).toBe(401);
    expect((await guess(wrongOf(code))).code).toBe(401);
    expect((await guess(code)).refused.reason).toBe("codeUsedUp");
    expect((await asking("signin", { email, password, agree, code })).code).toBe(0);
  });

  it.runIf(isFull)(
    "do not stop a holder on a known network from setting a new password",
    async () => {
      const { email } = await shop.customer();
      for (let minute = 0; minute < 22; minute++) {
        const at = from(`127.0.8.${minute + 1}`);
        await at("mailCode", { scene: "forgot", email });
        const guess = { email, code: "000000", password: "Marzipan7!bridge" };
        for (let guesses = 0; guesses < 5; guesses++) await at("repwd", guess);
        await shop.pass(60);
      }
      await shop.ask("mailCode", { scene: "forgot", email });
      const code = await mailedCode(shop, email);
      const done = await shop.ask("repwd", { email, code, password: "Marzipan7!bridge" });
      expect(done.code).toBe(0);
    },
  );

  it.runIf(isFull)(
    "at sign-in do not stop a signed-in holder from changing the password",
    async () => {
      const customer = await shop.customer();
      await lockOut(customer.email);
      const far = elsewhere();
      const upPwd = { oldPassword: customer.password, newPassword: "Marzipan7!bridge" };
      const answer = await far("upPwd", { ...upPwd, session: customer.session });
      expect(answer.code).toBe(0);
    },
  );
});

it("A code for an unknown or secure e-mail gets the usual response but is not mailed", async () => {
  const customer = await shop.customer();
  const secure = await askSecure(shop, customer);
  await customer.get("secureMail", secure);
  const addresses = [customer.email, "nobody-here@example.com", secure.email];
  const counts = () =>
    Promise.all(addresses.map(async (address) => (await mailsTo(shop, address)).length));
  const before = await counts();
  const responses = [];
  for (const email of addresses) {
    const ask = elsewhere();
    const { status, code, msg, data } = await askCode(ask, email);
    const said = [JSON.stringify({ status, code, msg, data })];
    for (let tries = 0; tries < 7; tries++) {
      const answer = await ask("signin", { email, password: "x", agree, code: "x" });
      said.push(JSON.stringify([tries, answer.code, answer.refused, answer.msg]));
    }
    responses.push(said);
  }
  const [known, ...others] = responses;
  expect(others).toEqual([known, known]);
  expect(await counts()).toEqual([(before[0] ?? 0) + 1, 0, before[2]]);
});
