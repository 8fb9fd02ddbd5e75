/** Files that the API makes: a ticket first, then a GET, since a session never appears in a URL. */
import type { RefusalReason } from "@turnpike/contract/refusals.ts";
import i18next from "i18next";
import { useState } from "react";
import {
  api,
  ask,
  CallFailed,
  CallRefused,
  type Envelope,
  type Question,
  requestFields,
} from "./call.ts";
import { saveBlob } from "@turnpike/ui/lib/save-file.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";

/** Long statements take their time; nothing waits for ever. */
const TIMEOUT_MS = 120_000;
const paths = {
  invoice: "/v1/invoice",
  statement: "/v1/statement",
  usage: "/v1/usageExport",
} as const;

export type DownloadRequest = Question<"ticket"> & { what: keyof typeof paths };

/** Fetches a file and saves it; answers its name. Throws after a toast, as `ask` does. */
async function download(request: DownloadRequest): Promise<string> {
  const file = await fetchFile(request, { path: paths[request.what], query: {} });
  saveBlob(file);
  return file.name;
}

/** A file that a ticket opens; `query` is added to the URL. Throws after a toast. */
export async function fetchFile(
  request: Question<"ticket">,
  { path, query }: { path: string; query: Record<string, string> },
): Promise<{ name: string; blob: Blob }> {
  const { ticket } = await ask("ticket", request);
  const url = new URL(path, api.origin);
  url.search = new URLSearchParams({ ticket, lang: requestFields().lang, ...query }).toString();
  const { answer, blob } = await fetched(url);
  if (!answer.ok) {
    const { code, msg, data } = JSON.parse(await blob.text()) as Envelope;
    toast.error(msg);
    throw new CallRefused(code, msg, data as { reason?: RefusalReason });
  }
  return { name: nameIn(answer.headers.get("content-disposition") ?? "") ?? request.what, blob };
}

async function fetched(url: URL): Promise<{ answer: Response; blob: Blob }> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(url, { signal: timeout, credentials: "omit" });
    return { answer, blob: await answer.blob() };
  } catch (error) {
    toast.warning(i18next.t(timeout.aborted ? "ui:timedOut" : "ui:networkFailed"));
    throw new CallFailed(String(error), { cause: error });
  }
}

const nameIn = (disposition: string) => /filename="([^"]+)"/.exec(disposition)?.[1];

/** `busy` is what is on its way; `run` says what it saved. */
export function useDownload() {
  const [busy, setBusy] = useState<DownloadRequest | null>(null);
  const run = async (request: DownloadRequest) => {
    setBusy(request);
    try {
      const name = await download(request);
      toast.success(i18next.t("parts:payments.saved", { name }));
    } catch {
      // A toast has said why.
    } finally {
      setBusy(null);
    }
  };
  return { busy, run: (request: DownloadRequest) => void run(request) };
}
