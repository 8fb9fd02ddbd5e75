/** 128 random bits; `crypto.randomUUID` is missing on plain-http hosts other than localhost. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Repeating a request whose answer was lost reuses its requestId, so that nothing is done twice
 * (spec/api#requestid); after any answer, the next request gets a new one.
 */
export function makeRequestIds() {
  let last: { text: string; id: string } | null = null;
  return {
    idFor(parameters: unknown): string {
      const text = JSON.stringify(parameters);
      if (last?.text !== text) last = { text, id: freshId() };
      return last.id;
    },
    forget() {
      last = null;
    },
  };
}
