/** Wrong passwords at a static IP's listener (G9). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import {
  afterChange,
  carol,
  staticListenerOf,
  listed,
  StaticIpStage,
} from "../testing/static-ips.ts";

let stage: StaticIpStage;

/** Tries ten wrong passwords, each over HTTP and SOCKS5. */
async function guess(): Promise<void> {
  for (let count = 0; count < 10; count += 1)
    await stage.refusals({ ...carol, password: `wrong${count}` });
}
const another = { ...carol, password: "wrong99" };

describe.each(engines)("failed attempts at static IPs ($name engine)", (engine) => {
  beforeEach(async () => {
    stage = await StaticIpStage.open(engine.options);
  });
  afterEach(() => stage.stop());

  test("10 wrong passwords of (address, user) lead to 429; the owner is served from elsewhere (G9)", async () => {
    await guess();
    expect(await stage.refusals(another)).toEqual([429, 255, "tooManyTries"]);
    expect(await stage.ask(carol)).toMatchObject({ status: 200 });
    expect(await stage.ask({ ...carol, from: "127.0.0.9" })).toMatchObject({ status: 200 });
    expect(await stage.ask({ from: listed })).toMatchObject({ status: 200 });
  });

  test("Attempts at one IP block neither another IP with the same name nor a plan (G9, one static listener each)", async () => {
    const other = labExit({ product: "static" });
    stage.hub.upsert(other);
    // Two IPs bought at once share a login; another customer's sub-account has the same name.
    const twin = stage.hub.addStaticIp(other, carol.user, carol.password);
    stage.hub.addSubAccount(carol.user, "secret9", 1e9);
    const first = stage.endpoint;
    const second = await staticListenerOf(stage.hub, other, stage.port);
    stage.hub.delete("staticIp", twin.id);
    await afterChange();
    stage.endpoint = second;
    await guess();
    expect(await stage.refusals(another)).toEqual([429, 255, "tooManyTries"]);
    stage.endpoint = first;
    expect(await stage.ask(carol)).toMatchObject({ status: 200, ip: stage.exit.ip });
    stage.endpoint = { port: stage.gateway.port };
    expect((await stage.ask({ ...carol, password: "secret9" })).status).toBe(200);
    // Attempts at the plan's port do not block the IP either.
    await guess();
    expect(await stage.refusals(another)).toEqual([429, 255, "tooManyTries"]);
    stage.endpoint = first;
    expect((await stage.ask(carol)).status).toBe(200);
  });
});
