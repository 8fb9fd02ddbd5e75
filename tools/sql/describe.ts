/** Asks PostgreSQL what a statement returns: it is prepared, not executed. */
import type pg from "pg";
import type { TableColumn } from "./null-faults.ts";

export interface Column {
  name: string;
  /** The type's oid. */
  type: number;
  /** Of a plain column the oid of its table and its number there; 0 of anything else. */
  table: number;
  number: number;
}
export type Described = { columns: Column[] } | { error: string };

interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}
interface Protocol {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(what: { type: "S"; name: string }): void;
  sync(): void;
}

/** Prepares a statement, with types of its parameters as PostgreSQL infers them. */
export function describeStatement(client: pg.Client, text: string): Promise<Described> {
  return new Promise((resolve) => {
    let described: Described = { columns: [] };
    const query = {
      submit(protocol: Protocol) {
        protocol.parse({ text, name: "", types: [] });
        protocol.describe({ type: "S", name: "" });
        protocol.sync();
      },
      handleRowDescription({ fields }: { fields: Field[] }) {
        const columns = fields.map(
          ({ name, dataTypeID: type, tableID: table, columnID: number }) => {
            return { name, type, table, number };
          },
        );
        described = { columns };
      },
      handleError(error: Error) {
        described = { error: error.message };
        resolve(described);
      },
      handleReadyForQuery() {
        resolve(described);
      },
    };
    client.query(query as never);
  });
}

/** The columns of all tables, by the table's oid and their number. */
export async function readSchema(client: pg.Client): Promise<Map<string, TableColumn>> {
  const { rows } = await client.query<TableColumn & { key: string }>(`
    select attrelid || '.' || attnum as key, relname as table, attname as name,
      attnotnull as "notNull"
    from pg_attribute join pg_class c on c.oid = attrelid
    where relkind in ('r', 'p') and attnum > 0
      and relnamespace = current_schema()::regnamespace`);
  return new Map(rows.map((row) => [row.key, row]));
}
