import { Extraction } from "./Extraction.tsx";

/** Extraction links (spec/dashboard#screens). */
export function ApiExtract() {
  return <Extraction />;
}
