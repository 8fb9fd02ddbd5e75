import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { Suspense } from "react";

const Request = lazyComponent(async () => (await import("./UpstreamRequest.tsx")).UpstreamRequest);

/** What a file would send. Loaded when it is shown, as it has the names of all cities. */
export function UpstreamSample({ file }: { file: string }) {
  return (
    <Suspense fallback={null}>
      <Request file={file} />
    </Suspense>
  );
}
