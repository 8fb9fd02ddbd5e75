/** Shared by tests of API keys. */
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import type { Customer, Refused } from "../session/testing.ts";

export interface KeyAnswer {
  code: number;
  msg: string;
  data: Refused & Record<string, unknown> & { scope?: string | null; leftCents?: number };
}

/** Adds a key to a customer's account. */
export async function keyOf(
  customer: Customer,
  scopes: string,
  more: Record<string, string | number> = {},
): Promise<{ id: string; key: string }> {
  return customer.get("apiKeyAdd", { name: "test", scopes, ...more });
}

/** Makes calls as a program: JSON, with the key as `Authorization: Bearer`. */
export function program(url: string, key: string) {
  return async (name: CallName, fields: object = {}): Promise<KeyAnswer> => {
    const answer = await fetch(url + calls[name].path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(fields),
    });
    return (await answer.json()) as KeyAnswer;
  };
}
