/** Fastify's own schemas, which no route here has: requests and answers are the contract's. */
import type { FastifyServerOptions } from "fastify";

function refuseSchema(): never {
  throw new Error("A route has a schema of Fastify's; requests are described in the contract");
}

/**
 * With compilers of our own, Fastify does not load two others (114 modules, 30 ms at each start)
 * that would never compile anything.
 */
export const noSchemas: Pick<FastifyServerOptions, "schemaController"> = {
  schemaController: {
    compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
  },
};
