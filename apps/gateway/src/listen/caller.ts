/** Whose connection it is, and how long its first head or handshake may still take. */
export interface Caller {
  /** Canonical. */
  address: string;
  leftMs: number;
}
