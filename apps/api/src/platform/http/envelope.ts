/** The envelope of every response (spec/api#envelope), and how a refusal becomes one. */
import { type Lang, Refusal, type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";

export interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

/** HTTP statuses of the transport's refusals. All other refusals are sent with HTTP 200. */
const statuses: Partial<Record<RefusalReason, number>> = {
  unknownPath: 404,
  methodNotAllowed: 405,
  bodyTooLarge: 413,
  badContentType: 415,
  badBody: 400,
  ourFault: 500,
  notReady: 503,
};

export function success(data: unknown): Envelope {
  return { code: 0, msg: "", data };
}

/** Builds the envelope of a refusal, with its sentence in the caller's language. */
export function refusalEnvelope(
  refusal: Refusal,
  lang: Lang,
  ref?: string,
): { status: number; body: Envelope } {
  const { reason, details } = refusal;
  const data = { reason, ...details, ...(reason === "ourFault" && ref ? { ref } : {}) };
  return {
    status: statuses[reason] ?? 200,
    body: { code: refusals[reason], msg: refusalSentence(lang, reason), data },
  };
}

const isReason = (text: string): text is RefusalReason => Object.hasOwn(refusals, text);

/**
 * The refusal of a question that does not match its schema: malformed fields (400) first, then
 * invalid values (such as a code that is too long, 401), in the schema's order
 * (spec/api#refusal-order). A check's message is the reason's name (contract/fields.ts); other
 * messages are zod's own.
 */
export function fieldRefusal(
  issues: { path: PropertyKey[]; message: string }[],
  missing: (field: string) => boolean,
): Refusal {
  const found = issues.map(({ path, message }) => {
    const field = String(path[0] ?? "");
    const named = isReason(message) ? message : "badField";
    // An absent field is reported as missing, whichever check failed.
    const general = named === "badField" || named === "badNumber" || refusals[named] !== 400;
    const reason: RefusalReason = general && missing(field) ? "missingField" : named;
    return { field, reason };
  });
  const first = found.find(({ reason }) => refusals[reason] === 400) ?? found[0];
  if (!first) return new Refusal("badField");
  return new Refusal(first.reason, first.field ? { field: first.field } : {});
}
