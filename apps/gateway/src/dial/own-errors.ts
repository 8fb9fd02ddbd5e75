/** This machine has run out of descriptors, memory or ports: no exit is to blame. */
const ownErrors = new Set(["EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EADDRINUSE", "EADDRNOTAVAIL"]);

export const isOwnError = (error: Error): boolean =>
  ownErrors.has((error as NodeJS.ErrnoException).code ?? "");
