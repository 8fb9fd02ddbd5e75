/** Example requests in curl and TypeScript. */
import { scopeOf } from "@turnpike/contract/call.ts";
import type { ReferenceCall } from "./reference.ts";

const shellSafe = /^[A-Za-z0-9_@%+=:,./-]+$/;
const shellWord = (text: string) =>
  shellSafe.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Encodes a value for a form. */
function formValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (Array.isArray(value)) return value.map(formValue).join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The credentials that the call accepts. */
const credentialArgs = ({ access }: ReferenceCall) =>
  access === "visitor" ? [] : access === "session" ? ["-d session=$SESSION"] : ["-d key=$KEY"];

/** The example's fields without credentials; without an example, the required fields. */
function exampleFields(call: ReferenceCall): [string, unknown][] {
  const needed = call.requestFields.filter(({ required }) => required);
  const request = call.request ?? Object.fromEntries(needed.map(({ name }) => [name, "…"]));
  return Object.entries(request).filter(
    ([name, value]) => !["session", "key", "lang"].includes(name) && value !== undefined,
  );
}

/** Shell variables that replace the example values: credentials and results of earlier calls. */
const shellVariables: Record<string, string> = { key: "$KEY", ticket: "$TICKET", token: "$TOKEN" };

/** A URL with its query; in double quotes if the shell has to substitute variables. */
function addressSample(call: ReferenceCall): string {
  const address = call.server + call.path;
  const named = call.requestFields.map(({ name }) => name).filter((name) => name in shellVariables);
  const credentialNames = call.access && scopeOf(call.access) ? ["key"] : [];
  const own = [...credentialNames, ...named].map((name) => `${name}=${shellVariables[name]}`);
  const fields = exampleFields(call).filter(([name]) => !(name in shellVariables));
  const query = new URLSearchParams(fields.map(([name, value]) => [name, formValue(value)]));
  const all = [...own, ...(query.size > 0 ? [query.toString()] : [])].join("&");
  if (own.length > 0) return `"${address}?${all}"`;
  return shellWord(all ? `${address}?${all}` : address);
}

/** Returns one command that runs unchanged once `$KEY`, `$SESSION` or `$TICKET` is set. */
export function curlSample(call: ReferenceCall): string {
  const address = call.server + call.path;
  if (call.method === "GET") return `curl ${addressSample(call)}`;
  const fields = exampleFields(call).map(([name, value]) => {
    const written = formValue(value);
    // Encode what would have a meaning in a form.
    const flag = /[&%+=#]/.test(written) ? "--data-urlencode" : "-d";
    return `${flag} ${shellWord(`${name}=${written}`)}`;
  });
  const stream = call.events ? "-N " : "";
  const all = [...(call.access === null ? [] : credentialArgs(call)), ...fields];
  if (all.length === 0) return `curl ${stream}-X POST ${shellWord(address)}`;
  return `curl ${stream}${shellWord(address)} \\\n  ${all.join(" \\\n  ")}`;
}

/** How many characters of a call fit beside its fields without scrolling. */
const widest = 36;

/** Returns the request with `proxy-api-client`; null if the client has no method for it. */
export function clientSample(call: ReferenceCall): string | null {
  if (!call.inClient) return null;
  const fields = exampleFields(call).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const oneLine = fields.length > 0 ? `{ ${fields.join(", ")} }` : "";
  const lines = `{\n${fields.map((field) => `  ${field},\n`).join("")}}`;
  const request = oneLine.length + call.name.length > widest ? lines : oneLine;
  if (call.events) {
    return `for await (const event of client.${call.name}(${request})) {\n  console.log(event);\n}`;
  }
  return `const answer = await client.${call.name}(${request});`;
}

/** Returns the example response; for calls, the whole envelope. */
export function answerSample({ answer }: ReferenceCall): string | null {
  if (answer === undefined || answer === null) return null;
  return typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
}
