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
import { requiredText } from "@turnpike/contract/fields.ts";
import { type JsonSchema, schemaOf } from "@turnpike/contract/json-schema.ts";
import { reason as freeReason } from "@turnpike/contract/console/fields.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
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
  fields?: (input: CommandInput) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** How many rows of a list are shown; a page of a browser's is shorter. */
  most?: number;
  show: (
    response: ConsoleResponse<ConsoleCalls[K]>,
    request: ConsoleRequest<ConsoleCalls[K]>,
    input: CommandInput,
  ) => Omit<CommandResult, "ok"> & Partial<CommandResult>;
}

interface AnyCommand {
  call: ConsoleCallName;
  args: string;
  words: readonly string[];
}

/** Returns the command. */
export function callCommand<K extends ConsoleCallName>(command: CallCommand<K>): Command {
  const { call, show, name, args, help, flags = [], most } = command;
  const run = async (input: CommandInput): Promise<CommandResult> => {
    const page = most === undefined ? {} : { page: 1, limit: most };
    const fields = { ...(await readFields(command, input)), ...page };
    const request = fields as ConsoleRequest<ConsoleCalls[K]>;
    const handler = consoleHandlers(input.services)[call] as ConsoleHandler<K>;
    const caller = { actor: commandLine, session: null, setToken: () => undefined };
    return { ok: true, ...show(await handler(request, caller), request, input) };
  };
  return { name, args, help, flags, run };
}

/**
 * The request as a command sends it: without a `requestId`, since nothing repeats a command by
 * itself; without a reason, unless the command demands one; a row by its id, or as the act may find
 * it otherwise.
 */
function requestOf({ call, args, words }: AnyCommand) {
  const { request }: ConsoleCall = consoleCalls[call];
  const { requestId: _requestId, ...shape } = request.shape;
  const demandsReason = /(^|\s)--reason/.test(args);
  if ("reason" in shape && !demandsReason) shape.reason = freeReason;
  if (words.includes("id")) shape.id = requiredText(254);
  return z.object(shape);
}

/** @throws UsageError, FieldRefused */
async function readFields<K extends ConsoleCallName>(command: CallCommand<K>, input: CommandInput) {
  const { words = [], options = {} } = command;
  const request = requestOf({ ...command, words });
  const { properties = {} } = schemaOf(request, "input");
  const given: Record<string, unknown> = { ...(await command.fields?.(input)) };
  for (const [at, field] of words.entries())
    given[field] = read(properties[field], input.args[at] ?? "", {
      field,
      label: field.toUpperCase(),
    });
  for (const [option, text] of Object.entries(input.options)) {
    const field =
      options[option] ?? option.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
    const isOwn = properties[field] !== undefined && !(field in given);
    if (isOwn && text !== undefined)
      given[field] = read(properties[field], text, { field, label: `--${option}` });
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

/** Reads a word as what its field is. @throws UsageError, FieldRefused */
function read(
  schema: JsonSchema | undefined,
  text: string | boolean | undefined,
  { field, label }: { field: string; label: string },
) {
  if (typeof text !== "string" || schema === undefined) return text;
  if (schema.type === "integer") {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    const value = wholeNumber(text, label, minimum);
    if (value > maximum)
      throw new FieldRefused({ field, column: null, fault: `at most ${maximum}` });
    return value;
  }
  if (schema.maxLength !== undefined && text.trim().length > schema.maxLength)
    throw new UsageError(`${label} must have at most ${schema.maxLength} characters`);
  if (schema.type === "array") return text.split(",").map((one) => one.trim());
  if (schema.format === "date" && !isDay(text))
    throw new UsageError(`${label} must be a day, such as 2026-03-01`);
  if (schema.enum && !schema.enum.includes(text))
    throw new UsageError(`${label} must be one of ${schema.enum.join(", ")}`);
  return text;
}
