/**
 * What a call is: its path, who may make it, its question and its answer.
 * Everything that speaks of calls (routes, OpenAPI, the dashboard's client, tests) reads these.
 */
import { z } from "zod";
import type { RefusalReason } from "./refusals.ts";

/** Who may make a call: anyone; a signed-in customer; or also a script with the access key. */
export type Access = "visitor" | "session" | "key";

export interface Call<Q extends z.ZodObject = z.ZodObject, A extends z.ZodObject = z.ZodObject> {
  path: `/v${1 | 2 | 3}/${string}`;
  access: Access;
  /**
   * True where a call takes a `requestId` (spec/api#requestid): it spends, or makes a name for
   * ever.
   */
  once: boolean;
  /** True where gateways have to know what was answered: a new credential passes at once. */
  live: boolean;
  /** True where the answer is a stream of events (`text/event-stream`), each of them an `answer`. */
  events: boolean;
  /** One sentence for the API's documentation. */
  summary: string;
  question: Q;
  answer: A;
}

/** What a caller may write: all fields are still text or already typed. */
export type Asked<C extends Call> = z.input<C["question"]>;
/** What a handler receives: parsed and typed. */
export type Question<C extends Call> = z.output<C["question"]>;
/** What a call answers in `data`. */
export type Answer<C extends Call> = z.output<C["answer"]>;

interface Definition<Q extends z.ZodRawShape, A extends z.ZodRawShape> {
  path: Call["path"];
  access?: Access;
  once?: boolean;
  /** By default what a signed-in customer changes, but money calls: few of them concern gateways. */
  live?: boolean;
  summary: string;
  question?: Q;
  /**
   * What is wrong with fields that fit one by one, but not together; null where they do. Like any
   * field it is judged before the account and its `requestId` are looked at.
   */
  misfit?: (question: z.output<z.ZodObject<Q>>) => Misfit | null;
  answer?: A;
}
export interface Misfit {
  field: string;
  reason: RefusalReason;
}

/** Defines a call; the default access is `session`. A money call gains the optional `requestId`. */
export function call<Q extends z.ZodRawShape, A extends z.ZodRawShape>(
  definition: Definition<Q, A>,
): Call<z.ZodObject<Q>, z.ZodObject<A>> {
  const { path, access = "session", once = false, summary, misfit } = definition;
  const question = z.object(definition.question ?? ({} as Q));
  return {
    path,
    access,
    once,
    live: definition.live ?? (access === "session" && !once),
    events: false,
    summary,
    question: misfit ? question.superRefine(refined(misfit)) : question,
    answer: z.object(definition.answer ?? ({} as A)),
  };
}

/** A misfit as zod says it: the message is the refusal's name, as with fields (`fields.ts`). */
function refined<Q>(misfit: (question: Q) => Misfit | null) {
  return (question: Q, context: z.RefinementCtx) => {
    const found = misfit(question);
    if (!found) return;
    context.addIssue({ code: "custom", message: found.reason, path: [found.field] });
  };
}

/** A call that is answered by events for as long as somebody listens and the session lives. */
export type EventCall<Q extends z.ZodObject, A extends z.ZodObject> = Call<Q, A> & { events: true };

/** Defines a call that answers a stream; a refusal before its first event is a usual envelope. */
export function eventCall<Q extends z.ZodRawShape, A extends z.ZodRawShape>(
  definition: Omit<Definition<Q, A>, "once">,
): EventCall<z.ZodObject<Q>, z.ZodObject<A>> {
  return { ...call(definition), events: true };
}
