/** Chooses the engine that moves the bytes: native if it is available, else Node's sockets. */
import type { Log } from "../lib/log.ts";
import type { Engine } from "../engine/engine.ts";
import { openNativeEngine } from "../engine/native/engine.ts";
import { openPortableEngine, type PortableOptions } from "../engine/portable/engine.ts";

export type EngineChoice = "auto" | "native" | "portable";

export interface EngineOptions extends Omit<PortableOptions, "onError"> {
  log: Log;
  /** The most pipes of the native engine, given the number of descriptors. */
  maxPipes?: number | undefined;
}

/** Throws if `native` is requested but not available. */
export function openEngine(
  choice: EngineChoice,
  { log, maxPipes, ...options }: EngineOptions,
): Engine {
  const onError = (error: unknown) => {
    const why = error instanceof Error ? error.stack : String(error);
    log.error({ error: why }, "a connection failed");
  };
  const native = choice === "portable" ? null : openNativeEngine(onError, maxPipes);
  if (native === null && choice === "native") {
    throw new Error("The native engine needs Linux on x64 or arm64, and the package koffi");
  }
  return native ?? openPortableEngine({ ...options, onError });
}
