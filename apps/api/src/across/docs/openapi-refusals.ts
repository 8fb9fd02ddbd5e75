/** The reasons for which a call can be refused: `x-refusals` of each call in `/openapi.json`. */
import type { Call } from "@turnpike/contract/call.ts";
import { reasons } from "@turnpike/contract/reasons.ts";
import { type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import type { z } from "zod";

export interface RefusalShown {
  code: number;
  reason: RefusalReason;
  /** In English; the API sends it in the language of the request. */
  sentence: string;
}

const isReason = (text: unknown): text is RefusalReason =>
  typeof text === "string" && Object.hasOwn(refusals, text);

/** The part of a zod schema or check that holds its error. */
interface ZodPart {
  _zod: { def: Record<string, unknown> & { error?: (issue: { input: unknown }) => unknown } };
}
const isPart = (value: unknown): value is ZodPart =>
  typeof value === "object" && value !== null && "_zod" in value;
const maxDepth = 12;

/** The refusal reasons in a field's checks, at any depth. */
function reasonsIn(part: ZodPart, depth = 0): RefusalReason[] {
  const { error, ...inner } = part._zod.def;
  // Some have different reasons for missing and for invalid values.
  const own = error ? [error({ input: undefined }), error({ input: 0 })] : [];
  const messages = own.map((one) =>
    typeof one === "object" && one !== null && "message" in one ? one.message : one,
  );
  const parts = depth < maxDepth ? Object.values(inner).flat().filter(isPart) : [];
  return [...messages.filter(isReason), ...parts.flatMap((one) => reasonsIn(one, depth + 1))];
}

/** The refusals of fields; any given field can be reported as missing if it is empty. */
export function fieldReasons(shape: Record<string, z.ZodType>): RefusalReason[] {
  const fields = Object.values(shape) as (z.ZodType & ZodPart)[];
  if (fields.length === 0) return [];
  return ["badField", "missingField", ...fields.flatMap((field) => reasonsIn(field))];
}

/** The refusals that follow from a call's definition, before its handler runs. */
function derivedReasons(call: Call): RefusalReason[] {
  const {
    access,
    accessWith,
    takesRequestId: once,
    needsVerifiedEmail: verified,
    allowedInStaffView: viewed,
    request,
  } = call;
  const readsOnly = access === "read" && Object.keys(accessWith).length === 0;
  return [
    ...(access === "visitor" ? [] : (["sessionInvalid", ...reasons.byKey] as const)),
    ...(access === "visitor" || readsOnly ? [] : (["keyReadOnly", "roleScope"] as const)),
    ...(viewed && Object.keys(accessWith).length === 0 ? [] : (["viewOnly"] as const)),
    ...(access === "buy" ? (["keyLimit"] as const) : []),
    // Too many calls of the account, or of a visitor's network, are waiting.
    "tooManyTries",
    ...fieldReasons(request.shape),
    ...("mfaCode" in request.shape ? (["mfaNeeded", "mfaWrong"] as const) : []),
    ...(once ? (["requestIdReused"] as const) : []),
    ...(verified ? (["verifyEmail"] as const) : []),
  ];
}

/** Returns a reason with its code and its English sentence. */
export const refusalShown = (reason: RefusalReason): RefusalShown => ({
  code: refusals[reason],
  reason,
  sentence: refusalSentence("en", reason),
});

/** Returns the reasons ordered by code, each once. */
export const refusalsShown = (reasons: readonly RefusalReason[]): RefusalShown[] =>
  [...new Set(reasons)].map(refusalShown).sort((a, b) => a.code - b.code);

/** Returns a call's refusals ordered by code, without the transport's. */
export const refusalsOf = (call: Call): RefusalShown[] =>
  refusalsShown([...derivedReasons(call), ...call.refusals]);

/** The most typical refusal: the call's own first, else a general one. */
export const typicalReason = ({ access, refusals: own }: Call): RefusalReason =>
  own[0] ?? (access === "visitor" ? "badField" : "sessionInvalid");
