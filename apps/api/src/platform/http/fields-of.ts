import type { Fields } from "@turnpike/rules/request-body.ts";
import type { FastifyRequest } from "fastify";

/** The fields of a request; a body that is not an object counts as empty. */
export function fieldsOf(request: FastifyRequest): Fields {
  return typeof request.body === "object" && request.body !== null ? (request.body as Fields) : {};
}
