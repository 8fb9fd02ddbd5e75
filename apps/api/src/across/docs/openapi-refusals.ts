/** The reasons a call can be refused for: `x-refusals` of each call in `/openapi.json`. */
import type { Call } from "@turnpike/contract/call.ts";
import { reasons } from "@turnpike/contract/reasons.ts";
import { type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import type { z } from "zod";

export interface RefusalShown {
  code: number;
  reason: RefusalReason;
  /** In English; a call answers it in the language of the question. */
  sentence: string;
}

const isReason = (text: unknown): text is RefusalReason =>
  typeof text === "string" && Object.hasOwn(refusals, text);

/** A schema or a check of zod, as far as it says why it refuses. */
interface Part {
  _zod: { def: Record<string, unknown> & { error?: (issue: { input: unknown }) => unknown } };
}
const isPart = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && "_zod" in value;
const most = 12;

/** The reasons that a field's checks name, however deep in it. */
function reasonsIn(part: Part, depth = 0): RefusalReason[] {
  const { error, ...inner } = part._zod.def;
  // Some name one reason for a missing value and another for a wrong one.
  const own = error ? [error({ input: undefined }), error({ input: 0 })] : [];
  const said = own.map((one) =>
    typeof one === "object" && one !== null && "message" in one ? one.message : one,
  );
  const parts = depth < most ? Object.values(inner).flat().filter(isPart) : [];
  return [...said.filter(isReason), ...parts.flatMap((one) => reasonsIn(one, depth + 1))];
}

/** What fields can be refused for: each that is there and empty can be said to be missing. */
export function fieldReasons(shape: Record<string, z.ZodType>): RefusalReason[] {
  const fields = Object.values(shape) as (z.ZodType & Part)[];
  if (fields.length === 0) return [];
  return ["badField", "missingField", ...fields.flatMap((field) => reasonsIn(field))];
}

/** What any call of its kind can be refused for, before its handler runs. */
function derivedReasons(call: Call): RefusalReason[] {
  const { access, accessWith, once, verified, viewed, question } = call;
  const readsOnly = access === "read" && Object.keys(accessWith).length === 0;
  return [
    ...(access === "visitor" ? [] : (["sessionInvalid", ...reasons.byKey] as const)),
    ...(access === "visitor" || readsOnly ? [] : (["keyReadOnly"] as const)),
    ...(viewed && Object.keys(accessWith).length === 0 ? [] : (["viewOnly"] as const)),
    ...(access === "buy" ? (["keyLimit"] as const) : []),
    // Too much of the account, or of a visitor's network, waits already.
    "tooManyTries",
    ...fieldReasons(question.shape),
    ...("mfaCode" in question.shape ? (["mfaNeeded", "mfaWrong"] as const) : []),
    ...(once ? (["requestIdReused"] as const) : []),
    ...(verified ? (["verifyEmail"] as const) : []),
  ];
}

/** A reason with its code and its English sentence. */
export const refusalShown = (reason: RefusalReason): RefusalShown => ({
  code: refusals[reason],
  reason,
  sentence: refusalSentence("en", reason),
});

/** Reasons by code, each once. */
export const refusalsShown = (reasons: readonly RefusalReason[]): RefusalShown[] =>
  [...new Set(reasons)].map(refusalShown).sort((a, b) => a.code - b.code);

/** Why a call can be refused beside what is the transport's, by code. */
export const refusalsOf = (call: Call): RefusalShown[] =>
  refusalsShown([...derivedReasons(call), ...call.refusals]);

/** The reason most typical of a call: its own, before those of any call. */
export const typicalReason = ({ access, refusals: own }: Call): RefusalReason =>
  own[0] ?? (access === "visitor" ? "badField" : "sessionInvalid");
