/** Password stuffing, and what it reveals (A4, A5). */
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { askFrom, type Customer, startShop } from "../session/testing.ts";
import { hashAtFullCost } from "../../../testing/password-cost.ts";
import { hashPassword } from "./passwords.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const shop = forTests(startShop);

const agree = 1;
const from = (ip: string) => askFrom(shop.url, { ip });
const stranger = (at: number) => from(`127.0.1.${at}`);

/** Tries ten passwords from each of `addresses` addresses; returns the response codes. */
async function stuff(email: string, addresses: number, first = 1): Promise<number[]> {
  const codes: number[] = [];
  for (let at = first; at < first + addresses; at++) {
    const guesses = Array.from({ length: 10 }, (_none, guess) =>
      stranger(at)("signin", { email, password: `guess${guess}`, agree }),
    );
    codes.push(...(await Promise.all(guesses)).map((said) => said.code));
  }
  return codes;
}
const counted = (codes: number[], code: number) => codes.filter((one) => one === code).length;

describe("Password stuffing of one account from many IP addresses (A4)", () => {
  it("is limited to 100 tries an hour, and does not lock out the holder at home", async () => {
    const customer = await shop.customer();
    const { email, password } = customer;
    const codes = await stuff(email, 15);
    expect([counted(codes, 401), counted(codes, 429)]).toEqual([100, 50]);
    const right = { email, password, agree };
    // From elsewhere, even the right password is not checked.
    expect((await stranger(99)("signin", right)).code).toBe(429);
    expect((await from("127.0.0.1")("signin", right)).code).toBe(0);
    await shop.pass(1_800);
    expect(counted(await stuff(email, 2, 20), 401)).toBe(0);
    expect((await from("127.0.0.1")("signin", right)).code).toBe(0);
    await shop.pass(1_801);
    expect(counted(await stuff(email, 11, 40), 401)).toBe(100);
  });

  it.runIf(isFull)(
    "leaves the holder at home 100 tries of their own, and verifies no more",
    async () => {
      const { email, password } = await shop.customer();
      await stuff(email, 10);
      let looked = 0;
      for (let minute = 0; minute < 12; minute++) {
        const guess = () => shop.ask("signin", { email, password: "typo", agree });
        const answers = await Promise.all(Array.from({ length: 12 }, guess));
        looked += answers.filter((one) => one.code === 401).length;
        await shop.pass(61);
      }
      expect(looked).toBe(100);
      expect((await shop.ask("signin", { email, password, agree })).code).toBe(429);
      await shop.advance(3_600);
      expect((await shop.ask("signin", { email, password, agree })).code).toBe(0);
    },
  );

  it.runIf(isFull)("recognises the holder's network for 90 days", async () => {
    const { email, password } = await shop.customer();
    const right = { email, password, agree };
    await from("127.0.0.50")("signin", right);
    await shop.advance(89 * 86_400);
    await stuff(email, 10);
    expect((await from("127.0.0.50")("signin", right)).code).toBe(0);
    expect((await from("127.0.0.51")("signin", right)).code).toBe(429);
    await shop.advance(91 * 86_400);
    await stuff(email, 10);
    expect((await from("127.0.0.50")("signin", right)).code).toBe(429);
  });

  it.runIf(isFull)(
    "counts tries of upPwd's old password together with those of sign-in",
    async () => {
      const customer = await shop.customer();
      const guess = () =>
        customer.ask("upPwd", { oldPassword: "wrong", newPassword: "Marzipan7!bridge" });
      const answers = await Promise.all(Array.from({ length: 14 }, guess));
      expect(
        counted(
          answers.map((one) => one.code),
          401,
        ),
      ).toBe(10);
      const { email, password } = customer;
      expect((await shop.ask("signin", { email, password, agree })).code).toBe(429);
    },
  );

  it("is limited in the same way for an unknown e-mail", async () => {
    const codes = await stuff("nobody-at-all@example.com", 15);
    expect([counted(codes, 401), counted(codes, 429)]).toEqual([100, 50]);
  });
});

