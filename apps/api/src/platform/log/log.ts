/**
 * The API's log: JSON lines without secrets. The fields of a line are chosen where it is written.
 * Errors come from anywhere, so only known parts of them are logged.
 */
import { rotatingFile } from "./log-file.ts";
import pino, { type DestinationStream, type Logger } from "pino";

const secrets = [
  "session password oldPassword newPassword key code mfaCode mailCode recoveryCodes secret otpauth",
  "credential proof ticket token authorization cookie proxyAuthorization verifier",
].flatMap((names) => names.split(" "));
/** Properties of errors that never contain a value. */
const safeErrorFields = [
  "code",
  "severity",
  "table",
  "column",
  "constraint",
  "routine",
  "syscall",
  "status",
];
const maxCauses = 3;

/** Opens a log with the given level, to standard output unless a destination is given. */
export function openLog(level: string, app: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { app },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: "[secret]" },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * The lab's log: all lines go to a file, warnings and errors also to standard output, so that the
 * banner stays the last thing in the terminal. In production all lines go to standard output.
 */
export function openLabLog(level: string, app: string, file: string): Logger {
  const both = pino.multistream([
    { level: "trace", stream: rotatingFile(file) },
    { level: "warn", stream: pino.destination(1) },
  ]);
  return openLog(level, app, both);
}

/**
 * Describes an error for the log. PostgreSQL puts the whole row into `detail`, Node the packet or
 * URL that did not parse, mail servers the recipients. All of that is left out, and values quoted
 * in messages are removed.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: `a thrown ${typeof error}` };
  const fields = error as unknown as Record<string, unknown>;
  const parts = safeErrorFields.flatMap((name) => {
    const value = fields[name];
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  const { cause } = error;
  return {
    type: error.name,
    message: safeMessage(error),
    ...Object.fromEntries(parts),
    stack: (error.stack ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
    ...(cause instanceof Error && depth < maxCauses
      ? { cause: describeError(cause, depth + 1) }
      : {}),
  };
}

/** PostgreSQL's data exceptions (class 22) quote the value, and so does JSON.parse. */
function safeMessage(error: Error): string {
  const code = String((error as { code?: unknown }).code ?? "");
  if (error instanceof SyntaxError) return "malformed text";
  const message = code.startsWith("22") ? error.message.replace(/".*"/s, '"…"') : error.message;
  return message.replace(/(\w:\/\/)[^\s/@]*@/g, "$1[secret]@");
}
