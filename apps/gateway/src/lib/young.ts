/**
 * Returns the function that it is given: wrap one that is assigned to a property for each
 * connection, `peer.onEnd = young(() => …)`.
 *
 * V8 puts a function that stands as a literal in such an assignment straight into its old
 * generation, as if it were a method. There it keeps what it refers to, a dead connection with its
 * session, until the next full collection, and every young collection copies that (ADR 60).
 */
export const young = <F>(literal: F): F => literal;
