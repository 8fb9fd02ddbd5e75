import { useQueryClient } from "@tanstack/react-query";
import type { Answered } from "../../lib/call.ts";
import type { UnlimitedPort } from "./port.ts";

/** The ports that were looked at, each once, as they were last seen. */
export function useSeenPorts(): UnlimitedPort[] {
  const client = useQueryClient();
  const pages = (["portOrder", "bandwidthOrder"] as const).flatMap((call) =>
    client.getQueriesData<Answered<"portOrder">>({ queryKey: [call] }),
  );
  const rows = pages.flatMap(([, page]) => page?.items ?? []);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
