/** Finds which indexes the SQL statements of this process use. */
import pg from "pg";

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  Plans?: Node[];
}
interface Explained {
  Plan: Node;
  "Execution Time": number;
}
interface Statement {
  text: string;
  values: unknown[];
}

/** Daily and monthly partitions share indexes: `connection_trace_2026_01_31_exit_ip_at_idx`. */
const family = (name: string) =>
  name.replace(/_\d{4}(_\d\d)+/, "_*").replace(/_(idx|pkey)\d*$/, "_$1");

function scansOf(node: Node, found = new Map<string, number>()): Map<string, number> {
  const {
    "Node Type": type,
    "Index Name": index,
    "Relation Name": table,
    "Actual Loops": loops = 0,
  } = node;
  if (loops > 0 && /Scan/.test(type)) {
    const name = index ?? (type === "Seq Scan" && table ? `all of ${table}` : undefined);
    if (name !== undefined) found.set(family(name), (found.get(family(name)) ?? 0) + loops);
  }
  for (const child of node.Plans ?? []) scansOf(child, found);
  return found;
}

export class Plans {
  readonly #client: pg.Client;
  #seen: Statement[] | null = null;

  /** `client` runs EXPLAIN; the statements are those of all other connections of this process. */
  constructor(client: pg.Client) {
    this.#client = client;
    const note = (given: unknown[]) => this.#note(given);
    const prototype = pg.Client.prototype as unknown as Record<
      string,
      (...given: never) => unknown
    >;
    const send = prototype["query"];
    prototype["query"] = function query(this: pg.Client, ...given: never[]) {
      if (this !== client) note(given);
      return send?.apply(this, given as never);
    } as never;
  }

  #note([query, given]: unknown[]): void {
    const { text = query, values = given } = (query ?? {}) as Partial<Statement>;
    if (typeof text === "string" && /^\s*(select|with)\b/i.test(text))
      this.#seen?.push({ text, values: Array.isArray(values) ? values : [] });
  }

  /** The scans of each query made by `work` that takes a millisecond or more. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    this.#seen = [];
    await work();
    const seen = this.#seen;
    this.#seen = null;
    const lines: string[] = [];
    for (const { text, values } of seen) {
      if (/set_config|for (no key )?update|pg_notify/.test(text)) continue;
      const { rows } = await this.#client.query<{ "QUERY PLAN": Explained[] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      const explained = rows[0]?.["QUERY PLAN"][0];
      if (!explained || explained["Execution Time"] < 1) continue;
      const scans = [...scansOf(explained.Plan)].map(([name, count]) =>
        count > 1 ? `${name} (${count})` : name,
      );
      lines.push(`${explained["Execution Time"].toFixed(1)} ms: ${scans.join(", ")}`);
    }
    return lines;
  }
}
