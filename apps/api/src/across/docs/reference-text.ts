/** The reference of all calls as text, one line per field, for language models and grep. */
import type { Field } from "./fields.ts";
import type { CallGroup, ReferenceCall } from "./reference.ts";

function fieldLines(fields: Field[], side: "asked" | "answered", depth = 0): string[] {
  return fields.flatMap(({ name, type, required, about, fields: inner }) => {
    const mark =
      side === "asked" ? (required ? ", required" : "") : required ? "" : ", may be absent";
    const line = `${"  ".repeat(depth)}- ${name} (${type}${mark})${about ? `: ${about}` : ""}`;
    return [line, ...fieldLines(inner, side, depth + 1)];
  });
}

function callText(call: ReferenceCall): string {
  const { name, method, path, summary, description, who, once, events, file } = call;
  const caller = who ? `For: ${who}.` : "";
  const more = [
    caller,
    once ? "Takes a requestId." : "",
    events ? "Returns a stream of events." : "",
  ];
  const lines = [
    `### ${name}`,
    "",
    `\`${method} ${path}\` ${[summary, description, ...more].filter(Boolean).join(" ")}`,
  ];
  if (call.requestFields.length > 0)
    lines.push("", "Sends:", ...fieldLines(call.requestFields, "asked"));
  if (call.responseFields.length > 0)
    lines.push("", "Answers:", ...fieldLines(call.responseFields, "answered"));
  if (file) lines.push("", `Returns a file: ${file}.`);
  const refusals = call.refusals.map(({ code, reason }) => `${code} ${reason}`);
  if (refusals.length > 0) lines.push("", `Refusals: ${refusals.join(", ")}.`);
  return lines.join("\n");
}

/** Returns all groups with their calls as Markdown. */
export function referenceText(groups: CallGroup[]): string {
  return groups
    .map(({ name, about, calls }) =>
      [`## ${name}`, about, ...calls.map(callText)].filter(Boolean).join("\n\n"),
    )
    .join("\n\n");
}
