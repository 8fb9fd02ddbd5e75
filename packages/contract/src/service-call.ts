/** Endpoints outside `calls.ts`: those of other services, and file downloads. */
import type { Scope } from "@turnpike/rules/api-key.ts";
import type { z } from "zod";
import type { Example } from "./call.ts";
import type { RefusalReason } from "./refusals.ts";

/** A call of the lookup service or the local manager; `response` is `data` of the envelope. */
export interface ServiceCall<
  M extends "GET" | "POST" = "GET" | "POST",
  P extends string = string,
  Q extends z.ZodObject = z.ZodObject,
  A extends z.ZodObject = z.ZodObject,
> {
  method: M;
  path: P;
  /** The scope that a key needs (the access key has `read`); if absent, the call is public. */
  scope?: Scope;
  summary: string;
  description: string;
  request: Q;
  response: A;
  /** Refusals besides those of its fields. */
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

/** A file downloaded by GET. */
export interface FileCall {
  path: `/${string}`;
  summary: string;
  /** Possible media types; the first is the default. */
  types: readonly string[];
  /** Query parameters besides the ticket or token. */
  request?: z.ZodObject;
  /** Refusals besides those of its ticket and its fields. */
  refusals?: readonly RefusalReason[];
  /** A file of the first type; absent for binary files. */
  example?: string;
}

/** Media types of proxy exports. */
export const proxyFileTypes = ["text/plain", "text/csv", "application/json", "application/yaml"];
