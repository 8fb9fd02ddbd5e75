/** What is answered beside the calls of `calls.ts`: by other services, or as a file. */
import type { Scope } from "@turnpike/rules/api-key.ts";
import type { z } from "zod";
import type { Example } from "./call.ts";
import type { RefusalReason } from "./refusals.ts";

/** A call of the lookup service or the local manager; its answer is `data` of the same envelope. */
export interface ServiceCall<
  M extends "GET" | "POST" = "GET" | "POST",
  P extends string = string,
  Q extends z.ZodObject = z.ZodObject,
  A extends z.ZodObject = z.ZodObject,
> {
  method: M;
  path: P;
  /** What an API key needs; without one nobody is asked who they are. The access key may do all. */
  scope?: Scope;
  summary: string;
  description: string;
  question: Q;
  answer: A;
  /** What it can be refused for beside its fields. */
  refusals: readonly RefusalReason[];
  example: NoInfer<Example<Q, A>>;
}
export const serviceCall = <
  const M extends "GET" | "POST",
  const P extends string,
  Q extends z.ZodObject,
  A extends z.ZodObject,
>(
  definition: ServiceCall<M, P, Q, A>,
): ServiceCall<M, P, Q, A> => definition;

/** A file that is opened by GET. */
export interface FileCall {
  path: `/${string}`;
  summary: string;
  /** The media types it can answer; the first is the usual one. */
  types: readonly string[];
  /** What the address contains beside its ticket or token. */
  question?: z.ZodObject;
  /** What it can be refused for beside its ticket and its fields. */
  refusals?: readonly RefusalReason[];
  /** A file of the first type; none for what is no text. */
  example?: string;
}

/** The forms of an export of proxies. */
export const proxyFileTypes = ["text/plain", "text/csv", "application/json", "application/yaml"];
