/** Reads a file that an act was given as text. */
import { FieldRefused } from "../../../platform/act-refused.ts";

/** @throws FieldRefused if it is not JSON */
export function parseFile(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = `is not JSON: ${(error as Error).message}`;
    throw new FieldRefused({ field: "file", column: null, fault });
  }
}
