/** The envelope of every answer (contract §1), and how a refusal becomes one. */
import { type Lang, Refusal, type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";

export interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

/** Reasons that are the transport's: they keep their HTTP status. Everything else is HTTP 200. */
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
 * The refusal for a question that does not fit its schema: the first field in the schema's order.
 * A check's message is the reason's name (contract/fields.ts); other messages are zod's own.
 */
export function fieldRefusal(
  issues: { path: PropertyKey[]; message: string }[],
  missing: (field: string) => boolean,
): Refusal {
  const first = issues[0];
  const field = String(first?.path[0] ?? "");
  const named = first && isReason(first.message) ? first.message : "badField";
  const general = named === "badField" || named === "badNumber";
  return new Refusal(general && missing(field) ? "missingField" : named, field ? { field } : {});
}
