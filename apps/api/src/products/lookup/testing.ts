/** Calls the lookup service over HTTP on its own port, for tests. */
import type { HeldIp, LookedUp } from "@turnpike/contract/lookup.ts";
import type { Services } from "../../platform/services.ts";
import { startLookup } from "./listen.ts";

type Item = LookedUp & HeldIp;
export interface LookupResponse {
  status: number;
  headers: Headers;
  code: number;
  msg: string;
  /** All fields that any of the calls may return. */
  data: Item & {
    items: Item[];
    total: number;
    page: number;
    limit: number;
    released: number;
    reason?: string;
    field?: string;
    entry?: string;
    short?: string;
    retryAfterSeconds?: number;
  };
}
export interface TestLookup {
  url: string;
  post(
    path: string,
    fields?: Record<string, unknown>,
    as?: "form" | "json",
  ): Promise<LookupResponse>;
  get(path: string, fields?: Record<string, string | number>): Promise<LookupResponse>;
  stop(): Promise<void>;
}

export async function testLookup(services: Services, maxConnections?: number): Promise<TestLookup> {
  const port = await startLookup(services, 0, maxConnections);
  const { url } = port;
  return {
    url,
    stop: () => port.stop(),
    post: (path, fields = {}, as = "form") => {
      const type = as === "form" ? "application/x-www-form-urlencoded" : "application/json";
      const form = new URLSearchParams(fields as Record<string, string>).toString();
      const body = as === "form" ? form : JSON.stringify(fields);
      return callLookup(url + path, { method: "POST", headers: { "content-type": type }, body });
    },
    get: (path, fields = {}) => {
      const query = new URLSearchParams(
        Object.entries(fields).map(([name, value]) => [name, String(value)]),
      );
      return callLookup(`${url}${path}?${query.toString()}`, {});
    },
  };
}

export async function callLookup(url: string, asked: RequestInit): Promise<LookupResponse> {
  const answer = await fetch(url, asked);
  const text = await answer.text();
  const envelope = text === "" ? {} : (JSON.parse(text) as object);
  return { status: answer.status, headers: answer.headers, ...envelope } as LookupResponse;
}
