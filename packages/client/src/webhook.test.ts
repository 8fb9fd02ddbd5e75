import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { verifyWebhook, WebhookForged } from "./client.ts";

const secret = `whsec_${Buffer.from("a secret of twenty-four.").toString("base64")}`;
const other = `whsec_${Buffer.from("quite another secret ....").toString("base64")}`;
const body = '{"type":"order.paid","timestamp":"2027-01-01T00:00:00.000Z","data":{"name":"für"}}';
const now = Date.parse("2027-01-01T00:00:10Z");

/** Signed by the specification's own library. */
function signed(by = secret, at = now) {
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": new Webhook(by).sign("msg_1", new Date(at), body),
  };
}
const verify = (
  given: {
    body?: string | Uint8Array;
    headers?: Parameters<typeof verifyWebhook>[1];
    secret?: string | string[];
  } = {},
) => verifyWebhook(given.body ?? body, given.headers ?? signed(), given.secret ?? secret, now);

describe("a webhook request", () => {
  it("with a valid signature returns its event", async () => {
    const message = { id: "msg_1", type: "order.paid", data: { name: "für" } };
    expect(await verify()).toMatchObject(message);
    expect(await verify({ body: Buffer.from(body) })).toMatchObject(message);
    expect(await verify({ headers: new Headers(signed()) })).toMatchObject(message);
    const capitals = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]);
    expect(await verify({ headers: Object.fromEntries(capitals) })).toMatchObject(message);
  });

  it("is valid while the secret is renewed, with either signature or either secret", async () => {
    const headers = signed();
    const both = `${signed(other)["webhook-signature"]} ${headers["webhook-signature"]}`;
    expect(await verify({ headers: { ...headers, "webhook-signature": both } })).toBeTruthy();
    expect(await verify({ secret: [other, secret] })).toBeTruthy();
  });

  it.each([
    ["another body", { body: body.replace("für", "fur") }],
    ["another secret", { secret: other }],
    ["another id", { headers: { ...signed(), "webhook-id": "msg_2" } }],
    ["another time", { headers: { ...signed(), "webhook-timestamp": String(now / 1000 + 1) } }],
    ["no signature", { headers: { ...signed(), "webhook-signature": "" } }],
    ["a signature of no kind", { headers: { ...signed(), "webhook-signature": "v1,?? v2,AA==" } }],
    ["a time in the past", { headers: signed(secret, now - 301_000) }],
    ["a time in the future", { headers: signed(secret, now + 301_000) }],
    ["a time that is none", { headers: { ...signed(), "webhook-timestamp": "soon" } }],
  ])("is rejected as forged with %s", async (_what, given) => {
    await expect(verify(given)).rejects.toBeInstanceOf(WebhookForged);
  });

  it("requires a valid secret", async () => {
    await expect(verify({ secret: "whsec_" })).rejects.toBeInstanceOf(TypeError);
  });
});
