import { dayMs } from "@turnpike/rules/statistics.ts";

/** The span of UTC days, the last of which counts: before `before`. */
export function spanOfDays({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from?: Date;
  before?: Date;
} {
  return {
    ...(from === undefined ? {} : { from: new Date(`${from}T00:00:00Z`) }),
    ...(to === undefined ? {} : { before: new Date(Date.parse(`${to}T00:00:00Z`) + dayMs) }),
  };
}
