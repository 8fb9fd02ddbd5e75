/** What a tool is: what it is for, the calls that it makes, its arguments, and its answer. */
import { accessOf, type Call, scopeOf } from "@turnpike/contract/call.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import type { Scope } from "@turnpike/rules/api-key.ts";
import type { z } from "zod";
import type { World } from "../../platform/world.ts";
import type { Ask } from "./ask.ts";

/** What an agent reads: a sentence of ours, and the facts as data. */
export interface ToolAnswer {
  /** Never contains text that people typed: that stands in `data`. */
  said: string;
  data: Record<string, unknown>;
}

export interface Tool<Q extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** The calls that it makes; a key needs the scopes of all of them. */
  calls: readonly CallName[];
  request: Q;
  /** Hints to the agent's program: whether it changes something, and may be repeated. */
  changes: boolean;
  repeatable: boolean;
  run: (request: z.output<Q>, ask: Ask, world: World) => Promise<ToolAnswer>;
}

/** Joins sentences of ours, some of which have no full stop. */
export const sentences = (...texts: string[]): string =>
  texts
    .filter(Boolean)
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(" ");

/** Defines a tool; by default it only reads. */
export function tool<Q extends z.ZodObject>(
  definition: Omit<Tool<Q>, "changes" | "repeatable"> & Partial<Tool<Q>>,
): Tool {
  const { changes = false, repeatable = !changes } = definition;
  return { ...definition, changes, repeatable } as unknown as Tool;
}

/** Whether a key with these scopes may make the calls of a tool. */
export function mayUse(scopes: readonly Scope[], { calls: names }: Tool): boolean {
  return names.every((name) => {
    const needed = scopeOf(accessOf(calls[name] as Call, {}));
    return calls[name].access === "visitor" || (needed !== null && scopes.includes(needed));
  });
}
