/** Outside the lab, guessing tokens is rate-limited; callers with a valid token are unaffected. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { newToken } from "../../identity/session/token.ts";
import { hashOf } from "./links.ts";
import { extractionRoutes } from "./routes.ts";
import { insertLink } from "./store.ts";
import { transaction } from "../../platform/db/database.ts";
import { extractFrom, freshAddress, refusalIn } from "./testing.ts";

const shop = forTests(() => startShop({ NODE_ENV: "production", CAPTCHA: "none" }));

/** Creates a link and returns its token. No exit exists that a call could open. */
async function linkOf({ id: accountId }: Customer): Promise<string> {
  const { world, seal, db } = shop.services;
  const token = newToken(world);
  const place = { country: "", state: "", stateName: "", city: "", cityName: "" };
  const row = {
    ...place,
    id: world.id(),
    accountId,
    sealedToken: seal.seal(token),
    plan: "ip" as const,
    num: 1,
    hours: 1,
    minutes: null,
    format: "txt" as const,
    separator: "\\n",
    port: null,
    protocol: "http" as const,
    remark: "",
    createdAt: new Date(world.now()),
    lastUsedAt: null,
    uses: 0,
  };
  await transaction(db, (tx) => insertLink(tx, row, hashOf(token) ?? ""));
  return token;
}

it("blocks an address after 20 unknown tokens in ten minutes", async () => {
  const token = await linkOf(await shop.customer());
  const [guesser, owner] = [freshAddress(), freshAddress()];
  const reason = async (ip: string, given: string) =>
    refusalIn(await extractFrom(shop, ip, "/extract", { more: { token: given } }))[2];
  const guess = () => reason(guesser, newToken(shop.services.world));
  const answers = await Promise.all(Array.from({ length: 30 }, guess));
  expect(answers.filter((one) => one === "linkNotFound")).toHaveLength(20);
  expect(answers.filter((one) => one === "tooManyTries")).toHaveLength(10);
  // Valid tokens are refused from there too.
  expect(await reason(guesser, token)).toBe("tooManyTries");
  for (let n = 0; n < 25; n++) expect(await reason(owner, token)).toBe("notWhitelisted");
  const { world } = shop.services;
  world.setOffset(world.offsetMs() + 600_000);
  expect(await reason(guesser, token)).toBe("notWhitelisted");
});

it("counts an IPv6 /64 network as one client, whichever address it uses", async () => {
  const app = Fastify();
  extractionRoutes(app, shop.services);
  const reason = async (remoteAddress: string) => {
    const token = newToken(shop.services.world);
    const { body } = await app.inject({ url: `/extract?token=${token}`, remoteAddress });
    return refusalIn({ status: 403, headers: {}, text: body })[2];
  };
  const told = [];
  for (let n = 1; n <= 21; n++) told.push(await reason(`2a00:1450:1:2::${n}`));
  expect(told.indexOf("tooManyTries")).toBe(20);
  expect(await reason("2a00:1450:1:3::1")).toBe("linkNotFound");
  await app.close();
});

it("limits nobody in the lab", async () => {
  const lab = await startShop();
  const ip = freshAddress();
  for (let n = 0; n < 25; n++) {
    const answer = await extractFrom(lab, ip, "/extract", { more: { token: "x" } });
    expect(refusalIn(answer)[2]).toBe("linkNotFound");
  }
  await lab.stop();
});
