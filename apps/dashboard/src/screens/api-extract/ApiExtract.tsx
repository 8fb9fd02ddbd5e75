import { Extraction } from "../../parts/extract/Extraction.tsx";

/** Extraction links (spec/dashboard#screens). */
export function ApiExtract() {
  return <Extraction />;
}
