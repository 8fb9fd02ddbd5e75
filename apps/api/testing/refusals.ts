/** Checks tests' refusals against `/openapi.json`: an undocumented reason is an error. */
import type { Metrics } from "../src/platform/metrics/metrics.ts";
import { openApi } from "../src/across/docs/openapi.ts";

interface Operation {
  responses: Record<string, { $ref?: string }>;
  "x-refusals": { reason: string }[];
}

/** The documented reasons by path: the calls' own, and those of the transport. */
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
    // A path that several services have is distinguished by a fragment.
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

/** Lists the refusals so far whose reason the document does not name for their path. */
export async function undocumentedRefusals({ registry }: Metrics): Promise<string[]> {
  const counted = await registry.getSingleMetric("turnpike_refusals_total")?.get();
  known ??= namedReasons();
  return (counted?.values ?? []).flatMap(({ labels: { call = "", reason = "" } }) => {
    const named = known?.get(String(call));
    return named === undefined || named.has(String(reason)) ? [] : [`${call}: ${reason}`];
  });
}

/** @throws Error if a test got a refusal that is not documented */
export async function checkRefusalsDocumented(metrics: Metrics): Promise<void> {
  const undocumented = await undocumentedRefusals(metrics);
  if (undocumented.length === 0) return;
  throw new Error(
    `/openapi.json (the refusals of calls) does not name: ${undocumented.sort().join(", ")}`,
  );
}
