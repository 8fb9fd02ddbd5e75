/** What is wrong with a file that an operator wrote, by the name of its field. */
import type { z } from "zod";

export interface FileFault {
  field: string;
  fault: string;
}

/**
 * The first fault that a strict schema found; an unknown field is named. `isNeeded` are fields that
 * are said to be missing, if the schema was read with `reportInput`.
 */
export function faultOf(
  { issues: [issue] }: z.ZodError,
  isNeeded: (field: string) => boolean = (field) => field === "name",
): FileFault {
  const field = issue?.path.join(".") ?? "";
  if (issue?.code === "unrecognized_keys") {
    const name = [...issue.path, issue.keys[0]].join(".");
    return { field: name, fault: "unknown field" };
  }
  const absent = issue?.code === "invalid_type" && issue.input === undefined;
  const fault = absent && isNeeded(field) ? "is missing" : (issue?.message ?? "is wrong");
  return { field: field === "" ? "file" : field, fault };
}