// Measures time, so it only runs at full size.
it.runIf(isFull)(
  "During password stuffing, other calls are answered within 500 ms at p99 (A4)",
  async () => {
    hashAtFullCost();
    const [victim, bystander] = [await shop.customer(), await shop.customer()];
    const until = performance.now() + 8_000;
    const took: number[] = [];
    let guesses = 0;
    const attack = async (at: number) => {
      for (let round = 0; performance.now() < until; round++) {
        // Alternates between the victim and unknown e-mails, whose passwords are always hashed.
        const email = round % 4 === 0 ? victim.email : `ghost${at}-${round}@example.com`;
        await stranger(at)("signin", { email, password: "guess", agree });
        guesses++;
      }
    };
    const watch = async () => {
      while (performance.now() < until) {
        const begun = performance.now();
        expect((await bystander.ask("member")).code).toBe(0);
        took.push(performance.now() - begun);
        await sleep(5);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: 32 }, (_none, at) => attack(at + 100))]);
    const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Infinity;
    expect(guesses).toBeGreaterThan(32);
    expect(took.length).toBeGreaterThan(30);
    expect(p99).toBeLessThan(timeLimit(500));
  },
  30_000,
);

describe("Known and unknown e-mails are indistinguishable (A5)", () => {
  /** Load only makes responses later, never earlier, so the fastest ones reveal most. */
  const quick = (times: number[]) => Math.min(...times);
  /** A difference of one hash, some 25 ms, would be noticed. */
  const alike = (one: number[], other: number[]) => {
    const [less = 0, more = 0] = [quick(one), quick(other)].toSorted((a, b) => a - b);
    return more < less * 1.5 + 5;
  };

  /** Alternates known and unknown e-mails, so that load slows both; adds rounds if they differ. */
  async function compare(ask: (email: string) => Promise<unknown>, prepare?: typeof ask) {
    const took = { known: [] as number[], unknown: [] as number[] };
    const said: unknown[] = [];
    const least = sized(6, 16);
    for (
      let round = 0;
      round < least || (round < 60 && !alike(took.known, took.unknown));
      round++
    ) {
      const known = (await shop.customer()).email;
      const unknown = known.replace("customer", "stranger");
      const order = round % 2 ? [known, unknown] : [unknown, known];
      for (const email of order) {
        await prepare?.(email);
        const begun = performance.now();
        said.push(await ask(email));
        took[email === known ? "known" : "unknown"].push(performance.now() - begun);
      }
    }
    return { said, ...took };
  }

  it.each([
    ["signin", undefined],
    ["repwd without a code", undefined],
    ["repwd after a code was sent", "forgot"],
  ] as const)("by response and timing of %s", async (what, scene) => {
    hashAtFullCost();
    const wrong = { password: "Marzipan7!bridge", code: "not6it", agree };
    const name = what === "signin" ? "signin" : "repwd";
    const { said, known, unknown } = await compare(
      async (email) => {
        const body = new URLSearchParams({ email, ...wrong, agree: "1" });
        const answer = await fetch(`${shop.url}/v1/${name}`, { method: "POST", body });
        const headers = [...answer.headers].filter(([key]) => !/^(date|x-request-id)$/.test(key));
        return JSON.stringify([answer.status, headers, await answer.text()]);
      },
      scene && ((email) => shop.ask("mailCode", { email, scene })),
    );
    expect(new Set(said).size).toBe(1);
    expect(said[0]).toContain('\\"code\\":401');
    expect([known, unknown]).toSatisfy(() => alike(known, unknown));
  });

  it("passwords are hashed with argon2id of 19 MiB and two passes", async () => {
    hashAtFullCost();
    expect(await hashPassword("Marzipan7!bridge")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("after a code was used up by guesses", async () => {
    const guess = (email: string) =>
      shop.ask("repwd", { email, code: "000000x", password: "Marzipan7!bridge" });
    const all: string[][] = [];
    const { email } = (await shop.customer()) as Customer;
    for (const who of [email, "never-was-here@example.com"]) {
      await shop.ask("mailCode", { email: who, scene: "forgot" });
      const said = [];
      for (let more = 0; more < 7; more++) said.push(JSON.stringify(await guess(who)));
      all.push(said);
    }
    expect(all[0]).toEqual(all[1]);
    expect(new Set(all[0]).size).toBe(2);
  });
});
