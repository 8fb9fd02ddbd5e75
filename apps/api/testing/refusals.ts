/** Holds what tests are refused for against `/openapi.json`: a reason that it does not name is a fault. */
import type { Metrics } from "../src/platform/metrics/metrics.ts";
import { openApi } from "../src/across/docs/openapi.ts";

interface Operation {
  responses: Record<string, { $ref?: string }>;
  "x-refusals": { reason: string }[];
}

/** The reasons that the document names, by path: the calls' own, and those of the transport. */
function namedReasons(): Map<string, Set<string>> {
  const { paths, components } = openApi("http://127.0.0.1");
  const transport: Record<string, { content: { "application/json": { examples: object } } }> =
    components.responses;
  const ofStatus = ({ $ref = "" }) =>
    Object.keys(
      transport[$ref.split("/").at(-1) ?? ""]?.content["application/json"].examples ?? {},
    );
  const named = new Map<string, Set<string>>();
  for (const [path, methods] of Object.entries<object>(paths)) {
    // Another service's path of the same name is told apart by a fragment.
    const plain = path.replace(/#.*/, "");
    const operations = Object.values(methods).filter(
      (one): one is Operation => typeof one === "object" && one !== null && "x-refusals" in one,
    );
    const reasons = operations.flatMap((one) => [
      ...one["x-refusals"].map(({ reason }) => reason),
      ...Object.values(one.responses).flatMap(ofStatus),
    ]);
    named.set(plain, new Set([...(named.get(plain) ?? []), ...reasons]));
  }
  return named;
}

let known: Map<string, Set<string>> | undefined;

/** What was refused so far for a reason that the document does not name there. */
export async function undocumentedRefusals({ registry }: Metrics): Promise<string[]> {
  const counted = await registry.getSingleMetric("turnpike_refusals_total")?.get();
  known ??= namedReasons();
  return (counted?.values ?? []).flatMap(({ labels: { call = "", reason = "" } }) => {
    const named = known?.get(String(call));
    return named === undefined || named.has(String(reason)) ? [] : [`${call}: ${reason}`];
  });
}

/** @throws Error where a test was refused for what nobody is told of */
export async function checkRefusalsDocumented(metrics: Metrics): Promise<void> {
  const untold = await undocumentedRefusals(metrics);
  if (untold.length === 0) return;
  throw new Error(
    `/openapi.json (the refusals of calls) does not name: ${untold.sort().join(", ")}`,
  );
}
