/** The call client against a real HTTP server that speaks the envelope of spec/api#envelope. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { User } from "@turnpike/contract/session.ts";
import { cleanNotifications, notificationsStore } from "@mantine/notifications";
import i18next from "i18next";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  api,
  callApi,
  CallCancelled,
  CallFailed,
  CallRefused,
  cancelRequests,
  formBody,
} from "./call.ts";
import { readCookie } from "@turnpike/ui/lib/cookie.ts";
import { openSession, sessionToken } from "./session.ts";

let answer: (asked: URLSearchParams, response: ServerResponse) => void;
let requests: { path: string; type: string; fields: URLSearchParams }[] = [];

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const fields = new URLSearchParams(body);
  const type = request.headers["content-type"] ?? "";
  requests.push({ path: request.url ?? "", type, fields });
  response.setHeader("access-control-allow-origin", "*");
  answer(fields, response);
}
const server = createServer((request, response) => void take(request, response));
const says = (envelope: object) => {
  answer = (_, response) => response.end(JSON.stringify(envelope));
};
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);
const isOpen = async () => {
  while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

beforeAll(async () => {
  await i18next.init({ lng: "zh-tw", lowerCaseLng: true, resources: {} });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  cleanNotifications();
  localStorage.clear();
});

describe("a call (spec/dashboard#answers)", () => {
  it("is form-encoded and includes language and session", async () => {
    openSession("token-1", { id: "u1" } as User);
    says({ code: 0, msg: "", data: { deleted: 2 } });
    expect(await callApi("delSubUser", { ids: ["a", "b"] })).toEqual({ deleted: 2 });
    expect(requests[0]?.path).toBe("/v1/delSubUser");
    expect(requests[0]?.type).toContain("application/x-www-form-urlencoded");
    const sent = Object.fromEntries(requests[0]?.fields ?? []);
    expect(sent).toEqual({ ids: "a,b", lang: "zh", session: "token-1" });
  });

  it("encodes lists, booleans and missing values as spec/api#requests says", () => {
    const fields = { ids: ["a", "b"], on: true, off: false, none: undefined, count: 0, gone: null };
    expect(formBody(fields).toString()).toBe("ids=a%2Cb&on=1&off=0&count=0&gone=");
    const nested = formBody({ thresholds: { trafficGb: 1.5, expiryDays: 0 } });
    expect(nested.get("thresholds")).toBe('{"trafficGb":1.5,"expiryDays":0}');
  });

  it("includes a requestId where money is spent, and nowhere else", async () => {
    says({ code: 0, msg: "", data: {} });
    const how = { requestId: "request-1" };
    await callApi("recharge", { amountCents: 500, method: "card" }, how);
    await callApi("headerInit", {}, how);
    expect(requests.map(({ fields }) => fields.get("requestId"))).toEqual(["request-1", null]);
  });
});

it("a call with a token other than the session's sends that token, shows no message, and does not end the session at 300", async () => {
  openSession("token-1", { id: "u1" } as User);
  says({ code: 300, msg: "Please sign in again", data: { reason: "sessionInvalid" } });
  await expect(callApi("member", {}, { as: "token-2" })).rejects.toMatchObject({ code: 300 });
  says({ code: 409, msg: "No", data: {} });
  await expect(callApi("gLogin", { agree: true }, { as: "" })).rejects.toMatchObject({
    code: 409,
  });
  answer = (_, response) => response.destroy();
  await expect(callApi("member", {}, { as: "token-2" })).rejects.toThrow(CallFailed);
  expect(requests.map(({ fields }) => fields.get("session"))).toEqual(["token-2", "", "token-2"]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([sessionToken(), toasts()]).toEqual(["token-1", []]);
});

describe("the handling of responses (spec/dashboard#answers)", () => {
  const data = { reason: "accountTaken", field: "account" };

  it("shows msg as an error toast for any other code", async () => {
    says({ code: 409, msg: "The name is taken", data });
    const refused = await callApi("headerInit", {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallRefused);
    expect(refused).toMatchObject({ code: 409, ...data, msg: "The name is taken" });
    await vi.waitFor(() => expect(toasts()).toEqual(["The name is taken"]));
  });

  it("shows no toast for an empty msg", async () => {
    says({ code: 409, msg: "", data });
    await expect(callApi("headerInit", {})).rejects.toThrow(CallRefused);
    expect(toasts()).toEqual([]);
  });

  it("shows no toast if the screen shows the refusal itself", async () => {
    says({ code: 409, msg: "The name is taken", data });
    const handles = (refused: CallRefused) => refused.field === "account";
    await expect(callApi("headerInit", {}, { handles })).rejects.toThrow(CallRefused);
    expect(toasts()).toEqual([]);
  });

  it("ends the session at code 300 without a toast and sets the cookie to null", async () => {
    openSession("token-1", { id: "u1" } as User);
    says({ code: 300, msg: "Please sign in again", data: { reason: "sessionInvalid" } });
    await expect(callApi("headerInit", {})).rejects.toMatchObject({ code: 300 });
    expect([sessionToken(), readCookie("session"), toasts()]).toEqual(["", "null", []]);
  });

  it("keeps a session that has replaced the refused one", async () => {
    openSession("token-1", { id: "u1" } as User);
    answer = (_, response) => {
      openSession("token-2", { id: "u2" } as User);
      response.end(JSON.stringify({ code: 300, msg: "", data: { reason: "sessionInvalid" } }));
    };
    await expect(callApi("headerInit", {})).rejects.toMatchObject({ code: 300 });
    expect(sessionToken()).toBe("token-2");
  });

  it("warns and rejects when the network fails", async () => {
    answer = (_, response) => response.destroy();
    await expect(callApi("headerInit", {})).rejects.toThrow(CallFailed);
    await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  });

  it("rejects a call cancelled by navigation without a toast", async () => {
    answer = () => {};
    const waiting = callApi("headerInit", {}).catch((error: unknown) => error);
    await isOpen();
    cancelRequests();
    expect(await waiting).toBeInstanceOf(CallCancelled);
    expect(toasts()).toEqual([]);
  });

  it("completes a payment call that was sent before a navigation", async () => {
    let release = () => {};
    answer = (_, response) => {
      release = () => response.end(JSON.stringify({ code: 0, msg: "", data: { paymentId: "p1" } }));
    };
    const waiting = callApi("recharge", { amountCents: 500, method: "card" });
    await isOpen();
    cancelRequests();
    release();
    expect(await waiting).toMatchObject({ paymentId: "p1" });
  });
});
