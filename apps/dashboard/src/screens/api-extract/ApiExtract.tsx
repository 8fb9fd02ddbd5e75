import { Extraction } from "../../parts/extract/Extraction.tsx";

/** Extraction links (spec §2 /cli/api-extract). */
export function ApiExtract() {
  return <Extraction />;
}
