/** Parses request bodies (spec/api#requests); content types other than form and JSON get 415. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { bodyLimitBytes, type Fields, parseForm, parseJson } from "@turnpike/rules/request-body.ts";
import type { FastifyInstance } from "fastify";

const parsers: [contentType: string, parse: (text: string) => Fields | null][] = [
  ["application/x-www-form-urlencoded", parseForm],
  ["application/json", parseJson],
];

/** Adds the parsers of both content types. A body that cannot be parsed is refused as badBody. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: "string", bodyLimit: bodyLimitBytes } as const;
  for (const [contentType, parse] of parsers) {
    app.addContentTypeParser(contentType, options, (_request, body, done) => {
      const fields = parse(String(body));
      if (fields) done(null, fields);
      else done(new Refusal("badBody"));
    });
  }
}
