import { type Lang, langs } from "@turnpike/contract/refusals.ts";
import type { FastifyRequest } from "fastify";
import { type BrandServices, brandOf } from "../brand/brand.ts";

/** The longest list of languages that is read. */
const MAX_LISTED = 20;

/** A language from a tag such as `de-AT` or `zh-TW`; undefined if it is none of ours. */
export const langOfTag = (tag: string): Lang | undefined =>
  langs.find((lang) => lang === tag.trim().slice(0, 2).toLowerCase());

/** The first of the browser's languages that we have, else the brand's. */
export function acceptedLang(
  { headers }: Pick<FastifyRequest, "headers">,
  services: BrandServices,
): Lang {
  const listed = (headers["accept-language"] ?? "").split(",", MAX_LISTED);
  for (const one of listed) {
    const lang = langOfTag(one);
    if (lang) return lang;
  }
  return brandOf(services).language;
}
