/**
 * Commands that are calls of the console with a name: the contract says what their fields are, the
 * call's handler does the work, and the command shows the response.
 */
import type { ConsoleCall } from "@turnpike/contract/console/call.ts";
import {
  type ConsoleCallName,
  type ConsoleCalls,
  consoleCalls,
  type ConsoleRequest,
  type ConsoleResponse,
} from "@turnpike/contract/console/calls.ts";
import { type JsonSchema, schemaOf } from "@turnpike/contract/json-schema.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { FieldRefused } from "../../platform/act-refused.ts";
import { commandLine } from "../../platform/audit/audit.ts";
import { readRequest } from "../../platform/http/read-request.ts";
import type { ConsoleHandler } from "../console/caller.ts";
import { consoleHandlers } from "../console/handlers.ts";
import {
  type Command,
  type CommandInput,
  type CommandResult,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { isDay } from "./read/days.ts";

export interface CallCommand<K extends ConsoleCallName>
  extends Pick<Command, "name" | "args" | "help" | "flags"> {
  call: K;
  /** The fields of the positional arguments, in order. */
  words?: readonly (keyof ConsoleRequest<ConsoleCalls[K]> & string)[];
  /** Options that are named otherwise than their field (`--min-cents` is `minCents`). */
  options?: Record<string, keyof ConsoleRequest<ConsoleCalls[K]> & string>;
  /** Further fields. @throws UsageError */
  fields?: (input: CommandInput) => Record<string, unknown>;
  show: (
    response: ConsoleResponse<ConsoleCalls[K]>,
    request: ConsoleRequest<ConsoleCalls[K]>,
  ) => Omit<CommandResult, "ok"> & Partial<CommandResult>;
}

/** Returns the command. */
export function callCommand<K extends ConsoleCallName>(command: CallCommand<K>): Command {
  const { call, show, name, args, help, flags = [] } = command;
  const run = async (input: CommandInput): Promise<CommandResult> => {
    const request = readFields(command, input) as ConsoleRequest<ConsoleCalls[K]>;
    const handler = consoleHandlers(input.services)[call] as ConsoleHandler<K>;
    const caller = { actor: commandLine, session: null, setToken: () => undefined };
    return { ok: true, ...show(await handler(request, caller), request) };
  };
  return { name, args, help, flags, run };
}

/** @throws UsageError, FieldRefused */
function readFields<K extends ConsoleCallName>(command: CallCommand<K>, input: CommandInput) {
  const { words = [], options = {} } = command;
  const { request }: ConsoleCall = consoleCalls[command.call];
  const { properties = {} } = schemaOf(request, "input");
  const given: Record<string, unknown> = { ...command.fields?.(input) };
  for (const [at, field] of words.entries())
    given[field] = read(properties[field], input.args[at] ?? "", field.toUpperCase());
  for (const [option, text] of Object.entries(input.options)) {
    const field =
      options[option] ?? option.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
    const isOwn = properties[field] !== undefined && !(field in given);
    if (isOwn && text !== undefined) given[field] = read(properties[field], text, `--${option}`);
  }
  try {
    return readRequest(request, given as Parameters<typeof readRequest>[1]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { field = "" } = (error.details ?? {}) as { field?: string };
    if (given[field] === undefined) throw new UsageError(`${field} is needed`);
    throw new FieldRefused({ field, column: null, fault: "is not accepted" });
  }
}

/** Reads a word as what its field is. @throws UsageError */
function read(schema: JsonSchema | undefined, text: string | boolean | undefined, label: string) {
  if (typeof text !== "string" || schema === undefined) return text;
  if (schema.type === "integer") return wholeNumber(text, label, schema.minimum ?? 0);
  if (schema.type === "array") return text.split(",").map((one) => one.trim());
  if (schema.format === "date" && !isDay(text))
    throw new UsageError(`${label} must be a day, such as 2026-03-01`);
  if (schema.enum && !schema.enum.includes(text))
    throw new UsageError(`${label} must be one of ${schema.enum.join(", ")}`);
  return text;
}
