/** Asks PostgreSQL what a statement returns: it is prepared, not executed. */
import type pg from "pg";

export interface Column {
  name: string;
  /** The type's oid. */
  type: number;
}
export type Described = { columns: Column[] } | { error: string };

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
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        described = { columns: fields.map(({ name, dataTypeID: type }) => ({ name, type })) };
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
