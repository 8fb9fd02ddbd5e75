/** The envelope of every answer (spec/api#envelope), and how a refusal becomes one. */
import { type Lang, Refusal, type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";

export interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

/** Reasons of the transport, with their HTTP status. All other refusals are HTTP 200. */
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

/** The envelope of a refusal, with its sentence in the asker's language. */
export function refused(
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
 * The refusal for a question that does not match its schema: malformed fields (400) first, then values
 * that cannot be right (a code too long, 401), in the schema's order (spec/api#refusal-order). A
 * check's message is the reason's name (contract/fields.ts); other messages are zod's own.
 */
export function fieldRefusal(
  issues: { path: PropertyKey[]; message: string }[],
  missing: (field: string) => boolean,
): Refusal {
  const found = issues.map(({ path, message }) => {
    const field = String(path[0] ?? "");
    const named = isReason(message) ? message : "badField";
    // An absent field is missing, whatever the check says.
    const general = named === "badField" || named === "badNumber" || refusals[named] !== 400;
    const reason: RefusalReason = general && missing(field) ? "missingField" : named;
    return { field, reason };
  });
  const first = found.find(({ reason }) => refusals[reason] === 400) ?? found[0];
  if (!first) return new Refusal("badField");
  return new Refusal(first.reason, first.field ? { field: first.field } : {});
}
