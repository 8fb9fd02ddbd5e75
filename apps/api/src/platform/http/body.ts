/**
 * Parses request bodies (spec/api#requests); content types other than form and JSON get 415. A long one
 * takes up to 3 ms of the thread, before it is known who sends it: networks take turns at theirs, one
 * body between two turns of the event loop.
 */
import { setImmediate as breath } from "node:timers/promises";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { bodyLimitBytes, type Fields, parseForm, parseJson } from "@turnpike/rules/request-body.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { clientIp } from "./client-ip.ts";

/** Most calls are shorter, and cost no more than the request itself. */
const shortBody = 4 * 1024;

const parsers: [contentType: string, parse: (text: string) => Fields | null][] = [
  ["application/x-www-form-urlencoded", parseForm],
  ["application/json", parseJson],
];

/** Adds the parsers of both content types. A body that cannot be parsed is refused as badBody. */
export function acceptBodies(app: FastifyInstance, { shares }: Pick<Services, "shares">): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: "string", bodyLimit: bodyLimitBytes } as const;
  for (const [contentType, parse] of parsers) {
    app.addContentTypeParser(contentType, options, (request, body, done) => {
      const text = String(body);
      const parsed = (fields: Fields | null) => {
        if (fields) done(null, fields);
        else done(new Refusal("badBody"));
      };
      if (text.length <= shortBody) return parsed(parse(text));
      const inTurn = async () => {
        await breath();
        // Nobody waits for it any more.
        return request.raw.socket.destroyed ? null : parse(text);
      };
      const caller = networkOf(clientIp(request));
      void shares.bodies.run({ caller }, inTurn).then(parsed, done);
    });
  }
}
